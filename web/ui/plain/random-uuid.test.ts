import { expect, test } from 'vitest'
import { z } from 'zod'
import { randomUuid } from './random-uuid.ts'

test('is of version 4 and another each time', () => {
  const made = Array.from({ length: 500 }, randomUuid)
  for (const uuid of made) expect(z.uuidv4().safeParse(uuid).success, uuid).toBe(true)
  expect(new Set(made).size).toBe(500)
})
