import pg from 'pg'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { PatientCaller } from '../../../contract/access.ts'
import { silentLog } from '../../testing/silent-log.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { UnavailableError } from '../unavailable.ts'
import { openDatabase, type Database } from './database.ts'
import { uses_min } from './prepared-statements.ts'
import { NotPrimaryError, tellRefusedWrites } from './standby-sessions.ts'
import { transact } from './transaction.ts'

// What is sent to a pooler, seen on a connection of our own.

let testApp: TestApp
let database: Database

beforeAll(async () => {
  testApp = await openTestApp()
  await testApp.owner.query('create schema release; create table release.kept (one int)')
  await testApp.owner.query(
    'insert into release.kept values (1); grant usage on schema release to candour_app',
  )
  await testApp.owner.query('grant select on release.kept to candour_app')
})
afterAll(async () => {
  await testApp.owner.query('drop schema release cascade')
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})
afterEach(() => database.close())

function lend(keepsPrepared: boolean): void {
  const login = { ...testApp.logins.app, pooler: { keepsPrepared } }
  database = openDatabase(login, { log: silentLog, connections_max: 1 })
}

const ask = () =>
  database.borrow(async (client) => {
    const { rows } = await client.query('select * from release.kept where one = $1', [1])
    return rows as unknown
  })
const kept = () =>
  database.borrow(async (client) => {
    const { rows } = await client.query<{ name: string }>('select name from pg_prepared_statements')
    return rows.map(({ name }) => name)
  })
const visit = { requestId: 'r', ip: 'unknown', userAgent: 'unknown', sessionId: null, language: 'unknown' }
const patient = (): PatientCaller =>
  ({
    ...{ audience: 'patient', clinicId: testApp.clinicA.id, consentIds: [testApp.clinicA.id], visit },
    ...{ patientId: testApp.clinicA.id, linkId: null, actor: { kind: 'system', role: 'system' } },
  }) as never
const read = ({ readsOnce }: { readsOnce: boolean }) =>
  transact(database, patient(), {
    ...{ now: new Date(), isReadOnly: true, readsOnce, beforeCommit: () => null },
    work: ({ tx }) =>
      tx
        .select({ role: sql<string>`current_user`, limit: sql<string>`current_setting('statement_timeout')` })
        .from(sql`(select 1 where ${1}::int = 1)`)
        .prepare('named_reading')
        .execute(),
  })

describe('a pooler that keeps no statements', () => {
  it('is sent none by a name, however often', async () => {
    lend(false)
    for (let use = 0; use < uses_min * 2; use++) {
      expect(await ask()).toEqual([{ one: 1 }])
      for (const readsOnce of [true, false])
        expect(await read({ readsOnce })).toEqual([{ role: 'candour_patient', limit: '15s' }])
    }
    expect(await kept()).toEqual([])
  })
})

describe('a pooler that keeps them', () => {
  it('is sent those that are sent often by their names', async () => {
    lend(true)
    for (let use = 0; use < uses_min * 2; use++) {
      await ask()
      for (const readsOnce of [true, false])
        expect(await read({ readsOnce })).toEqual([{ role: 'candour_patient', limit: '15s' }])
    }
    expect(await kept()).toEqual(expect.arrayContaining(['named_reading', 'single_reading_scope']))
  })

  it('is sent other texts once one was refused whose table has changed', async () => {
    lend(true)
    for (let use = 0; use < uses_min; use++) await ask()
    await testApp.owner.query('alter table release.kept add column other int')
    await expect(ask()).rejects.toThrow(UnavailableError)
    expect(await ask()).toEqual([{ one: 1, other: null }])
    const { rows } = await database.borrow((client) =>
      client.query<{ statement: string }>(
        `select statement from pg_prepared_statements where name like 'often%'`,
      ),
    )
    expect(rows).toEqual([{ statement: 'select * from release.kept where one = $1 /* 1 */' }])
  })
})

describe('a write that is refused', () => {
  const setReadOnly = async (isReadOnly: boolean) => {
    const { rows } = await testApp.owner.query<{ name: string }>('select current_database() as name')
    const change = isReadOnly
      ? 'set default_transaction_read_only = on'
      : 'reset default_transaction_read_only'
    await testApp.owner.query(`alter database ${rows[0]!.name} ${change}`)
  }
  const write = (client: pg.ClientBase) => client.query('delete from instances')

  it('by a server that takes none is a database that is away', async () => {
    await setReadOnly(true)
    try {
      lend(true)
      await expect(database.borrow(write)).rejects.toThrow(UnavailableError)
      const client = new pg.Client(testApp.logins.app)
      tellRefusedWrites(client)
      await client.connect()
      await expect(write(client)).rejects.toThrow(NotPrimaryError)
      await client.end()
    } finally {
      await testApp.owner.query('set default_transaction_read_only = off')
      await setReadOnly(false)
    }
  })

  it('by a transaction of ours that only reads is a fault', async () => {
    lend(true)
    const writing = database.borrow(async (client) => {
      await client.query('begin read only')
      await write(client).finally(() => client.query('rollback'))
    })
    await expect(writing).rejects.toMatchObject({ code: '25006' })
  })
})
