import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import { openWorld, type TestWorld } from '../../testing/test-world.ts'
import { platformClinicId } from './audit-schema.ts'

let world: TestWorld
let clinic: TestClinic
let clinics = 0

beforeAll(async () => {
  world = await openWorld()
})

afterAll(async () => {
  expect(world.faults).toEqual([])
  await world.close()
})

/** A clinic of its own for each test, since a broken chain stays broken. */
async function freshClinic(): Promise<TestClinic> {
  clinics++
  clinic = await world.addClinic(`Audited ${clinics}`)
  return clinic
}

const verify = () => clinic.as('owner').ask(contract.audit.verify, {})

/** Sealed rows: `seals` seals over some patients each. */
async function withSeals(seals: number): Promise<TestClinic> {
  await freshClinic()
  for (let made = 0; made < seals; made++) {
    await clinic.addPatient()
    await clinic.addPatient()
    await world.sealAuditLog()
  }
  return clinic
}

const onRow = (change: string) =>
  world.owner.query(
    `with chosen as (select id from audit_rows where clinic_id = $1 order by sequence offset 2 limit 1) ${change} and clinic_id = $1`,
    [clinic.id],
  )

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
    const { rows } = await world.owner.query('select * from audit_rows where clinic_id = $1', [clinic.id])
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
    const { rows } = await world.owner.query(
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
    const patient = await clinic.as('dentist').ask(contract.patients.get, { patientId })
    await clinic
      .as('dentist')
      .ask(contract.patients.update, { ...patient, patientId, phone: '020 7946 0018' })
    const { rows } = await world.owner.query(
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
    await clinic.as('dentist').ask(contract.patients.archive, { patientId })
    expect(await rowCount()).toBe(before + 1)
  })

  async function rowCount(): Promise<number> {
    const { rows } = await world.owner.query<{ count: number }>(
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
    expect(await verify()).toEqual({ rows: 6, unsealed: 0, seals: 3, intact: true, brokenSeal: null })
    expect(await verify()).toEqual({ rows: 7, unsealed: 1, seals: 3, intact: true, brokenSeal: null })
    await world.sealAuditLog()
    expect(await verify()).toMatchObject({ rows: 8, unsealed: 0, seals: 4, intact: true })
    const { rows } = await world.owner.query(
      'select number, count, hash, previous_hash from audit_seals where clinic_id = $1 order by number',
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
    await world.sealAuditLog()
    await world.sealAuditLog()
    expect((await verify()).seals).toBe(1)
  })

  it('by two instances at once makes each seal once', async () => {
    await freshClinic()
    await clinic.addPatient()
    const another = await world.openAnother()
    await Promise.all([world.sealAuditLog(), another.sealAuditLog()])
    await another.close()
    expect(await verify()).toMatchObject({ rows: 1, unsealed: 0, seals: 1, intact: true })
  })

  it('waits for a transaction that is still running and could yet write an older row', async () => {
    await freshClinic()
    const running = new pg.Client(world.logins.owner)
    await running.connect()
    await running.query('begin')
    await running.query('select pg_current_xact_id()')
    await clinic.addPatient()
    await world.app.sealAuditLog()
    expect(await verify()).toMatchObject({ rows: 1, unsealed: 1, seals: 0, intact: true })
    await running.query('commit')
    await running.end()
    await world.sealAuditLog()
    expect(await verify()).toMatchObject({ unsealed: 0, seals: 1, intact: true })
  })

  it('gives rows without a clinic a chain of their own', async () => {
    await world.nobody().call(contract.identity.signIn, { email: 'nobody@example.org', password: 'wrong' })
    await world.sealAuditLog()
    const { rows } = await world.owner.query(
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
    ['a seal that counts less', 'update audit_seals set count = 1 where number = 3', 3],
  ])('%s', async (_name, change, brokenSeal) => {
    await withSeals(3)
    await world.owner.query(`${change} and clinic_id = $1`, [clinic.id])
    expect(await verify()).toMatchObject({ intact: false, brokenSeal })
  })

  it('a row slipped in among sealed ones', async () => {
    await withSeals(2)
    await world.owner.query(
      `insert into audit_rows (clinic_id, id, at, action, details, user_role, ip, user_agent, browser, browser_version, platform, language,
         timezone, request_id, content_hash, written_by)
       select clinic_id, gen_random_uuid(), at, 'patient.deleted', details, user_role, ip, user_agent, browser, browser_version, platform,
         language, timezone, request_id, content_hash, written_by from audit_rows where clinic_id = $1 order by sequence limit 1`,
      [clinic.id],
    )
    expect(await verify()).toMatchObject({ intact: false, brokenSeal: 1 })
  })

  it('an altered row that no seal covers yet', async () => {
    await freshClinic()
    await clinic.addPatient()
    await world.owner.query(`update audit_rows set user_name = 'X' where clinic_id = $1`, [clinic.id])
    expect(await verify()).toMatchObject({ intact: false, brokenSeal: null, unsealed: 1 })
  })

  it('nothing wrong with another clinic', async () => {
    const other = await withSeals(1)
    await withSeals(1)
    await world.owner.query('delete from audit_rows where clinic_id = $1', [clinic.id])
    expect((await other.as('owner').ask(contract.audit.verify, {})).intact).toBe(true)
    expect((await verify()).intact).toBe(false)
  })
})
