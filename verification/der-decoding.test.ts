import { describe, expect, test } from 'vitest'
import { DerError, readChildren, decodeOid, readDer, decodeTime, type Der } from './der-decoding.ts'
import type { Bytes } from './bytes.ts'

const bytes = (hex: string): Bytes => Uint8Array.from(Buffer.from(hex, 'hex'))
const read = (hex: string): Der => readDer(bytes(hex))

describe('a value in DER', () => {
  test('is read with what is inside', () => {
    expect(readChildren(read('3006020101040141')).map(({ tag }) => tag)).toEqual([2, 4])
    expect(decodeOid(read('06092a864886f70d010702'))).toBe('1.2.840.113549.1.7.2')
    expect(decodeTime(read('170d3236313132323130303530365a')).toISOString()).toBe('2026-11-22T10:05:06.000Z')
    expect(decodeTime(read('181132303236313132323130303530362e355a')).getUTCMilliseconds()).toBe(500)
  })

  test.each([
    ['nothing', ''],
    ['bytes behind it', '02010100'],
    ['too long a length', '04820001ff'],
    ['a length that could be shorter', '048101ff'],
    ['a length without an end', '30800000'],
    ['a length beyond the bytes', '0405ff'],
    ['a number of many bytes', '1f8101'],
  ])('with %s is none', (_, hex) => expect(() => read(hex)).toThrow(DerError))
})
