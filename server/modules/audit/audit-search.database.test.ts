import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { audit_rows_exported_max } from '../../../contract/limits.ts'
import { rawQuery } from '../../testing/raw-query.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { audit } = contract

let testApp: TestApp
let clinic: TestClinic
let query: ReturnType<typeof rawQuery>
let app: pg.Client

/** Entries of another practice that has been here for long: enough that no plan reads them all. */
const many = 5000

const fill = (clinicId: string, count: number, action = 'test.filled') =>
  testApp.owner.query(
    `insert into audit_rows (clinic_id, id, at, action, details, user_email, user_role, ip, user_agent, session_id, browser,
       browser_version, platform, language, timezone, request_id, content_hash)
     select $1, gen_random_uuid(), now() - n * interval '1 minute', $3, '{}', 'person' || n % 50 || '@example.org', 'clinic_staff',
       '198.51.100.' || n % 200, 'x', 'session' || n % 900, 'x', 'x', 'x', 'x', 'UTC', 'r', 'x' from generate_series(1, $2) n`,
    [clinicId, count, action],
  )

beforeAll(async () => {
  testApp = await openTestApp()
  clinic = testApp.clinicA
  app = new pg.Client(testApp.logins.app)
  await app.connect()
  query = rawQuery(app)
  await testApp.owner.query(`set session_replication_role = replica`)
  await fill(testApp.clinicB.id, many)
  await testApp.owner.query(`set session_replication_role = origin`)
  await testApp.owner.query('analyze audit_rows')
})

afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await app.end()
  await testApp.close()
})

const own = (asked: Parameters<typeof search>[0] = {}) => search(asked)
const search = (asked: {
  who?: string
  action?: string
  ip?: string
  sessionId?: string
  from?: string
  until?: string
  sort?: 'at' | '-at'
  after?: string
  pageSize?: number
}) => clinic.as('owner').callOk(audit.list, asked)
const admin = () => testApp.as(testApp.superAdmin)

describe('the log of a practice', () => {
  it('shows its own entries whole, the newest first, and nobody else’s', async () => {
    const patientId = await clinic.addPatient()
    const { rows } = await own()
    expect(rows[0]).toMatchObject({
      clinicId: clinic.id,
      action: 'patient.created',
      subject: patientId,
      userRole: 'clinic_staff',
      browser: 'Firefox',
      platform: 'Linux',
    })
    expect(rows[0]!.contentHash).toMatch(/^[\da-f]{64}$/)
    expect(rows.every((row) => row.clinicId === clinic.id)).toBe(true)
    expect(rows.map(({ at }) => at)).toEqual(
      rows
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
  })

  it('is for whoever may see its settings', async () => {
    for (const name of ['owner', 'manager', 'auditor'] as const)
      expect((await clinic.as(name).call(audit.list, {})).status).toBe(200)
    for (const name of ['dentist', 'receptionist'] as const) {
      expect((await clinic.as(name).call(audit.list, {})).code).toBe('permission-denied')
      expect((await clinic.as(name).get('/api/clinic/audit-rows.csv')).code).toBe('permission-denied')
    }
  })

  it('is searched by address, name, action, browser session, where from and when', async () => {
    const dentist = clinic.as('dentist')
    const ip = '203.0.113.77'
    const birth = { firstName: 'A', lastName: 'B', dateOfBirth: '1952-11-30' }
    const { body } = await dentist.call(contract.patients.create, birth, { from: ip })
    const [made] = (await own({ ip })).rows
    expect(made!.subject).toBe(body.id)
    const { email } = clinic.staff.dentist
    const by = async (asked: Parameters<typeof search>[0]) => {
      const { rows } = await own({ ...asked, pageSize: 100 })
      expect(rows.map(({ id }) => id)).toContain(made!.id)
      return rows
    }
    for (const who of [email, email.toUpperCase(), 'tom hughes', 'Hughes'])
      for (const row of await by({ who })) expect(row.userEmail).toBe(email)
    for (const row of await by({ action: 'patient.created' })) expect(row.action).toBe('patient.created')
    for (const row of await by({ sessionId: made!.sessionId! })) expect(row.sessionId).toBe(made!.sessionId)
    const second = new Date(Date.parse(made!.at) + 1000).toISOString()
    await by({ from: made!.at, until: second, who: 'hughes', action: 'patient.created', ip })
    expect((await own({ ip, from: second })).rows).toEqual([])
    expect((await own({ ip, until: made!.at })).rows).toEqual([])
    for (const who of ['Nobody Such', 'nobody@example.org', '%', '_'])
      expect((await own({ who })).rows, who).toEqual([])
  })

  it('is read page by page, each entry once, also those of one moment and of several people', async () => {
    const fresh = await testApp.addClinic('Paged')
    await testApp.owner.query(`set session_replication_role = replica`)
    await fill(fresh.id, 30)
    const { owner, dentist } = fresh.staff
    await testApp.owner.query(
      `update audit_rows set at = '2026-01-05T10:00:00Z', user_email = case when sequence % 2 = 0 then $2 else $3 end
       where clinic_id = $1`,
      [fresh.id, owner.email, dentist.email],
    )
    await testApp.owner.query(`set session_replication_role = origin`)
    // Amara Okafor and Tom Hughes.
    const orders = new Map<string, string[]>()
    for (const asked of [{}, { who: 'o' }, { sort: 'at' as const }, { who: 'o', sort: 'at' as const }]) {
      const seen: string[] = []
      for (let after: string | undefined; ;) {
        const page = await fresh
          .as('owner')
          .callOk(audit.list, { ...(after && { after }), ...asked, pageSize: 7 })
        seen.push(...page.rows.map(({ id }) => id))
        if (!page.next) break
        after = page.next
      }
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen).toHaveLength(30)
      orders.set(JSON.stringify(asked), seen)
    }
    const newestFirst = orders.get('{}')!
    expect(orders.get('{"who":"o"}')).toEqual(newestFirst)
    expect(orders.get('{"sort":"at"}')).toEqual(newestFirst.toReversed())
    expect(orders.get('{"who":"o","sort":"at"}')).toEqual(newestFirst.toReversed())
    const places = [
      'x',
      '2026-02-30T10:00:00Z_1',
      '8898-00-33T:Z_3',
      `2026-01-05T10:00:00Z_${'9'.repeat(19)}`,
    ]
    for (const after of places)
      expect([after, (await fresh.as('owner').call(audit.list, { after })).status]).toEqual([after, 400])
  })

  it('holds no word of what was written about a patient', async () => {
    const fresh = await testApp.addClinic('Discreet')
    const patientId = await fresh.addPatient({ firstName: 'Zebedee', lastName: 'Quillfeather' })
    const consent = await fresh.addViewed({ patientId, diagnosis: 'Pulpitis of quillwood' })
    const { consentId, patient } = consent
    const text = 'Will quillwort hurt?'
    await patient.callOk(contract.questions.ask, { consentId, part: null, text, isBlocking: false })
    const told = [{ prompt: 'hope' as const, text: 'A quillwing smile' }]
    await patient.callOk(contract.matters.tell, { consentId, told, isNothing: false })
    await fresh.discuss(consent)
    await fresh.as('dentist').callOk(contract.patients.addNote, { patientId, text: 'Fears quillbees' })
    await fresh.as('owner').callOk(contract.consents.void, { consentId, reason: 'Chose quillcrowns' })
    const { raw } = await fresh.as('owner').call(audit.list, { pageSize: 100 })
    expect(JSON.parse(raw.toString()).rows.length).toBeGreaterThan(5)
    expect(raw.toString().toLowerCase()).not.toMatch(/quill|zebedee/)
  })
})

describe('the logs of all practices', () => {
  it('are searched together, one by one, and that of the platform by itself', async () => {
    const ask = (asked: object) => admin().callOk(audit.listForAdmin, { pageSize: 100, ...asked })
    await testApp
      .anonymous()
      .call(contract.identity.signIn, { login: 'guess@example.org', password: 'wrong' })
    const [guessed] = (await ask({ who: 'guess@example.org' })).rows
    expect(guessed).toMatchObject({ action: 'user.login_failed', clinicId: null })
    expect((await ask({ clinicId: 'platform', who: 'guess@example.org' })).rows[0]!.id).toBe(guessed!.id)
    expect((await ask({ clinicId: clinic.id, who: 'guess@example.org' })).rows).toEqual([])
    await clinic.addPatient()
    await testApp.clinicB.addPatient()
    const both = await ask({ action: 'patient.created' })
    expect(both.rows.slice(0, 2).map((row) => row.clinicId)).toEqual([testApp.clinicB.id, clinic.id])
    const one = await ask({ action: 'patient.created', clinicId: testApp.clinicB.id })
    expect(new Set(one.rows.map((row) => row.clinicId))).toEqual(new Set([testApp.clinicB.id]))
  })

  it('are for those who run the platform alone', async () => {
    expect((await clinic.as('owner').call(audit.listForAdmin, {})).code).toBe('permission-denied')
    expect((await clinic.as('owner').get('/api/admin/audit-rows.csv')).code).toBe('permission-denied')
  })

  it('are checked one by one, and what is wrong with one is wrong with no other', async () => {
    const [one, other] = [await testApp.addClinic('Checked'), await testApp.addClinic('Meddled with')]
    for (const each of [one, other]) await each.addPatient()
    await testApp.sealAuditLog()
    const check = (clinicId: string) => admin().callOk(audit.verifyForAdmin, { clinicId })
    expect(await check(one.id)).toEqual({
      ...{ rows: 1, unsealed: 0, seals: 1, intact: true, brokenSeal: null, gaps: [] },
    })
    await testApp.owner.query('delete from audit_rows where clinic_id = $1', [other.id])
    expect(await check(other.id)).toMatchObject({ intact: false, brokenSeal: 1 })
    expect((await check(one.id)).intact).toBe(true)
    expect((await check('platform')).intact).toBe(true)
    const { rows } = await admin().callOk(audit.listForAdmin, {
      clinicId: 'platform',
      action: 'audit.verified',
    })
    expect(rows.map(({ subject }) => subject)).toEqual(expect.arrayContaining([one.id, other.id]))
  })

  it('name the gaps that destroyed records left', async () => {
    const fresh = await testApp.addClinic('Forgetful')
    await fresh.addDestroyed()
    await testApp.sealAuditLog()
    const { gaps, intact } = await admin().callOk(audit.verifyForAdmin, { clinicId: fresh.id })
    expect([gaps.length, gaps[0]!.certificate, intact]).toEqual([1, 1, true])
  })
})

describe('the log as a file', () => {
  const linesOf = (raw: Buffer) => raw.toString().trimEnd().split('\r\n')

  it('holds what was searched for, page by page, and is written down itself', async () => {
    const fresh = await testApp.addClinic('Exported')
    await testApp.owner.query(`set session_replication_role = replica`)
    await fill(fresh.id, 2500)
    await testApp.owner.query(`set session_replication_role = origin`)
    const file = await fresh.as('manager').get('/api/clinic/audit-rows.csv')
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(file.headers['content-disposition']).toContain('audit-log.csv')
    const [head, ...lines] = linesOf(file.raw)
    expect(head).toContain('"Time (UTC)","Practice","Action"')
    expect(lines).toHaveLength(2500)
    expect(new Set(lines).size).toBe(2500)
    const some = await fresh.as('manager').get('/api/clinic/audit-rows.csv?who=person7@example.org')
    expect(linesOf(some.raw)).toHaveLength(51)
    const { rows } = await fresh.as('manager').callOk(audit.list, { action: 'audit.exported' })
    expect(rows.map(({ details }) => details)).toEqual([{ rows: 50 }, { rows: 2500 }])
  })

  it('takes no cell for a formula', async () => {
    const fresh = await testApp.addClinic('Formulas')
    await fresh.addPatient()
    await testApp.owner.query(`update audit_rows set user_agent = '=cmd()' where clinic_id = $1`, [fresh.id])
    const { raw } = await fresh.as('owner').get('/api/clinic/audit-rows.csv')
    expect(raw.toString()).toContain(`"'=cmd()"`)
  })

  it('is refused where nothing matches, and where too much does', async () => {
    const nothing = await clinic.as('owner').get('/api/clinic/audit-rows.csv?ip=192.0.2.1')
    expect([nothing.status, nothing.reason]).toEqual([404, 'nothing-to-export'])
    await testApp.owner.query(`set session_replication_role = replica`)
    await fill(testApp.clinicB.id, audit_rows_exported_max + 1 - many, 'test.more')
    await testApp.owner.query(`set session_replication_role = origin`)
    const asked = `/api/admin/audit-rows.csv?clinicId=${testApp.clinicB.id}`
    const much = await admin().get(asked)
    expect([much.status, much.reason]).toEqual([400, 'too-many'])
    expect(much.error!.message).toContain('100,000')
    expect((await admin().get(`${asked}&who=person7@example.org&action=test.filled`)).status).toBe(200)
  })
})

describe('plans of a search among many entries', () => {
  const newest = 'at desc, sequence desc'
  const planOf = async (role: 'candour_clinic' | 'candour_admin', where: string, order = newest) => {
    const scope = { role, clinicId: testApp.clinicB.id }
    const rows = await query<{ 'QUERY PLAN': string }>(
      scope,
      `explain (costs off) select * from audit_rows where ${where} order by ${order} limit 51`,
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  const after = `(at, sequence) < (now() - interval '9 days', 10)`

  it.each([
    ['everything', 'true', 'audit_rows_by_time'],
    ['everything, deep in the log', after, 'audit_rows_by_time'],
    ['a rare action', `action = 'audit.verified'`, 'audit_rows_of_action'],
    ['one person', `user_email = 'person7@example.org'`, 'audit_rows_of_person'],
    ['one address', `ip = '198.51.100.9'`, 'audit_rows_from_address'],
    ['one session', `session_id = 'session9'`, 'audit_rows_of_session'],
  ])('%s comes from its index in order', async (_what, where, index) => {
    for (const order of [newest, 'at, sequence']) {
      const plan = await planOf('candour_admin', where, order)
      expect(plan).toContain(index)
      expect(plan).not.toMatch(/Seq Scan|Sort/)
    }
  })

  it('a practice reads its own in order, and no more than a page', async () => {
    const plan = await planOf('candour_clinic', `clinic_id = '${testApp.clinicB.id}' and ${after}`)
    expect(plan).toMatch(/audit_rows_(of_clinic|by_time)/)
    expect(plan).not.toMatch(/Seq Scan|Sort/)
    const rare = await planOf('candour_clinic', `clinic_id = '${clinic.id}'`)
    expect(rare).not.toMatch(/Seq Scan/)
  })
})
