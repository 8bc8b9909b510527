import { expect, test } from 'vitest'
import { DraftStore } from '../../ui/plain/draft-store.ts'
import { createMemory } from './signing-memory.ts'
import type { Draft } from './signing-memory.ts'
import { addStroke } from './signature-strokes.ts'

function tab() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    key: (at: number) => [...kept.keys()][at] ?? null,
    get length() {
      return kept.size
    },
  }
}
type Place = ReturnType<typeof tab>
const owner = { owner: 'a'.repeat(32), key: Buffer.alloc(32, 1).toString('base64url') }

/** The memory of a page that was loaded just now, over what tab and device hold, once the key is there. */
async function loaded(inTab: Place, device: Place = tab()) {
  const manner = { prefix: 'begun.', isNamed: true }
  const sealed = { tab: new DraftStore(() => inTab, manner), device: new DraftStore(() => device, manner) }
  await Promise.all([sealed.tab.open(owner), sealed.device.open(owner)])
  return createMemory(inTab, device, sealed)
}
const sealedIn = (place: Place) =>
  Array.from({ length: place.length }, (_, at) => place.getItem(place.key(at)!)).join(' ')

const draft: Draft = {
  confirmed: [0, 2],
  answers: { 0: 'yes', 1: 'no' },
  signerRole: 'parent',
  name: 'Sarah Whitcombe',
  ownWords: 'It will be sore.',
  markKind: 'drawn',
  help: { kind: 'on-behalf', why: 'sight', of: 'Ada Whitcombe', agreed: true },
  cross: '',
  beside: ['interpreter'],
  cosigners: {},
  drawing: addStroke(undefined, [{ x: 1, y: 2, time: 3, pressure: 0.5 }], { width: 300, height: 160 }),
  matters: { told: [{ prompt: 'work', text: 'I sing' }], isNothing: false },
  leaning: 1,
  additional: { 'photos-teaching': 'no' },
}

test('a reload finds the consent, the step and the draft again', async () => {
  const store = tab()
  const before = await loaded(store)
  before.rememberConsent('token', 'c1')
  before.rememberStep('c1', 'part-3')
  before.rememberDraft('c1', 'hash', draft)
  await expect.poll(() => store.length).toBe(3)
  expect(sealedIn(store)).not.toMatch(/Whitcombe|sing|sore/)
  const memory = await loaded(store)
  expect(memory.consentOf('token')).toBe('c1')
  expect(memory.consentOf('another')).toBeUndefined()
  expect(memory.step('c1', { parts: 6, hasOptions: false, checks: 0 })).toBe('part-3')
  expect(memory.draft('c1', 'hash')).toMatchObject(draft)
})

test('a closed tab goes on where the reading stopped, until the consent is answered', async () => {
  const device = tab()
  const way = { parts: 6, hasOptions: false, checks: 0 }
  const before = await loaded(tab(), device)
  before.rememberStep('c1', 'part-4')
  before.rememberStep('c1', 'sign')
  expect(before.step('c1', way)).toBe('sign')
  expect((await loaded(tab(), device)).step('c1', way)).toBe('part-4')
  expect((await loaded(tab(), device)).step('c1', { ...way, parts: 3 })).toBe('summary')
  before.forget('c1')
  expect((await loaded(tab(), device)).step('c1', way)).toBe('summary')
})

test('a tab that the phone closed costs nobody the signature that was begun', async () => {
  const device = tab()
  const before = await loaded(tab(), device)
  before.rememberDraft('c1', 'hash', draft)
  await expect.poll(() => device.length).toBe(1)
  expect(sealedIn(device)).not.toContain('Whitcombe')
  const later = (await loaded(tab(), device)).draft('c1', 'hash')
  expect(later).toEqual({ ...draft, matters: undefined, ownWords: '', contentHash: 'hash' })
})

test('a draft of another text is not used: nothing is confirmed that was not read', async () => {
  const memory = await loaded(tab())
  memory.rememberDraft('c1', 'old', draft)
  expect(memory.draft('c1', 'new')).toMatchObject({
    confirmed: [],
    answers: {},
    drawing: undefined,
    name: '',
  })
})

test('an answered consent is forgotten, also by a page without the key', async () => {
  const [store, device] = [tab(), tab()]
  const memory = await loaded(store, device)
  memory.rememberStep('c1', 'sign')
  memory.rememberDraft('c1', 'hash', draft)
  await expect.poll(() => [store.length, device.length]).toEqual([2, 1])
  const manner = { prefix: 'begun.', isNamed: true }
  const locked = { tab: new DraftStore(() => store, manner), device: new DraftStore(() => device, manner) }
  createMemory(store, device, locked).forget('c1')
  expect([store.length, device.length]).toEqual([0, 0])
  memory.forget('c1')
  expect(memory.step('c1', { parts: 6, hasOptions: false, checks: 0 })).toBe('summary')
  expect(memory.draft('c1', 'hash').confirmed).toEqual([])
})

test('a browser that keeps nothing, or keeps rubbish, costs nothing but memory', async () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  const refusing = { getItem: refuse, setItem: refuse, removeItem: refuse, key: refuse, length: 1 }
  const memory = await loaded(refusing, refusing)
  memory.rememberStep('c1', 'sign')
  memory.forget('c1')
  expect(memory.step('c1', { parts: 6, hasOptions: false, checks: 0 })).toBe('summary')
  const rubbish = tab()
  rubbish.setItem(`begun.${owner.owner}.draft:c1`, '{')
  expect((await loaded(rubbish)).draft('c1', 'hash').confirmed).toEqual([])
})
