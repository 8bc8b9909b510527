import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { silentLog } from '../../testing/silent-log.ts'
import { cloneDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { openDatabase, type Database } from './database.ts'
import { IncompatibleInstanceError, joinInstances } from './instances.ts'

let made: TestDatabase
let database: Database
let owner: pg.Client
const marks = { keyFingerprint: 'a key', readableFingerprints: ['a key'], filesFingerprint: 'a folder' }

beforeAll(async () => {
  made = await cloneDatabase()
  database = openDatabase(made.logins.app, { log: silentLog })
  owner = new pg.Client(made.logins.owner)
  await owner.connect()
})
afterAll(async () => {
  await database.close()
  await owner.end()
  await made.drop()
})
beforeEach(() => owner.query('delete from instances'))

const join = (own: Partial<typeof marks> = {}) => joinInstances(database, { ...marks, ...own }, silentLog)
const count = async () => (await owner.query('select from instances')).rowCount

it('those that share everything run beside one another', async () => {
  const [first, second] = [await join(), await join()]
  expect(await count()).toBe(2)
  await first.leave()
  expect(await count()).toBe(1)
  await second.leave()
})

it.each([
  ['another master key', { keyFingerprint: 'another' }, 'its MASTER_KEY'],
  ['other files', { filesFingerprint: 'elsewhere' }, 'its files'],
])('one with %s is refused, and says why', async (_what, own, why) => {
  const first = await join()
  await expect(join(own)).rejects.toThrow(IncompatibleInstanceError)
  await expect(join(own)).rejects.toThrow(why)
  expect(await count()).toBe(1)
  await first.leave()
  await (await join(own)).leave()
})

it('while the master key changes, those that read both keys run beside one another', async () => {
  const former = await join({ readableFingerprints: ['a key', 'the next'] })
  const next = await join({ keyFingerprint: 'the next', readableFingerprints: ['the next', 'a key'] })
  expect(await count()).toBe(2)
  await expect(join()).rejects.toThrow('its MASTER_KEY')
  await former.leave()
  await expect(join()).rejects.toThrow('its MASTER_KEY')
  await next.leave()
})

it.each([
  ['the running one does not read the next', [], ['the next', 'a key']],
  ['the next does not read the running one', ['a key', 'the next'], ['the next']],
])('where %s, the next is refused', async (_what, running, own) => {
  const first = await join({ readableFingerprints: running })
  await expect(join({ keyFingerprint: 'the next', readableFingerprints: own })).rejects.toThrow(
    'its MASTER_KEY',
  )
  await first.leave()
})

it('two that come at once and do not fit are not both let in', async () => {
  const ended = await Promise.allSettled([join(), join({ keyFingerprint: 'another' })])
  expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

it('one that was killed is forgotten, and one that was only silent comes back', async () => {
  const silent = await join({ keyFingerprint: 'another' })
  await owner.query(`update instances set seen_at = now() - interval '1 minute'`)
  const next = await join()
  expect(await count()).toBe(1)
  await next.leave()
  await silent.sendHeartbeat()
  expect(await count()).toBe(1)
  await silent.sendHeartbeat()
  await silent.leave()
  expect(await count()).toBe(0)
})
