import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashMark } from './mark-hash.ts'

test('each mark has the hash of its own canonical text, also when asked again', () => {
  const marks = ['Ann', 'Ann', 'Ben'].map((typed) => ({ typed, kind: 'typed' }))
  const expected = marks.map(({ typed }) =>
    createHash('sha256').update(`{"kind":"typed","typed":"${typed}"}`).digest('hex'),
  )
  expect(marks.map(hashMark)).toEqual(expected)
  expect(marks.map(hashMark)).toEqual(expected)
  expect(hashMark({ ...marks[0]!, typed: 'Anne' })).not.toBe(expected[0])
})
