import { describe, expect, test } from 'vitest'
import { findContainerErrors, isContainer, packContainer, readContainer } from './bundle-container.ts'
import { bytesOf } from './bytes.ts'

const entries = [
  { path: 'b.txt', content: bytesOf('second') },
  { path: 'a.txt', content: bytesOf('first') },
  { path: 'c/empty.txt', content: bytesOf('') },
]
const packed = packContainer(entries)

describe('the container of a bundle', () => {
  test('is the same whatever the order in which its files are given, and both readings find them', () => {
    expect(packContainer(entries.toReversed())).toEqual(packed)
    const readings = readContainer(packed)
    expect(readings).toHaveLength(2)
    for (const reading of readings) {
      expect(reading.map(({ path }) => path)).toEqual(['a.txt', 'b.txt', 'c/empty.txt'])
      expect(reading.map(({ content }) => content)).toEqual(['first', 'second', ''].map(bytesOf))
      expect(findContainerErrors(packed, reading, new Set())).toEqual([])
    }
  })

  test('has no byte that may be another one', () => {
    for (let at = 0; at < packed.length; at++) {
      for (const bit of [1, 128]) {
        const changed = packed.slice()
        changed[at]! ^= bit
        expect(isContainer(changed)).toBe(true)
        const readings = readContainer(changed)
        expect(readings.length, `byte ${at}`).toBeGreaterThan(0)
        for (const reading of readings)
          expect(findContainerErrors(changed, reading, new Set()), `byte ${at}`).not.toEqual([])
      }
    }
  })

  test('is told from what is none by how it begins or ends', () => {
    expect(isContainer(packed)).toBe(true)
    expect(isContainer(bytesOf('%PDF-1.7, and more bytes than the end of a container has'))).toBe(false)
    expect(isContainer(packed.subarray(0, 10))).toBe(false)
    expect(isContainer(bytesOf(''))).toBe(false)
  })

  test('takes nothing before, between or behind', () => {
    const [reading] = readContainer(packed)
    expect(findContainerErrors(Uint8Array.from([...packed, 0]), reading!, new Set())).toEqual([
      'the end of the file',
    ])
    expect(readContainer(bytesOf('PK'))).toEqual([])
  })
})
