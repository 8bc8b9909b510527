import { afterAll, beforeAll, expect, it } from 'vitest'
import { silentLog } from '../../testing/silent-log.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { UnavailableError } from '../unavailable.ts'
import { openDatabase, type Database } from './database.ts'
import { uses_min } from './prepared-statements.ts'

let testApp: TestApp
let database: Database
beforeAll(async () => {
  testApp = await openTestApp()
  await testApp.owner.query('create schema release; create table release.kept (one int)')
  await testApp.owner.query('insert into release.kept values (1)')
  await testApp.owner.query('grant usage on schema release to public; grant select on release.kept to public')
  database = openDatabase(testApp.logins.app, { log: silentLog, connections_max: 1 })
})
afterAll(async () => {
  await database.close()
  await testApp.owner.query('drop schema release cascade')
  await testApp.close()
})

const ask = () =>
  database.borrow(async (client) => {
    const { rows } = await client.query('select * from release.kept where one = $1', [1])
    return rows as unknown
  })
const named = () =>
  database.borrow(async (client) => {
    const { rows } = await client.query<{ many: number }>(
      `select count(*)::int as many from pg_prepared_statements where name like 'often%'`,
    )
    return rows[0]!.many
  })

it('a statement sent often is kept by its connection; a newer release that widens its table costs one try', async () => {
  for (let use = 0; use < uses_min; use++) expect(await ask()).toEqual([{ one: 1 }])
  expect(await named()).toBe(1)
  await testApp.owner.query('alter table release.kept add column other int')
  await expect(ask()).rejects.toThrow(UnavailableError)
  expect(await ask()).toEqual([{ one: 1, other: null }])
})
