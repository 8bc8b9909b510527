import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recallHabits, rememberHabits } from './placeholder-memory.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('usual values come back for the same template of the same clinic', () => {
  rememberHabits('harbour', 'crown', { price: '£326.70', visits: '2 visits' })
  expect(recallHabits('harbour', 'crown')).toEqual({ price: '£326.70', visits: '2 visits' })
  expect(recallHabits('harbour', 'implant')).toEqual({})
  expect(recallHabits('canal', 'crown')).toEqual({})
})

test('what was weighed for one patient is not kept', () => {
  rememberHabits('harbour', 'crown', {
    reason: 'it hurts you',
    prognosis: 'poor',
    individualRisks: 'you smoke',
  })
  expect(recallHabits('harbour', 'crown')).toEqual({})
})

test.each(['not json', 'null', '{"price":5}'])('what cannot be read is nothing: %s', (kept) => {
  localStorage.setItem('candour.habits.harbour.crown', kept)
  expect(recallHabits('harbour', 'crown')).toEqual({})
})

test('a browser that refuses storage stops nobody', () => {
  const refuse = () => {
    throw new DOMException('refused', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
  rememberHabits('harbour', 'crown', { price: '£1' })
  expect(recallHabits('harbour', 'crown')).toEqual({})
})
