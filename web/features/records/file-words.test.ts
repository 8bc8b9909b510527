import { expect, test } from 'vitest'
import { sizeText, stateText } from './file-words.ts'

test.each([
  [0, '1 kB'],
  [900, '1 kB'],
  [12_345, '12 kB'],
  [999_000, '999 kB'],
  [3_440_000, '3.4 MB'],
  [250_000_000, '250 MB'],
  [1_200_000_000, '1.2 GB'],
])('%d bytes are %s', (bytes, text) => expect(sizeText(bytes)).toBe(text))

const file = {
  id: '1',
  progress: 40,
  bytes: 12_345,
  sha256: null,
  failure: null,
  madeBy: 'Tom Hughes',
  createdAt: '2026-01-01T00:00:00Z',
  expiresAt: null,
}

test.each([
  ['preparing', 'Being prepared, 40%'],
  ['ready', 'Ready, 12 kB'],
  ['failed', 'Failed'],
  ['expired', 'Expired'],
] as const)('%s is told as “%s”', (status, text) => expect(stateText({ ...file, status })).toBe(text))
