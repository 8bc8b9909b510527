import { createSecretKey, randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { deriveCellKey, isSealedCell, openCell, sealCell, type CellKeys } from './cell-cipher.ts'

const place = { ownerId: 'practice-a', table: 'patient_notes', column: 'text', row: 'row-1' }
const dataKey = createSecretKey(randomBytes(32))
const keysOf = (keyId: string, key = deriveCellKey(dataKey, keyId)): CellKeys => ({
  current: { keyId, key },
  find: (asked) => (asked === keyId ? key : undefined),
})
const keys = keysOf('key-1')

it.each([['an allergy to penicillin'], ['é€😀'], ['x'.repeat(31)], ['x'.repeat(32)], [''], ['\u0080\0']])(
  'gives back what it encrypted: %j',
  (plain) => {
    const sealed = sealCell(keys, place, plain)
    expect(isSealedCell(sealed)).toBe(true)
    expect(sealed).not.toContain('penicillin')
    expect(openCell(keys, place, sealed)).toBe(plain)
    expect(sealCell(keys, place, plain)).not.toBe(sealed)
  },
)

it('does not tell short answers by their lengths', () => {
  const lengths = ['yes', 'no', 'unknown'].map((answer) => sealCell(keys, place, answer).length)
  expect(new Set(lengths).size).toBe(1)
})

it.each([
  ['another row', { row: 'row-2' }],
  ['another column', { column: 'by_name' }],
  ['another table', { table: 'worries' }],
  ['another practice', { ownerId: 'practice-b' }],
])('refuses a value that was put into %s', (_where, other) => {
  const sealed = sealCell(keys, place, 'words')
  expect(() => openCell(keys, { ...place, ...other }, sealed)).toThrow(
    expect.objectContaining({ reason: 'altered' }),
  )
})

it('refuses a value of which anything was changed, or left out', () => {
  const sealed = sealCell(keys, place, 'words')
  const body = sealed.lastIndexOf('.') + 1
  for (let at = body; at < sealed.length; at++) {
    const altered = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'Q' : 'A'}${sealed.slice(at + 1)}`
    expect(() => openCell(keys, place, altered), String(at)).toThrow(
      expect.objectContaining({ reason: 'altered' }),
    )
  }
  for (const end of [body, body + 20, sealed.length - 4])
    expect(() => openCell(keys, place, sealed.slice(0, end))).toThrow(
      expect.objectContaining({ reason: 'altered' }),
    )
})

it('refuses another key under the same name, and one that is not known', () => {
  const sealed = sealCell(keys, place, 'words')
  const wrong = keysOf('key-1', deriveCellKey(createSecretKey(randomBytes(32)), 'key-1'))
  expect(() => openCell(wrong, place, sealed)).toThrow(expect.objectContaining({ reason: 'altered' }))
  expect(() => openCell(keysOf('key-2'), place, sealed)).toThrow(
    expect.objectContaining({ reason: 'key-unknown' }),
  )
})

it('knows what was destroyed from what cannot be read, and encrypts nothing then', () => {
  const sealed = sealCell(keys, place, 'words')
  const destroyed: CellKeys = { current: null, find: () => null }
  expect(openCell(destroyed, place, sealed)).toBeNull()
  expect(() => sealCell(destroyed, place, 'words')).toThrow(
    expect.objectContaining({ reason: 'key-destroyed' }),
  )
})

it('takes a key for values that is not the data key, nor that of another data key', () => {
  const derived = deriveCellKey(dataKey, 'key-1')
  expect(derived.equals(dataKey)).toBe(false)
  expect(derived.equals(deriveCellKey(dataKey, 'key-2'))).toBe(false)
})
