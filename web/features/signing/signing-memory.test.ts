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
  createMemory(store).rememberConsent('token', 'c1')
  createMemory(store).rememberStep('c1', 'part-3')
  createMemory(store).rememberDraft('c1', 'hash', draft)
  const memory = createMemory(store)
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

test('a draft of another text is not used: nothing is confirmed that was not read', () => {
  const memory = createMemory(tab())
  memory.rememberDraft('c1', 'old', draft)
  expect(memory.draft('c1', 'new')).toMatchObject({
    confirmed: [],
    answers: {},
    drawing: undefined,
    name: '',
  })
})

test('an answered consent is forgotten', () => {
  const memory = createMemory(tab())
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
  const memory = createMemory({ getItem: refuse, setItem: refuse, removeItem: refuse })
  memory.rememberStep('c1', 'sign')
  memory.forget('c1')
  expect(memory.step('c1', { parts: 6, hasOptions: false, checks: 0 })).toBe('summary')
  const rubbish = { ...tab(), getItem: () => '{' }
  expect(createMemory(rubbish).draft('c1', 'hash').confirmed).toEqual([])
})
