import { like } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import { minute_ms } from '../../testing/test-clock.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { auditRowOf, contentHashOf } from './audit-rules.ts'
import { auditRows, platformClinicId } from './audit-schema.ts'

let testApp: TestApp
let clinic: TestClinic
let clinics = 0

beforeAll(async () => {
  testApp = await openTestApp()
})

afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

/** A clinic of its own for each test, since a broken chain stays broken. */
async function freshClinic(): Promise<TestClinic> {
  clinics++
  clinic = await testApp.addClinic(`Audited ${clinics}`)
  return clinic
}

/** An audit row of the clinic as the application would write it. */
const rowOf = (subject: string) =>
  auditRowOf(
    {
      clinicId: clinic.id,
      actor: { kind: 'system', role: 'system' },
      visit: {
        requestId: 'r',
        ip: 'unknown',
        userAgent: 'unknown',
        sessionId: null,
        language: 'unknown',
        timezone: 'UTC',
      },
      action: 'test',
      subject,
      details: {},
      at: new Date(),
    },
    crypto.randomUUID(),
  )

const verify = () => clinic.as('owner').callOk(contract.audit.verify, {})

/** Sealed rows: `seals` seals over some patients each. */
async function withSeals(seals: number): Promise<TestClinic> {
  await freshClinic()
  for (let made = 0; made < seals; made++) {
    await clinic.addPatient()
    await clinic.addPatient()
    await testApp.sealAuditLog()
  }
  return clinic
}

const onRow = (change: string) =>
  testApp.owner.query(
    `with chosen as (select id from audit_rows where clinic_id = $1 order by sequence offset 2 limit 1) ${change} and clinic_id = $1`,
    [clinic.id],
  )

/** Copies a row of the second clinic into the first one, as the owner. */
const copyOfRow = `insert into audit_rows (clinic_id, id, at, action, details, user_role, ip, user_agent, browser, browser_version, platform, language,
     timezone, request_id, content_hash)
   select $1, gen_random_uuid(), at, action, details, user_role, ip, user_agent, browser, browser_version, platform,
     language, timezone, request_id, content_hash from audit_rows where clinic_id = $2 order by sequence limit 1`

describe('an audit row', () => {
  it('holds every field of the audit record', async () => {
    await freshClinic()
    const { userId, email } = clinic.staff.dentist
    const answer = await clinic.as('dentist').call(
      contract.patients.create,
      { firstName: 'Owen', lastName: 'Llewellyn', dateOfBirth: '1952-11-30' },
      {
        from: '203.0.113.20',
        headers: { 'accept-language': 'cy-GB,cy;q=0.9', 'x-time-zone': 'Europe/London' },
      },
    )
    const { rows } = await testApp.owner.query('select * from audit_rows where clinic_id = $1', [clinic.id])
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      action: 'patient.created',
      subject: answer.body.id,
      user_id: userId,
      user_email: email,
      user_name: 'Tom Hughes',
      user_role: 'clinic_staff',
      ip: '203.0.113.20',
      browser: 'Firefox',
      browser_version: '140.0',
      platform: 'Linux',
      language: 'cy-GB',
      timezone: 'Europe/London',
      request_id: answer.headers['x-request-id'],
    })
    expect(rows[0].session_id).not.toBeNull()
    expect(rows[0].user_agent).toContain('Firefox')
  })

  it('says unknown for what a request does not say', async () => {
    await freshClinic()
    await clinic
      .as('dentist')
      .call(
        contract.patients.create,
        { firstName: 'A', lastName: 'B', dateOfBirth: '1952-11-30' },
        { headers: { 'x-time-zone': 'Moon/Base', 'user-agent': '' } },
      )
    const { rows } = await testApp.owner.query(
      'select user_agent, browser, platform, timezone from audit_rows where clinic_id = $1',
      [clinic.id],
    )
    expect(rows).toEqual([
      { user_agent: 'unknown', browser: 'unknown', platform: 'unknown', timezone: 'unknown' },
    ])
  })

  it('names the fields that were changed, and never their values', async () => {
    await freshClinic()
    const patientId = await clinic.addPatient()
    const patient = await clinic.as('dentist').callOk(contract.patients.get, { patientId })
    await clinic
      .as('dentist')
      .callOk(contract.patients.update, { ...patient, patientId, phone: '020 7946 0018' })
    const { rows } = await testApp.owner.query(
      `select details from audit_rows where action = 'patient.updated' and subject = $1`,
      [patientId],
    )
    expect(rows).toEqual([{ details: { fields: ['phone'] } }])
  })

  it('is there exactly when the change is: a refused change leaves none', async () => {
    await freshClinic()
    const patientId = await clinic.addPatient({ nhsNumber: '9434765919' })
    const before = await rowCount()
    const answer = await clinic.as('dentist').call(contract.patients.create, {
      firstName: 'A',
      lastName: 'B',
      dateOfBirth: '1952-11-30',
      nhsNumber: '9434765919',
    })
    expect(answer.reason).toBe('duplicate-nhs-number')
    await clinic.as('dentist').call(contract.patients.archive, { patientId: crypto.randomUUID() })
    expect(await rowCount()).toBe(before)
    await clinic.as('dentist').callOk(contract.patients.archive, { patientId })
    expect(await rowCount()).toBe(before + 1)
  })

  async function rowCount(): Promise<number> {
    const { rows } = await testApp.owner.query<{ count: number }>(
      'select count(*)::int as count from audit_rows where clinic_id = $1',
      [clinic.id],
    )
    return rows[0]!.count
  }
})

describe('sealing', () => {
  it('covers the rows in order, each seal linked to the one before, and tells what no seal covers yet', async () => {
    await withSeals(3)
    // Asking is itself written down, after the answer.
    expect(await verify()).toEqual({
      rows: 6,
      unsealed: 0,
      seals: 3,
      intact: true,
      brokenSeal: null,
      gaps: [],
    })
    expect(await verify()).toEqual({
      rows: 7,
      unsealed: 1,
      seals: 3,
      intact: true,
      brokenSeal: null,
      gaps: [],
    })
    await testApp.sealAuditLog()
    expect(await verify()).toMatchObject({ rows: 8, unsealed: 0, seals: 4, intact: true })
    const { rows } = await testApp.owner.query(
      'select number, cardinality(row_ids) as count, hash, previous_hash from audit_seals where clinic_id = $1 order by number',
      [clinic.id],
    )
    expect(rows.map(({ number, count }) => [number, count])).toEqual([
      [1, 2],
      [2, 2],
      [3, 2],
      [4, 2],
    ])
    expect(rows.slice(1).map((row) => row.previous_hash)).toEqual(rows.slice(0, -1).map((row) => row.hash))
  })

  it('makes no seal over nothing', async () => {
    await withSeals(1)
    await testApp.sealAuditLog()
    await testApp.sealAuditLog()
    expect((await verify()).seals).toBe(1)
  })

  it('holds over what a stranger typed, also half a character that no database keeps', async () => {
    await testApp.anonymous().call(contract.identity.signIn, { login: 'half\uD800', password: 'wrong' })
    const [row] = await drizzle(testApp.owner)
      .select()
      .from(auditRows)
      .where(like(auditRows.userEmail, 'half%'))
    expect(row).toMatchObject({ action: 'user.login_failed', userEmail: 'half\uFFFD' })
    expect(contentHashOf(row!)).toBe(row!.contentHash)
  })

  it('by two instances at once makes each seal once', async () => {
    await freshClinic()
    await clinic.addPatient()
    const another = await testApp.openSecondInstance()
    await Promise.all([testApp.sealAuditLog(), another.sweep('audit.seal')])
    await another.close()
    expect(await verify()).toMatchObject({ rows: 1, unsealed: 0, seals: 1, intact: true })
  })

  it('waits for nobody: the row of a transaction that ends late is in the next seal', async () => {
    await freshClinic()
    const late = new pg.Client(testApp.logins.owner)
    await late.connect()
    await late.query('begin')
    await drizzle(late).insert(auditRows).values(rowOf('late'))
    await clinic.addPatient()
    await testApp.sealAuditLog()
    await late.query('commit')
    await late.end()
    expect(await verify()).toMatchObject({ rows: 2, unsealed: 1, seals: 1, intact: true })
    await testApp.sealAuditLog()
    const { rows } = await testApp.owner.query(
      `select number, cardinality(row_ids) as count from audit_seals where clinic_id = $1 order by number`,
      [clinic.id],
    )
    expect(rows).toEqual([
      { number: 1, count: 1 },
      { number: 2, count: 2 },
    ])
  })

  it('takes many rows in seals of a size, which verification reads page by page', async () => {
    await freshClinic()
    for (let batch = 0; batch < 11; batch++) {
      const rows = Array.from({ length: 1000 }, (_, n) => rowOf(`${batch}.${n}`))
      await drizzle(testApp.owner).insert(auditRows).values(rows)
    }
    for (let seals = 0; seals < 3; seals++) await testApp.sealAuditLog()
    expect(await verify()).toEqual({
      rows: 11_000,
      unsealed: 0,
      seals: 3,
      intact: true,
      brokenSeal: null,
      gaps: [],
    })
    await testApp.owner.query(`delete from audit_rows where clinic_id = $1 and subject = '10.999'`, [
      clinic.id,
    ])
    expect(await verify()).toMatchObject({ intact: false, brokenSeal: 3 })
  })

  it('goes on where the log was restored to, since it keeps nothing of the server it was written on', async () => {
    await withSeals(2)
    await clinic.addPatient()
    const tables = ['audit_rows', 'audit_unsealed', 'audit_seals']
    // As a restore does: the rows alone, in transactions of their own, before the triggers are there.
    await testApp.owner.query(`set session_replication_role = replica`)
    for (const table of tables) {
      await testApp.owner.query(`create temp table restored as select * from ${table}`)
      await testApp.owner.query(`delete from ${table}`)
      await testApp.owner.query(`insert into ${table} overriding system value select * from restored`)
      await testApp.owner.query('drop table restored')
    }
    await testApp.owner.query(`set session_replication_role = origin`)
    expect(await verify()).toMatchObject({ rows: 5, unsealed: 1, seals: 2, intact: true })
    await testApp.sealAuditLog()
    expect(await verify()).toMatchObject({ rows: 6, unsealed: 0, seals: 3, intact: true })
    const { rows } = await testApp.owner.query(
      `select table_name, column_name from information_schema.columns
       where table_name = any($1) and (column_default ~ 'xact|xid|snapshot' or data_type like 'xid%')`,
      [tables],
    )
    expect(rows).toEqual([])
  })

  it("tells a chain's head to the log once an hour, and nothing else of it", async () => {
    await withSeals(2)
    const told = () =>
      testApp.logged.filter((line) => line.startsWith('audit log sealed') && line.includes(clinic.id))
    const { rows } = await testApp.owner.query(
      'select hash from audit_seals where clinic_id = $1 and number = 1',
      [clinic.id],
    )
    expect(told()).toEqual([
      `audit log sealed ${JSON.stringify({ chain: clinic.id, seal: 1, head: rows[0].hash })}`,
    ])
    await testApp.owner.query('update clinics set session_idle_minutes = 120 where id = $1', [clinic.id])
    testApp.clock.advance(60 * minute_ms)
    await clinic.addPatient()
    await testApp.sealAuditLog()
    testApp.clock.advance(-60 * minute_ms)
    expect(told()).toHaveLength(2)
  })

  it('gives rows without a clinic a chain of their own', async () => {
    await testApp
      .anonymous()
      .call(contract.identity.signIn, { login: 'nobody@example.org', password: 'wrong' })
    await testApp.sealAuditLog()
    const { rows } = await testApp.owner.query(
      'select count(*)::int as seals from audit_seals where clinic_id = $1',
      [platformClinicId],
    )
    expect(rows[0].seals).toBeGreaterThan(0)
  })
})

describe('verification finds', () => {
  it.each([
    ['a removed row', 'delete from audit_rows where id in (select id from chosen)'],
    [
      'an altered row',
      `update audit_rows set user_name = 'Somebody else' where id in (select id from chosen)`,
    ],
    [
      'altered details',
      `update audit_rows set details = '{"fields": []}' where id in (select id from chosen)`,
    ],
    [
      'a row moved in time',
      `update audit_rows set at = at - interval '1 day' where id in (select id from chosen)`,
    ],
    [
      'an altered row with a hash made to fit',
      `update audit_rows set content_hash = repeat('a', 64) where id in (select id from chosen)`,
    ],
  ])('%s, in the seal that covers it', async (_name, change) => {
    await withSeals(3)
    expect((await verify()).intact).toBe(true)
    await onRow(change)
    expect(await verify()).toMatchObject({ intact: false, brokenSeal: 2 })
  })

  it.each([
    ['an altered seal', `update audit_seals set hash = repeat('b', 64) where number = 2`, 2],
    ['a removed seal', 'delete from audit_seals where number = 2', 3],
    ['a removed first seal', 'delete from audit_seals where number = 1', 2],
    ['a seal that lists less', 'update audit_seals set row_ids = row_ids[1:1] where number = 3', 3],
  ])('%s', async (_name, change, brokenSeal) => {
    await withSeals(3)
    await testApp.owner.query(`${change} and clinic_id = $1`, [clinic.id])
    expect(await verify()).toMatchObject({ intact: false, brokenSeal })
  })

  it.each([
    ['the last seal was removed', 'delete from audit_seals where number = 3'],
    ['all seals were removed', 'delete from audit_seals where true'],
    ['a row that waits for its seal was taken from those waiting', 'delete from audit_unsealed where true'],
    [
      'a row was removed before it was sealed',
      'delete from audit_rows where id in (select row_id from audit_unsealed)',
    ],
  ])('that %s, and sealing on does not heal it', async (_name, change) => {
    await withSeals(3)
    await clinic.addPatient()
    expect(await verify()).toMatchObject({ unsealed: 1, intact: true })
    await testApp.owner.query(`${change} and clinic_id = $1`, [clinic.id])
    expect(await verify()).toMatchObject({ intact: false })
    await testApp.sealAuditLog()
    expect(await verify()).toMatchObject({ intact: false })
  })

  it('a row that is kept from being sealed', async () => {
    await freshClinic()
    await clinic.addPatient()
    await testApp.owner.query(
      `update audit_unsealed set since = since - interval '61 seconds' where clinic_id = $1`,
      [clinic.id],
    )
    expect(await verify()).toMatchObject({ intact: false, brokenSeal: null, unsealed: 1 })
    await testApp.sealAuditLog()
    expect(await verify()).toMatchObject({ intact: true, unsealed: 0 })
  })

  it('a row slipped in past the trigger, which nothing lists', async () => {
    await withSeals(2)
    await testApp.owner.query('set session_replication_role = replica')
    await testApp.owner.query(copyOfRow, [clinic.id, clinic.id])
    await testApp.owner.query('set session_replication_role = origin')
    expect(await verify()).toMatchObject({ intact: false, brokenSeal: null, unsealed: 0 })
  })

  it('a copied row, for its content names the row it was', async () => {
    await withSeals(2)
    await testApp.owner.query(copyOfRow, [clinic.id, clinic.id])
    expect(await verify()).toMatchObject({ intact: false, brokenSeal: null, unsealed: 1 })
    await testApp.sealAuditLog()
    expect(await verify()).toMatchObject({ intact: false, brokenSeal: 3 })
  })

  it('an altered row that no seal covers yet', async () => {
    await freshClinic()
    await clinic.addPatient()
    await testApp.owner.query(`update audit_rows set user_name = 'X' where clinic_id = $1`, [clinic.id])
    expect(await verify()).toMatchObject({ intact: false, brokenSeal: null, unsealed: 1 })
  })

  it('nothing wrong with another clinic', async () => {
    const other = await withSeals(1)
    await withSeals(1)
    await testApp.owner.query('delete from audit_rows where clinic_id = $1', [clinic.id])
    expect((await other.as('owner').callOk(contract.audit.verify, {})).intact).toBe(true)
    expect((await verify()).intact).toBe(false)
  })
})
