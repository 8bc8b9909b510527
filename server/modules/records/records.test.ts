import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import type { RecordDueForReview } from '../../../contract/records.ts'
import { record_file_days, record_release_minutes } from '../../../contract/limits.ts'
import { retentionFor, type Nation } from '../../../contract/retention-rules.ts'
import { day_ms, minute_ms } from '../../testing/test-clock.ts'
import { tenantTables } from '../../testing/raw-query.ts'
import type { TestCaller } from '../../testing/test-caller.ts'
import { drawnSignature, signatureFor, type TestClinic } from '../../testing/test-clinic.ts'
import { addVideo } from '../../testing/test-upload.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { records } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const recordOf = (clinic: TestClinic, patientId: string) =>
  clinic.as('dentist').callOk(records.ofPatient, { patientId })

type Unpacked = Map<string, string>
const unpack = (zip: Buffer): Unpacked =>
  new Map(Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, strFromU8(bytes, true)]))

/** Makes a pack of a patient, proves who asks, and fetches it. */
async function packOf(clinic: TestClinic, patientId: string, who: TestCaller = clinic.as('dentist')) {
  const { id } = await who.callOk(records.makePack, { patientId })
  await testApp.runJobs()
  const { url } = await who.callOk(records.releasePack, { fileId: id })
  return { id, zip: (await who.get(url)).raw }
}

describe('how long a record is kept', () => {
  it('is told with its reason, by the practice’s nation and its own choice', async () => {
    const patientId = await testApp.clinicA.addPatient({ dateOfBirth: '1961-03-14' })
    const { retention } = await recordOf(testApp.clinicA, patientId)
    const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/London' })
    expect(retention).toMatchObject({ nation: 'england', lastCareOn: today, isDue: false })
    expect(retention.reason).toBe('11 years after the last care, as in England.')
  })

  it('counts from the newest consent, not from when they were added', async () => {
    const { consentId, patientId } = await testApp.clinicA.addSent()
    await testApp.owner.query(`update patients set created_at = '2001-05-05' where id = $1`, [patientId])
    await testApp.owner.query(
      `update consents set created_at = '2003-02-01', sent_at = '2003-02-28T23:30:00Z' where id = $1`,
      [consentId],
    )
    const { retention } = await recordOf(testApp.clinicA, patientId)
    expect(retention).toMatchObject({ lastCareOn: '2003-02-28', reviewOn: '2014-02-28', isDue: true })
  })
})

describe('records due for review', () => {
  // Around each birthday that decides, in winter and summer, on leap days; the last care long ago.
  const births = [
    '1961-03-14',
    '1984-02-29',
    '1985-06-30',
    '1986-07-01',
    '1988-02-29',
    '1990-12-31',
    '1999-02-28',
    '2000-02-29',
    '2001-06-15',
    '2002-11-20',
  ]
  const lastCares = [
    '2003-02-28T23:30:00Z',
    '2004-02-29T12:00:00Z',
    '2006-06-30T23:30:00Z',
    '2012-11-21T09:00:00Z',
    '2015-11-21T00:00:00Z',
    '2016-02-29T12:00:00Z',
    '2020-11-22T12:00:00Z',
  ]

  it.each<[Nation, { years: number | null; childUntilAge: number | null }]>([
    ['england', { years: null, childUntilAge: null }],
    ['scotland', { years: null, childUntilAge: null }],
    ['northern-ireland', { years: null, childUntilAge: null }],
    ['wales', { years: 13, childUntilAge: 27 }],
  ])('in %s with %j: those whom the rule names, in order, page by page', async (nation, own) => {
    const clinic = await testApp.addClinic(`Due in ${nation}`)
    await testApp.owner.query(`update clinics set nation = $2, policies = $3 where id = $1`, [
      clinic.id,
      nation,
      { retention: own },
    ])
    await testApp.owner.query(
      `insert into patients (clinic_id, first_name, last_name, date_of_birth, search_text, created_at)
       select $1, 'P', b || ' ' || c, b::date, '', c::timestamptz from unnest($2::text[]) b, unnest($3::text[]) c where b::date < c::timestamptz`,
      [clinic.id, births, lastCares],
    )
    // Some of them died since, a year ago or long before.
    await testApp.owner.query(
      `update patients set status = 'deceased', ended_on = case when date_of_birth > '1999-01-01' then now() - interval '1 year'
         else created_at + interval '1 year' end where clinic_id = $1 and extract(day from date_of_birth) in (14, 29)`,
      [clinic.id],
    )
    const { rows: all } = await testApp.owner.query<{
      id: string
      born: string
      care: string
      died: string | null
    }>(
      `select id, ended_on::text as died, date_of_birth::text as born, (created_at at time zone 'Europe/London')::date::text as care from patients where clinic_id = $1`,
      [clinic.id],
    )
    const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/London' })
    const expected = all
      .map(({ id, born, care, died }) => ({
        id,
        ...retentionFor({ dateOfBirth: born, lastCareOn: care, diedOn: died, nation, own }),
      }))
      .filter(({ reviewOn }) => reviewOn <= today)
    expect(expected.length).toBeGreaterThan(5)
    expect(expected.length).toBeLessThan(all.length)
    const listed = await clinic.as('owner').callOk(records.listDue, { pageSize: 100 })
    expect(listed.total).toBe(expected.length)
    expect(listed.rows.map(({ patientId, reviewOn }) => `${patientId} ${reviewOn}`).toSorted()).toEqual(
      expected.map(({ id, reviewOn }) => `${id} ${reviewOn}`).toSorted(),
    )
    const dates = listed.rows.map(({ reviewOn }) => reviewOn)
    expect(dates).toEqual(dates.toSorted())
    const second = await clinic.as('owner').callOk(records.listDue, { page: 2, pageSize: 3 })
    expect(second.rows.map(({ patientId }) => patientId)).toEqual(
      listed.rows.slice(3, 6).map(({ patientId }) => patientId),
    )
    const facts = {
      review: ({ reviewOn }: RecordDueForReview) => reviewOn,
      born: ({ dateOfBirth }: RecordDueForReview) => dateOfBirth,
      care: ({ lastCareOn }: RecordDueForReview) => lastCareOn,
      name: ({ firstName, lastName }: RecordDueForReview) => `${lastName} ${firstName}`,
    }
    for (const [key, factOf] of Object.entries(facts) as [keyof typeof facts, (typeof facts)['born']][]) {
      const sorted = await clinic.as('owner').callOk(records.listDue, { pageSize: 100, sort: key })
      expect(sorted.total).toBe(expected.length)
      expect(sorted.rows.map(factOf)).toEqual(sorted.rows.map(factOf).toSorted())
      const turned = await clinic.as('owner').callOk(records.listDue, { pageSize: 100, sort: `-${key}` })
      expect(turned.rows.map(({ patientId }) => patientId)).toEqual(
        sorted.rows.map(({ patientId }) => patientId).toReversed(),
      )
    }
    expect((await testApp.clinicB.as('owner').callOk(records.listDue, {})).total).toBe(0)
  })
})

describe('a hold', () => {
  it('is set once, lifted once with a reason, and both stay written down', async () => {
    const patientId = await testApp.clinicA.addPatient()
    const hold = { patientId, reason: 'A claim was announced' }
    const [one, other] = await Promise.all([
      testApp.clinicA.as('owner').call(records.setHold, hold),
      testApp.clinicA.as('manager').call(records.setHold, hold),
    ])
    expect([one, other].map(({ status, reason }) => reason ?? status).toSorted()).toEqual([
      200,
      'already-held',
    ])
    const lift = { patientId, reason: 'It was settled' }
    const lifted = await testApp.clinicA.as('manager').callOk(records.liftHold, lift)
    expect(lifted.holds).toEqual([
      expect.objectContaining({
        reason: 'A claim was announced',
        liftedBy: 'Siân Rees',
        liftedReason: 'It was settled',
      }),
    ])
    expect((await testApp.clinicA.as('manager').call(records.liftHold, lift)).reason).toBe('not-held')
    await testApp.clinicA.as('owner').callOk(records.setHold, hold)
    expect((await recordOf(testApp.clinicA, patientId)).holds).toHaveLength(2)
    const { rows } = await testApp.owner.query(
      `select action, details from audit_rows where subject = $1 and action like 'record.%' order by sequence`,
      [patientId],
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'record.hold_set',
      'record.hold_lifted',
      'record.hold_set',
    ])
    expect(JSON.stringify(rows)).not.toContain('claim')
  })

  it('is shown on the list of records due', async () => {
    const clinic = await testApp.addClinic('Holding')
    const patientId = await clinic.addPatient()
    await testApp.owner.query(`update patients set created_at = '2001-05-05' where id = $1`, [patientId])
    const isHeld = async () => (await clinic.as('owner').callOk(records.listDue, {})).rows[0]!.isHeld
    expect(await isHeld()).toBe(false)
    await clinic.as('owner').callOk(records.setHold, { patientId, reason: 'Inquest' })
    expect(await isHeld()).toBe(true)
  })

  it('takes the right for it, and lifting a fresh proof', async () => {
    const patientId = await testApp.clinicA.addPatient()
    const refused = await testApp.clinicA.as('dentist').call(records.setHold, { patientId, reason: 'x' })
    expect(refused.status).toBe(403)
    await testApp.clinicA.as('owner').callOk(records.setHold, { patientId, reason: 'x' })
    testApp.clock.advance(11 * minute_ms)
    const late = await testApp.clinicA.as('owner').call(records.liftHold, { patientId, reason: 'x' })
    testApp.clock.advance(-11 * minute_ms)
    expect(late.reason).toBe('requires-recent-login')
  })
})

describe('a merged record', () => {
  it('takes its hold along, and what was kept under it is in the pack of the record that stays', async () => {
    const clinic = await testApp.addClinic('Merging')
    const owner = clinic.as('owner')
    const [patientId, duplicateId] = [
      await clinic.addPatient(),
      await clinic.addPatient({ lastName: 'Whitcomb' }),
    ]
    await owner.callOk(records.setHold, { patientId: duplicateId, reason: 'Claim of Whitcomb' })
    await clinic.addMerge(patientId, duplicateId)
    expect((await owner.call(records.setHold, { patientId, reason: 'Another' })).reason).toBe('already-held')
    const { zip } = await packOf(clinic, patientId)
    const everything = [...unpack(zip).values()].join('\n')
    expect(everything).toContain('Claim of Whitcomb')
    expect(everything).toContain(duplicateId)
    const lifted = await owner.callOk(records.liftHold, { patientId, reason: 'Settled' })
    expect(lifted.holds.map(({ liftedReason }) => liftedReason)).toEqual(['Settled'])
  })
})

describe('a pack of one patient', () => {
  it('holds everything kept of them, and nothing of anybody else', async () => {
    const clinic = await testApp.addClinic('Packing')
    const guardian = {
      name: 'Rhiannon Pugh',
      relationship: 'Mother',
      authority: 'parental-responsibility',
      email: 'rhiannon@example.org',
      phone: '',
    } as const
    const patientId = await clinic.addPatient({
      lastName: 'Packed',
      accessNotes: 'Hearing loop',
      guardians: [guardian],
    })
    const consent = await clinic.addFinalised({ patientId, diagnosis: 'Infected nerve of Packed' })
    await clinic.as('dentist').callOk(contract.consents.send, {
      consentId: (await clinic.addDraft({ patientId })).id,
      by: 'email',
      unaskedAcknowledged: true,
      wordingConfirmed: true,
    })
    await clinic.openHome(patientId)
    await clinic.as('owner').callOk(records.setHold, { patientId, reason: 'Inquest of Packed' })
    await clinic.as('dentist').callOk(contract.dataRequests.open, {
      kind: 'access',
      patientId,
      receivedOn: '2026-01-06',
      from: 'Packed',
    })
    const otherId = await clinic.addPatient({ firstName: 'Neighbour', lastName: 'Elsewhere' })
    const other = await clinic.addFinalised({ patientId: otherId, diagnosis: 'Cracked cusp elsewhere' })
    await testApp.runJobs()
    const foreign = await testApp.clinicA.addPatient({ lastName: 'Foreigner' })

    const { zip } = await packOf(clinic, patientId)
    const files = unpack(zip)
    const everything = [...files.values()].join('\n')
    const data = (name: string) => JSON.parse(files.get(`data/${name}.json`)!) as Record<string, unknown>[]

    const tables = [
      'patients',
      'consents',
      'consent_items',
      'consent_events',
      'signatures',
      'countersignatures',
    ]
    tables.push('document_versions', 'links', 'messages', 'home_sessions', 'legal_holds', 'access_requests')
    tables.push('data_request_steps')
    tables.push('record_files', 'audit_rows')
    expect(data('message_news').map(({ news }) => news)).toContain('accept')
    for (const table of tables) {
      const { rows } = await testApp.owner.query<{ held: number }>(
        `select count(*)::int as held from ${table} t where t.clinic_id = $1 and to_jsonb(t)::text like any($2)`,
        [clinic.id, [`%${patientId}%`, `%${consent.consentId}%`]],
      )
      expect(rows[0]!.held, table).toBeGreaterThan(0)
      expect(data(table).length, table).toBeGreaterThanOrEqual(table === 'links' ? 1 : rows[0]!.held - 1)
      expect(files.has(`pages/${table}.html`), table).toBe(true)
    }
    for (const words of ['Hearing loop', 'Rhiannon Pugh', 'Infected nerve of Packed', 'Inquest of Packed'])
      expect(everything).toContain(words)
    expect(files.get(`consents/${consent.consentId}.html`)).toContain('Root')
    expect(files.get(`documents/${consent.consentId}-1-signed.pdf`)).toMatch(/^%PDF/)
    expect(files.get(`documents/${consent.consentId}-2-finalised.pdf`)).toMatch(/^%PDF/)
    expect(data('audit_rows').map(({ action }) => action)).toContain('consent.finalised')
    // Every page is within reach of the first.
    for (const name of files.keys())
      if (name.endsWith('.html') && name !== 'index.html')
        expect(files.get('index.html')).toContain(`href="${name}"`)

    for (const strange of [
      otherId,
      other.consentId,
      'Elsewhere',
      'Cracked cusp',
      foreign,
      testApp.clinicA.id,
    ])
      expect(everything, strange).not.toContain(strange)
    expect(everything).not.toMatch(/token_hash|idempotency_key|search_text/)
    // A colleague's own traces are theirs.
    expect(
      JSON.stringify(data('audit_rows').filter(({ user_role: role }) => role !== 'patient')),
    ).not.toMatch(/"ip"|user_agent|session_id|user_email/)
  })

  it('holds the strokes of a signature as they were drawn, which are stored small', async () => {
    const { patient, ...viewed } = await testApp.clinicA.addViewed()
    await patient.callOk(contract.signing.sign, { ...signatureFor(viewed), mark: drawnSignature })
    const { rows } = await testApp.owner.query<{ whole: boolean }>(
      `select mark ? 'strokes' as whole from signatures where consent_id = $1`,
      [viewed.consentId],
    )
    expect(rows).toEqual([{ whole: false }])
    const files = unpack((await packOf(testApp.clinicA, viewed.patientId)).zip)
    expect(JSON.parse(files.get('data/signatures.json')!)).toContainEqual(
      expect.objectContaining({ consent_id: viewed.consentId, mark: drawnSignature }),
    )
  })

  it('holds the scan of a paper that was signed by hand', async () => {
    const { consentId, patientId, fileId } = await testApp.clinicA.addPaper()
    await testApp.runJobs()
    const files = unpack((await packOf(testApp.clinicA, patientId)).zip)
    expect(files.get(`scans/${consentId}-${fileId}.png`)).toMatch(/PNG/)
    expect(files.get('index.html')).toContain('Paper of consent')
    expect(JSON.parse(files.get('data/paper_files.json')!)).toMatchObject([{ id: fileId, pages: 1 }])
  })

  it('holds what the practice system’s day list said of the patient, with their number there, and of nobody else', async () => {
    const clinic = await testApp.addClinic('Day list packed')
    const patientId = await clinic.addPatient({
      firstName: 'Ada',
      lastName: 'Quill',
      dateOfBirth: '1961-03-14',
    })
    const desk = clinic.as('receptionist')
    const lines = [
      'Date,Time,Mins,Patient No,Patient,DOB,Dentist,Reason,Surgery,Status',
      '04/01/2027,09:30,45,PX-5517,"Quill, Ada",14/03/1961,Tom Hughes,Exam,2,',
      '04/01/2027,10:15,30,PX-9018,"Rowe, Ben",02/11/1980,Tom Hughes,Filling,2,',
    ]
    const content = Buffer.from(lines.join('\r\n')).toString('base64')
    const { dayLists } = contract
    const draft = await desk.callOk(dayLists.read, { fileName: 'day.csv', content })
    const { id: listId, dateOrder, day } = draft
    const fields = draft.columns.map(({ field }) => field)
    await desk.callOk(dayLists.check, { listId, fields, dateOrder, day })
    const list = await desk.callOk(dayLists.choose, { listId, number: 3, choice: 'create' })
    await desk.callOk(dayLists.bringIn, { listId, seen: list.preview!.seen, cancel: [] })

    const files = unpack((await packOf(clinic, patientId)).zip)
    const data = (name: string) => JSON.parse(files.get(`data/${name}.json`)!) as Record<string, unknown>[]
    expect(data('day_list_numbers')).toMatchObject([{ number: 'PX-5517', patient_id: patientId }])
    expect(data('day_list_rows')).toMatchObject([{ number: 2, patient_id: patientId }])
    expect(files.get('pages/day_list_numbers.html')).toContain('Your numbers in the practice system')
    expect(files.get('pages/day_list_rows.html')).toContain('PX-5517')
    const everything = [...files.values()].join('\n')
    for (const strange of ['PX-9018', 'Rowe']) expect(everything).not.toContain(strange)
  })

  it('shows wording and names as text: nothing in it can run', async () => {
    const patientId = await testApp.clinicA.addPatient({ accessNotes: '<script>alert(1)</script>' })
    const files = unpack((await packOf(testApp.clinicA, patientId)).zip)
    const page = files.get('pages/patients.html')!
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(page).toContain("default-src 'none'")
    expect(page).not.toContain('<script')
  })

  it('is fetched only by who proved it is them, for a few minutes, and each time is written down', async () => {
    const patientId = await testApp.clinicA.addPatient()
    const dentist = testApp.clinicA.as('dentist')
    const { id } = await dentist.callOk(records.makePack, { patientId })
    expect((await recordOf(testApp.clinicA, patientId)).packs[0]).toMatchObject({ id, status: 'preparing' })
    expect((await dentist.call(records.releasePack, { fileId: id })).reason).toBe('not-ready')
    await testApp.runJobs()
    const url = `/api/clinic/record-files/${id}`
    expect((await dentist.get(url)).reason).toBe('not-released')
    await dentist.callOk(records.releasePack, { fileId: id })
    expect((await testApp.clinicA.as('lead').get(url)).reason).toBe('not-released')
    expect((await dentist.get(url)).status).toBe(200)
    testApp.clock.advance((record_release_minutes + 0.1) * minute_ms)
    expect((await dentist.get(url)).reason).toBe('not-released')
    testApp.clock.advance(-(record_release_minutes + 0.1) * minute_ms)
    expect((await testApp.clinicB.as('owner').get(url)).status).toBe(404)
    const { rows } = await testApp.owner.query<{ action: string }>(
      `select action from audit_rows where subject = $1 and action like 'record.%' order by sequence`,
      [patientId],
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'record.pack_asked',
      'record.file_ready',
      'record.pack_released',
      'record.file_downloaded',
    ])
    testApp.clock.advance(11 * minute_ms)
    const late = await dentist.call(records.makePack, { patientId })
    testApp.clock.advance(-11 * minute_ms)
    expect(late.reason).toBe('requires-recent-login')
  })

  it('is gone after a week, the row stays', async () => {
    const patientId = await testApp.clinicA.addPatient()
    const { id } = await packOf(testApp.clinicA, patientId)
    const { rows } = await testApp.owner.query<{ sha256: string }>(
      'select sha256 from record_files where id = $1',
      [id],
    )
    const place = `${testApp.config.dataDir}/files/records/${rows[0]!.sha256.slice(0, 2)}/${rows[0]!.sha256}.zip`
    expect(existsSync(place)).toBe(true)
    testApp.clock.advance(record_file_days * day_ms + minute_ms)
    try {
      await testApp.app.sweep('records.files')
      await testApp.runJobs()
    } finally {
      testApp.clock.advance(-(record_file_days * day_ms + minute_ms))
    }
    expect(existsSync(place)).toBe(false)
    expect((await recordOf(testApp.clinicA, patientId)).packs[0]!.status).toBe('expired')
    expect((await testApp.clinicA.as('dentist').call(records.releasePack, { fileId: id })).reason).toBe(
      'not-ready',
    )
  })

  it('that was never finished is given up after a day', async () => {
    const patientId = await testApp.clinicA.addPatient()
    // As one whose job is lost: a row of yesterday that nobody works on.
    await testApp.owner.query(
      `insert into record_files (clinic_id, kind, patient_id, made_by_id, made_by, created_at)
       values ($1, 'pack', $2, $3, 'Tom Hughes', now() - interval '25 hours')`,
      [testApp.clinicA.id, patientId, testApp.clinicA.staff.dentist.staffId],
    )
    await testApp.app.sweep('records.files')
    await testApp.runJobs()
    expect((await recordOf(testApp.clinicA, patientId)).packs[0]).toMatchObject({
      status: 'failed',
      failure: 'The export could not be completed. Create a new one.',
    })
  })

  it('asked for twice with one key is made once', async () => {
    const patientId = await testApp.clinicA.addPatient()
    const again = { idempotencyKey: crypto.randomUUID() }
    const dentist = testApp.clinicA.as('dentist')
    const one = await dentist.callOk(records.makePack, { patientId }, again)
    expect((await dentist.callOk(records.makePack, { patientId }, again)).id).toBe(one.id)
    await testApp.runJobs()
    expect((await recordOf(testApp.clinicA, patientId)).packs).toHaveLength(1)
  })
})

describe('an export of the whole clinic', () => {
  it('holds every row and document of that clinic, and not one of another', async () => {
    const clinic = await testApp.addClinic('Leaving')
    const { patientId, consentId } = await clinic.addFinalised()
    const foreign = await testApp.clinicA.addFinalised()
    await testApp.runJobs()
    await testApp.sealAuditLog()
    const owner = clinic.as('owner')
    const { id } = await owner.callOk(records.makeExport, {})
    expect((await owner.call(records.makeExport, {})).reason).toBe('already-preparing')
    await testApp.runJobs()
    const [made] = await owner.callOk(records.listExports, {})
    expect(made).toMatchObject({ id, status: 'ready', progress: 100 })
    const { url } = await owner.callOk(records.releaseExport, { exportId: id })
    const fetched = await owner.get(url)
    expect(fetched.headers['content-type']).toBe('application/zip')
    const files = unpack(fetched.raw)
    const rowsOf = (name: string) =>
      files
        .get(`data/${name}.jsonl`)!
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown>)

    const { rows: tables } = await testApp.owner.query<{ name: string }>(
      `select name from unnest($1::text[]) name where has_column_privilege('candour_clinic', name, 'clinic_id', 'select')`,
      [await tenantTables(testApp.owner)],
    )
    expect(tables.length).toBeGreaterThan(15)
    // The keys under which a search finds patients say nothing that the patients do not.
    const left = new Set(['audit_unsealed', 'idempotency_keys', 'patient_keys'])
    for (const { name } of tables.filter((table) => !left.has(table.name))) {
      // Rows about the export itself come while it is being made.
      const since = ['audit_rows', 'audit_seals', 'record_files'].includes(name)
      const { rows } = await testApp.owner.query<{ count: number }>(
        `select count(*)::int as count from ${name} where clinic_id = $1`,
        [clinic.id],
      )
      expect(rowsOf(name).length, name).toBeGreaterThanOrEqual(since ? 1 : rows[0]!.count)
      expect(
        rowsOf(name).every((row) => row.clinic_id === clinic.id),
        name,
      ).toBe(true)
    }
    expect(rowsOf('patients').map((row) => row.id)).toContain(patientId)
    expect(rowsOf('clinic').map((row) => row.name)).toEqual(['Leaving'])
    expect(rowsOf('templates').every((row) => row.owner_clinic_id === clinic.id)).toBe(true)
    expect(rowsOf('template_versions').length).toBeGreaterThan(0)
    expect(files.get(`documents/${consentId}-1-signed.pdf`)).toMatch(/^%PDF/)
    const everything = [...files.values()].join('\n')
    for (const strange of [foreign.patientId, foreign.consentId, testApp.clinicA.id])
      expect(everything).not.toContain(strange)
    expect(everything).not.toMatch(/token_hash|pin_hash|"search_text"/)
  })

  it('holds the files of its videos, also of one that the store has not got yet', async () => {
    const clinic = await testApp.addClinic('Filming')
    const owner = clinic.as('owner')
    const kept = await addVideo(owner, 'clinic')
    await testApp.runJobs()
    const late = await addVideo(owner, 'clinic')
    const foreign = await addVideo(testApp.clinicA.as('owner'), 'clinic')
    const { id } = await owner.callOk(records.makeExport, {})
    await testApp.runJobs()
    const { url } = await owner.callOk(records.releaseExport, { exportId: id })
    const entries = unzipSync((await owner.get(url)).raw)
    for (const { publicId, sha256 } of [kept, late])
      expect(createHash('sha256').update(entries[publicId]!).digest('hex')).toBe(sha256)
    expect(Object.keys(entries)).not.toContain(foreign.publicId)
    const manifest = JSON.parse(Buffer.from(entries['manifest.json']!).toString()) as object
    expect(manifest).toMatchObject({ rows: { videos: 2 }, leftOut: [] })
  })

  it('is for who may close the account, and nobody else lists or fetches it', async () => {
    for (const who of ['manager', 'dentist', 'receptionist', 'auditor'] as const) {
      expect((await testApp.clinicA.as(who).call(records.makeExport, {})).status, who).toBe(403)
      expect((await testApp.clinicA.as(who).call(records.listExports, {})).status, who).toBe(403)
    }
    const { id } = await testApp.clinicA.as('owner').callOk(records.makeExport, {})
    await testApp.runJobs()
    expect((await testApp.clinicA.as('dentist').call(records.releasePack, { fileId: id })).status).toBe(404)
    expect((await testApp.clinicB.as('owner').call(records.releaseExport, { exportId: id })).status).toBe(404)
    expect((await testApp.clinicA.as('manager').get(`/api/clinic/record-files/${id}`)).reason).toBe(
      'not-released',
    )
  })
})

it('met no fault of the server on the way', () => {
  expect(testApp.loggedErrors).toEqual([])
})
