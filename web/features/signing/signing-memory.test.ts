import { expect, test } from 'vitest'
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

test('a reload finds the consent, the step and the draft again', () => {
  const store = tab()
  createMemory(store, tab()).rememberConsent('token', 'c1')
  createMemory(store, tab()).rememberStep('c1', 'part-3')
  createMemory(store, tab()).rememberDraft('c1', 'hash', draft)
  const memory = createMemory(store, tab())
  expect(memory.consentOf('token')).toBe('c1')
  expect(memory.consentOf('another')).toBeUndefined()
  expect(memory.step('c1', { parts: 6, hasOptions: false, checks: 0 })).toBe('part-3')
  expect(memory.draft('c1', 'hash')).toMatchObject(draft)
})

test('a closed tab goes on where the reading stopped, until the consent is answered', () => {
  const device = tab()
  const way = { parts: 6, hasOptions: false, checks: 0 }
  const before = createMemory(tab(), device)
  before.rememberStep('c1', 'part-4')
  before.rememberStep('c1', 'sign')
  expect(before.step('c1', way)).toBe('sign')
  expect(createMemory(tab(), device).step('c1', way)).toBe('part-4')
  expect(createMemory(tab(), device).step('c1', { ...way, parts: 3 })).toBe('summary')
  before.forget('c1')
  expect(createMemory(tab(), device).step('c1', way)).toBe('summary')
})

test('a tab that the phone closed costs nobody the signature that was begun, for a day', () => {
  const device = tab()
  const begun = Date.parse('2026-03-28T10:00:00Z')
  createMemory(tab(), device, () => begun).rememberDraft('c1', 'hash', draft)
  const later = createMemory(tab(), device, () => begun + 23 * 60 * 60 * 1000).draft('c1', 'hash')
  expect(later).toEqual({
    ...draft,
    matters: undefined,
    ownWords: '',
    contentHash: 'hash',
    keptUntil: begun + 24 * 60 * 60 * 1000,
  })
  expect(device.getItem('candour:draft:c1')).not.toContain('sing')
  createMemory(tab(), device, () => begun + 24 * 60 * 60 * 1000)
  expect(device.length).toBe(0)
})

test('a draft of another text is not used: nothing is confirmed that was not read', () => {
  const memory = createMemory(tab(), tab())
  memory.rememberDraft('c1', 'old', draft)
  expect(memory.draft('c1', 'new')).toMatchObject({
    confirmed: [],
    answers: {},
    drawing: undefined,
    name: '',
  })
})

test('an answered consent is forgotten', () => {
  const memory = createMemory(tab(), tab())
  memory.rememberStep('c1', 'sign')
  memory.rememberDraft('c1', 'hash', draft)
  memory.forget('c1')
  expect(memory.step('c1', { parts: 6, hasOptions: false, checks: 0 })).toBe('summary')
  expect(memory.draft('c1', 'hash').confirmed).toEqual([])
})

test('a browser that keeps nothing, or keeps rubbish, costs nothing but memory', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  const refusing = { getItem: refuse, setItem: refuse, removeItem: refuse, key: refuse, length: 1 }
  const memory = createMemory(refusing, refusing)
  memory.rememberStep('c1', 'sign')
  memory.forget('c1')
  expect(memory.step('c1', { parts: 6, hasOptions: false, checks: 0 })).toBe('summary')
  const rubbish = { ...tab(), getItem: () => '{' }
  expect(createMemory(rubbish, rubbish).draft('c1', 'hash').confirmed).toEqual([])
})
