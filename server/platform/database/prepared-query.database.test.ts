import { eq, sql } from 'drizzle-orm'
import { integer, pgSchema, text, uuid } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { silentLog } from '../../testing/silent-log.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { openDatabase, type Database } from './database.ts'
import { whereOwnIn, whereOwn, preparedInsert, preparedQuery } from './prepared-query.ts'
import { openTx, type Tx } from './transaction.ts'

const kept = pgSchema('kept').table('rows', {
  clinicId: uuid('clinic_id').notNull(),
  name: text('name').notNull(),
  number: integer('number').generatedAlwaysAsIdentity(),
})
const [one, other] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const

let testApp: TestApp
let database: Database
beforeAll(async () => {
  testApp = await openTestApp()
  await testApp.owner.query(`create schema kept;
    create table kept.rows (clinic_id uuid not null, name text not null, number int generated always as identity);
    grant usage on schema kept to public; grant select, insert on kept.rows to public`)
  database = openDatabase(testApp.logins.app, { log: silentLog, connections_max: 1 })
})
afterAll(async () => {
  await database.close()
  await testApp.owner.query('drop schema kept cascade')
  await testApp.close()
})

let made = 0
const byName = preparedQuery('kept_by_name', (tx) => {
  made++
  return tx
    .select({ name: kept.name })
    .from(kept)
    .where(whereOwn(kept, kept.name, 'name'))
})
const among = preparedQuery('kept_among', (tx) =>
  tx
    .select({ clinicId: kept.clinicId })
    .from(kept)
    .where(whereOwnIn(kept, kept.clinicId, 'ids')),
)
const add = preparedInsert('kept_added', kept)
const within = <T>(work: (tx: Tx) => Promise<T>) => database.borrow((client) => work(openTx(client)))

it('is put together once for a connection, and asks of the practice and the values of each asking', async () => {
  for (const [clinicId, name] of [
    [one, 'first'],
    [one, 'second'],
    [other, 'first'],
  ] as const)
    await within((tx) => add(tx, { clinicId, name }))
  const found = await within((tx) =>
    Promise.all([
      byName({ tx, clinicId: one }, { name: 'first' }),
      byName({ tx, clinicId: one }, { name: 'second' }),
      byName({ tx, clinicId: other }, { name: 'second' }),
    ]),
  )
  expect(found).toEqual([[{ name: 'first' }], [{ name: 'second' }], []])
  expect(await within((tx) => among({ tx, clinicId: other }, { ids: [one, other] }))).toEqual([
    { clinicId: other },
  ])
  expect(made).toBe(1)
  const prepared = await within((tx) =>
    tx.execute<{ name: string }>(
      sql`select name from pg_prepared_statements where name like 'kept%' order by 1`,
    ),
  )
  expect(prepared.rows.map(({ name }) => name)).toEqual(['kept_added', 'kept_among', 'kept_by_name'])
})

it('fails where a value is not given, and where its name is another query of that connection', async () => {
  await expect(within((tx) => byName({ tx, clinicId: one }))).rejects.toThrow('name')
  const same = preparedQuery('kept_by_name', (tx) => tx.select().from(kept).where(eq(kept.name, 'x')))
  await expect(within((tx) => same({ tx, clinicId: one }))).rejects.toThrow()
})
