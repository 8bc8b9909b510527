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

/** Counts in memory what is sent to be counted in the database, by its key. */
function countingDatabase() {
  const counted = new Map<string, number>()
  const query = async ({ values = [] }: { values?: unknown[] }) => {
    const [key, tries, expire] = values as [string, number?, number?]
    counted.set(key, (counted.get(key) ?? 0) + (tries ?? 0))
    return { rows: [{ points: counted.get(key), expire }] }
  }
  const database: Database = { ...noDatabase, borrow: (work) => work({ query } as never) }
  return { database, counted }
}

it('count the first reads of somebody in memory, and all of them from then on', async () => {
  const { database, counted } = countingDatabase()
  const { attemptRead } = openRateLimits(database)
  const rate = { attempts: 8, seconds: 60 }
  const read = () => attemptRead('links.open', rate, 'the link')
  expect([await read(), await read()]).toEqual([true, true])
  expect([...counted.values()]).toEqual([])
  expect(await read()).toBe(true)
  expect([...counted.values()]).toEqual([3])
  for (let at = 4; at <= 8; at++) expect(await read()).toBe(true)
  expect([...counted.values()]).toEqual([8])
  expect(await read()).toBe(false)
  expect(await attemptRead('links.open', rate, 'another link')).toBe(true)
})
