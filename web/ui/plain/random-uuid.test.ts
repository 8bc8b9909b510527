import { expect, test } from 'vitest'
import { randomUuid } from './random-uuid.ts'

test('is of version 4 and another each time', () => {
  const uuids = Array.from({ length: 500 }, randomUuid)
  for (const uuid of uuids)
    expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(new Set(uuids).size).toBe(500)
})
