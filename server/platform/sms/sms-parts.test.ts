import { expect, test } from 'vitest'
import { smsPartsOf } from './sms-parts.ts'

test.each([
  ['what fits', 'a'.repeat(160), { parts: 1, letters: 160, isPlain: true }],
  ['one letter more', 'a'.repeat(161), { parts: 2, letters: 161, isPlain: true }],
  ['two full parts', 'a'.repeat(306), { parts: 2, letters: 306, isPlain: true }],
  ['letters that take the room of two', '€'.repeat(81), { parts: 2, letters: 162, isPlain: true }],
  ['a letter that phones’ alphabet lacks', `${'a'.repeat(70)}ł`, { parts: 2, letters: 71, isPlain: false }],
  ['another script', '你'.repeat(70), { parts: 1, letters: 70, isPlain: false }],
  ['nothing', '', { parts: 1, letters: 0, isPlain: true }],
])('%s', (_what, text, parts) => {
  expect(smsPartsOf(text)).toEqual(parts)
})
