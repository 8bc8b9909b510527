import { expect, test } from 'vitest'
import { DraftStore } from '../../ui/plain/draft-store.ts'
import { createMemory } from './signing-memory.ts'
import type { Draft } from './signing-memory.ts'
import { addStroke } from './signature-strokes.ts'

function createTestStorage() {
  const storedItems = new Map<string, string>()
  return {
    getItem: (key: string) => storedItems.get(key) ?? null,
    setItem: (key: string, value: string) => void storedItems.set(key, value),
    removeItem: (key: string) => void storedItems.delete(key),
    key: (at: number) => [...storedItems.keys()][at] ?? null,
    get length() {
      return storedItems.size
    },
  }
}
type TestStorage = ReturnType<typeof createTestStorage>
const owner = { owner: 'a'.repeat(32), key: Buffer.alloc(32, 1).toString('base64url') }

/** The memory of a page that was loaded just now, over what tab and device hold, once the key is there. */
async function loadMemory(inTab: TestStorage, device: TestStorage = createTestStorage()) {
  const manner = { prefix: 'begun.', isNamed: true }
  const sealed = { tab: new DraftStore(() => inTab, manner), device: new DraftStore(() => device, manner) }
  await Promise.all([sealed.tab.open(owner), sealed.device.open(owner)])
  return createMemory(inTab, device, sealed)
}
const sealedValuesIn = (place: TestStorage) =>
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
  const store = createTestStorage()
  const before = await loadMemory(store)
  before.rememberConsent('token', 'c1')
  before.rememberStep('c1', 'part-3')
  before.rememberDraft('c1', 'hash', draft)
  await expect.poll(() => store.length).toBe(3)
  expect(sealedValuesIn(store)).not.toMatch(/Whitcombe|sing|sore/)
  const memory = await loadMemory(store)
  expect(memory.consentOf('token')).toBe('c1')
  expect(memory.consentOf('another')).toBeUndefined()
  expect(memory.step('c1', { parts: 6, hasOptions: false, checks: 0 })).toBe('part-3')
  expect(memory.draft('c1', 'hash')).toMatchObject(draft)
})

test('a closed tab goes on where the reading stopped, until the consent is answered', async () => {
  const device = createTestStorage()
  const stepConfig = { parts: 6, hasOptions: false, checks: 0 }
  const before = await loadMemory(createTestStorage(), device)
  before.rememberStep('c1', 'part-4')
  before.rememberStep('c1', 'sign')
  expect(before.step('c1', stepConfig)).toBe('sign')
  expect((await loadMemory(createTestStorage(), device)).step('c1', stepConfig)).toBe('part-4')
  expect((await loadMemory(createTestStorage(), device)).step('c1', { ...stepConfig, parts: 3 })).toBe(
    'summary',
  )
  before.forget('c1')
  expect((await loadMemory(createTestStorage(), device)).step('c1', stepConfig)).toBe('summary')
})

test('a tab that the phone closed costs nobody the signature that was begun', async () => {
  const device = createTestStorage()
  const before = await loadMemory(createTestStorage(), device)
  before.rememberDraft('c1', 'hash', draft)
  await expect.poll(() => device.length).toBe(1)
  expect(sealedValuesIn(device)).not.toContain('Whitcombe')
  const later = (await loadMemory(createTestStorage(), device)).draft('c1', 'hash')
  expect(later).toEqual({ ...draft, matters: undefined, ownWords: '', contentHash: 'hash' })
})

test('a draft of another text is not used: nothing is confirmed that was not read', async () => {
  const memory = await loadMemory(createTestStorage())
  memory.rememberDraft('c1', 'old', draft)
  expect(memory.draft('c1', 'new')).toMatchObject({
    confirmed: [],
    answers: {},
    drawing: undefined,
    name: '',
  })
})

test('an answered consent is forgotten, also by a page without the key', async () => {
  const [store, device] = [createTestStorage(), createTestStorage()]
  const memory = await loadMemory(store, device)
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
  const memory = await loadMemory(refusing, refusing)
  memory.rememberStep('c1', 'sign')
  memory.forget('c1')
  expect(memory.step('c1', { parts: 6, hasOptions: false, checks: 0 })).toBe('summary')
  const rubbish = createTestStorage()
  rubbish.setItem(`begun.${owner.owner}.draft:c1`, '{')
  expect((await loadMemory(rubbish)).draft('c1', 'hash').confirmed).toEqual([])
})
