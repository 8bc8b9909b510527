import { expect, it } from 'vitest'
import type { Database } from '../database/database.ts'
import { openRateLimits } from './rate-limits.ts'

const noDatabase: Database = {
  borrow: () => Promise.reject(new Error('This limit is kept in memory')),
  connections: () => ({ busy: 0, idle: 0, awaited: 0 }),
  close: async () => {},
}

it('hold back an address that asks too much of everything, and no other', async () => {
  const { general } = openRateLimits(noDatabase)
  let asked = 0
  while (await general('203.0.113.1')) asked++
  expect(asked).toBeGreaterThan(100)
  expect(await general('203.0.113.1')).toBe(false)
  expect(await general('203.0.113.2')).toBe(true)
})

it('hold back a key that asks too much, and no other', async () => {
  const { ofKey } = openRateLimits(noDatabase)
  let asked = 0
  while (await ofKey('one')) asked++
  expect(asked).toBe(600)
  expect(await ofKey('one')).toBe(false)
  expect(await ofKey('other')).toBe(true)
})

it('say that the service is unavailable where the database that counts is gone', async () => {
  const { attempt } = openRateLimits(noDatabase)
  await expect(attempt('x', { attempts: 1, seconds: 1 }, 'y')).rejects.toThrow('not available right now')
})
