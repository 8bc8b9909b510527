import { expect, test } from 'vitest'
import { newToken } from '../keys/secret-token.ts'
import { countSmsSegments } from './sms-parts.ts'

test.each([
  ['what fits', 'a'.repeat(160), { parts: 1, letters: 160, isPlain: true }],
  ['one letter more', 'a'.repeat(161), { parts: 2, letters: 161, isPlain: true }],
  ['two full parts', 'a'.repeat(306), { parts: 2, letters: 306, isPlain: true }],
  ['letters that take the room of two', '€'.repeat(81), { parts: 2, letters: 162, isPlain: true }],
  ['a letter that phones’ alphabet lacks', `${'a'.repeat(70)}ł`, { parts: 2, letters: 71, isPlain: false }],
  ['another script', '你'.repeat(70), { parts: 1, letters: 70, isPlain: false }],
  ['nothing', '', { parts: 1, letters: 0, isPlain: true }],
])('%s', (_what, text, parts) => {
  expect(countSmsSegments(text)).toEqual(parts)
})

test('every character of a link costs one letter, and makes no text cost double', () => {
  const alphabet = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)).toString('base64url')
  const link = `https://candour.example.org/sign-consent/${newToken()}#${alphabet}`
  expect(countSmsSegments(link)).toMatchObject({ letters: link.length, isPlain: true })
  // These stand in the extension of the alphabet, and cost two.
  for (const letter of '~^[]{}\\|€')
    expect(countSmsSegments(letter)).toMatchObject({ letters: 2, isPlain: true })
})
