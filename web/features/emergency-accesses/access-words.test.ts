import { expect, test } from 'vitest'
import { isActive, kindText, viewedRecordsText, shortConsentId } from './access-words.ts'

const now = new Date('2026-03-02T09:30:00Z')
const until = '2026-03-02T10:00:00.000Z'

test.each([
  [{ until, endedAt: null }, true],
  [{ until, endedAt: '2026-03-02T09:20:00.000Z' }, false],
  [{ until: now.toISOString(), endedAt: null }, false],
])('an access %o runs: %s', (access, runs) => {
  expect(isActive(access, now)).toBe(runs)
})

test.each([
  ['consent.given_on_paper', 'Given on paper'],
  ['document.sealed', 'Document sealed'],
  ['link-code', 'Link code'],
])('%s reads “%s”', (kind, text) => {
  expect(kindText(kind)).toBe(text)
})

test('what was looked at is said with how often', () => {
  const at = now.toISOString()
  const of = (...kinds: ('record' | 'document')[]) => kinds.map((what) => ({ what, at, ip: '203.0.113.7' }))
  expect(viewedRecordsText([])).toBe('Nothing')
  expect(viewedRecordsText(of('record', 'document'))).toBe('The record once, A PDF once')
  expect(viewedRecordsText(of('record', 'record'))).toBe('The record 2 times')
})

test('a consent goes by the end of its number', () => {
  expect(shortConsentId('0199d6f2-7c1e-7b3a-9a52-4f1de8a0c312')).toBe('E8A0C312')
})
