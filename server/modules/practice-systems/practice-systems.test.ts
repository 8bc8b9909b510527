import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import type { App } from '../../app.ts'
import { openHttpsPeer } from '../../testing/https-peer.ts'
import {
  dentallyAppointment,
  dentallyPatient,
  openMockDentally,
  type MockDentally,
} from '../../testing/mock-dentally.ts'
import { openMockOpenDental } from '../../testing/mock-open-dental.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { createTestCaller, type TestCaller } from '../../testing/test-caller.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import { day_ms, minute_ms } from '../../testing/test-clock.ts'

const { practiceSystems } = contract
const inside = ['127.0.0.0/8', '::1']

let testApp: TestApp
let dentally: MockDentally
let app: App
let owner: TestCaller
let clinic: TestClinic

/** The product with the addresses of peers on this machine. */
const openWith = (
  addresses: Partial<Record<'dentally' | 'dentally-sandbox' | 'open-dental', string>>,
  certificate: string,
  privateNetworks = inside,
) =>
  testApp.openSecondInstance({
    webhooks: { privateNetworks, certificateAuthority: certificate, timeoutSeconds: 10 },
    practiceSystems: {
      addresses: {
        ...{ dentally: 'https://localhost:9', 'dentally-sandbox': 'https://localhost:9' },
        ...{ 'open-dental': 'https://localhost:9', ...addresses },
      },
      timeoutSeconds: 5,
      grants: { clients: {}, scopes: 'patient:read' },
    },
  })

let clinics = 0
beforeAll(async () => {
  testApp = await openTestApp()
  dentally = await openMockDentally()
  app = await openWith(
    { dentally: dentally.address, 'dentally-sandbox': dentally.address },
    dentally.certificate,
  )
})
/** Each on a practice of its own, since a practice's connection remembers its account. */
async function newPractice(): Promise<void> {
  clinics++
  // Those of the tests before ask the same peer for nothing any more.
  await testApp.owner.query('update practice_systems set next_run_at = null')
  await testApp.owner.query(
    `update practice_system_deliveries set status = 'failed', next_attempt_at = null where status = 'queued'`,
  )
  clinic = await testApp.addClinic(`Practice ${clinics}`)
  owner = createTestCaller(app.http, clinic.as('owner').cookie)
  Object.assign(dentally, {
    ...{ key: 'dentally-test-key-0001', practice: { id: 4711, name: 'Harbour Street Dental' } },
    ...{ patients: [], practitioners: [], treatments: [], appointments: [], attachments: [], notes: [] },
    ...{ asked: [], faults: [], sorts: true },
  })
}
let moved = 0
/** Sessions of staff, and what they have confirmed, end long before what is waited for here. */
const rewind = (): void => {
  testApp.clock.advance(-moved)
  moved = 0
}
afterEach(rewind)
afterAll(async () => {
  await app.close()
  await dentally.close()
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const advance = (ms: number): void => {
  moved += ms
  testApp.clock.advance(ms)
}

/** Lets the next run begin and do what it can. */
async function nextRun(ms = 61_000, on: App = app): Promise<void> {
  advance(ms)
  await on.sweep('practice-systems')
  await on.jobs.drain()
}

const overview = () => owner.callOk(practiceSystems.get, {})
const inDays = (days: number, minutes = 0): string =>
  new Date(
    Math.floor(testApp.clock.now().getTime() / day_ms) * day_ms + days * day_ms + minutes * minute_ms,
  ).toISOString()

async function connect(key = dentally.key): Promise<void> {
  await owner.callOk(practiceSystems.connect, { system: 'dentally', key })
  await app.jobs.drain()
}

async function matchAll(): Promise<void> {
  for (const { id: practitionerId } of await owner.callOk(practiceSystems.listPractitioners, {}))
    await owner.callOk(practiceSystems.matchPractitioner, {
      ...{ practitionerId, staffId: clinic.staff.dentist.staffId! },
    })
  await app.jobs.drain()
}

const practitioner = {
  id: 77,
  active: true,
  gdc_number: '',
  user: { first_name: 'Amara', last_name: 'Okafor' },
}

const board = async () =>
  (
    await testApp.owner.query<{
      first_name: string
      starts_at: Date
      status: string
      minutes: number
      reason: string
    }>(
      `select p.first_name, a.starts_at, a.status, a.minutes, a.reason from appointments a
       join patients p on p.clinic_id = a.clinic_id and p.id = a.patient_id
       where a.clinic_id = $1 order by a.starts_at, p.first_name, a.status`,
      [clinic.id],
    )
  ).rows

describe('a connection to Dentally', () => {
  it('brings patients and appointments once their practitioner is matched, and what changes later', async () => {
    await newPractice()
    dentally.practitioners = [practitioner]
    dentally.treatments = [{ id: 5, code: 'RCT', nomenclature: 'Root canal treatment' }]
    dentally.patients = [
      dentallyPatient(1),
      dentallyPatient(2, { active: false }),
      dentallyPatient(3, { use_sms: false }),
    ]
    dentally.appointments = [
      dentallyAppointment(1, { start_time: inDays(2, 540) }),
      dentallyAppointment(2, { start_time: inDays(2, 600), state: 'Cancelled' }),
      dentallyAppointment(3, { patient_id: null, start_time: inDays(2, 660) }),
      dentallyAppointment(4, { patient_id: 3, start_time: inDays(-9) }),
    ]
    await connect()
    expect(await overview()).toMatchObject({
      connection: { status: 'active', problem: null, accountName: 'Harbour Street Dental', keyHint: '0001' },
      ...{ held: 0, waiting: 2, unmatchedPractitioners: 1 },
    })
    expect(await board()).toEqual([])
    await matchAll()
    expect(await board()).toMatchObject([
      { first_name: 'Given1', status: 'booked', minutes: 30, reason: 'Exam' },
    ])
    const { rows } = await testApp.owner.query(
      `select first_name, phone, contact_permission from patients where clinic_id = $1 order by 1`,
      [clinic.id],
    )
    expect(rows).toEqual([
      { first_name: 'Given1', phone: '07700 900123', contact_permission: ['email', 'sms', 'phone', 'post'] },
      { first_name: 'Given3', phone: '07700 900123', contact_permission: ['email', 'phone', 'post'] },
    ])
    Object.assign(dentally.appointments[0]!, {
      start_time: inDays(3, 540),
      updated_at: new Date().toISOString(),
    })
    Object.assign(dentally.patients[0]!, {
      email_address: 'later@example.org',
      updated_at: new Date().toISOString(),
    })
    await nextRun()
    expect(await board()).toMatchObject([{ starts_at: new Date(inDays(3, 540)), status: 'booked' }])
    expect((await owner.callOk(contract.patients.list, { search: 'Given1' })).rows).toMatchObject([
      { email: 'later@example.org' },
    ])
    Object.assign(dentally.appointments[0]!, {
      state: 'Cancelled',
      updated_at: new Date(Date.now() + 1000).toISOString(),
    })
    await nextRun()
    expect(await board()).toMatchObject([{ status: 'cancelled' }])
  })

  it('answers, logs and audits no key, and nobody’s health in the log', async () => {
    await newPractice()
    dentally.patients = [dentallyPatient(1, { first_name: 'Unmistakable' })]
    const answered = await owner.call(practiceSystems.connect, { system: 'dentally', key: dentally.key })
    await app.jobs.drain()
    expect(JSON.stringify([answered.body, await overview()])).not.toContain(dentally.key)
    expect(testApp.logged.join('\n')).not.toMatch(/dentally-test-key|Unmistakable/)
    const { rows } = await testApp.owner.query<{ row: string }>(
      `select to_jsonb(a)::text as row from audit_rows a where clinic_id = $1
       union all select to_jsonb(s)::text from practice_systems s where clinic_id = $1`,
      [clinic.id],
    )
    expect(rows.length).toBeGreaterThan(1)
    expect(rows.map(({ row }) => row).join('\n')).not.toContain(dentally.key)
  })

  it('reads nothing with a rejected key, and goes on with another one', async () => {
    await newPractice()
    await connect('a-key-of-nobody-9999')
    expect(await overview()).toMatchObject({
      connection: { status: 'checking', problem: 'key-rejected', nextRunAt: null },
    })
    expect(dentally.asked).toEqual(['GET /v1/practice'])
    await nextRun()
    expect(dentally.asked).toHaveLength(1)
    expect(await owner.call(practiceSystems.synchronise, {})).toMatchObject({ reason: 'key-rejected' })
    await owner.callOk(practiceSystems.replaceKey, { key: dentally.key })
    await app.jobs.drain()
    expect(await overview()).toMatchObject({ connection: { status: 'active', problem: null } })
  })

  it('stops when a key expires in the middle, and refuses a key of another account', async () => {
    await newPractice()
    await connect()
    dentally.key = 'another-key-of-theirs-1'
    await nextRun()
    expect(await overview()).toMatchObject({ connection: { problem: 'key-rejected' } })
    dentally.practice = { id: 9999, name: 'Somebody else' }
    dentally.patients = [dentallyPatient(1)]
    await owner.callOk(practiceSystems.replaceKey, { key: dentally.key })
    await app.jobs.drain()
    expect(await overview()).toMatchObject({
      connection: { problem: 'other-account', accountName: 'Harbour Street Dental', nextRunAt: null },
    })
    expect(dentally.asked.filter((each) => each.includes('patients'))).toHaveLength(1)
  })

  it('never mixes a sandbox with a real practice', async () => {
    await newPractice()
    await connect()
    const sandbox = { system: 'dentally-sandbox' as const, key: dentally.key }
    expect(await owner.call(practiceSystems.connect, sandbox)).toMatchObject({ reason: 'already-connected' })
    await owner.callOk(practiceSystems.disconnect, {})
    expect(await owner.call(practiceSystems.connect, sandbox)).toMatchObject({ reason: 'test-and-real' })
    await connect()
    expect(await overview()).toMatchObject({ connection: { status: 'active' } })
  })

  it.each([
    ['429 with Retry-After', { status: 429, headers: { 'retry-after': '90' } }, 90_000],
    ['503 with Retry-After', { status: 503, headers: { 'retry-after': '300' } }, 300_000],
    ['500', { status: 500 }, 60_000],
    [
      'its hourly limit as 403',
      { status: 403, body: { error: { type: 'invalid_access_error', message: 'Rate limit exceeded' } } },
      60_000,
    ],
  ])('leaves it alone after %s for as long as it says', async (_, fault, ms) => {
    await newPractice()
    dentally.patients = [dentallyPatient(1)]
    const none = () => undefined
    dentally.faults = [none, none, none, () => fault]
    await connect()
    const before = dentally.asked.length
    expect(before).toBe(4)
    await nextRun(ms - 5000)
    expect(dentally.asked).toHaveLength(before)
    await nextRun(6000)
    expect(dentally.asked.length).toBeGreaterThan(before)
    expect(await overview()).toMatchObject({ connection: { problem: null, status: 'active' } })
    expect(await overview()).toMatchObject({
      connection: {
        resources: expect.arrayContaining([expect.objectContaining({ resource: 'patients', read: 1 })]),
      },
    })
  })

  it('follows no redirect, and hands the key to nobody', async () => {
    await newPractice()
    const visits: string[] = []
    const elsewhere = await openHttpsPeer(({ headers }) => {
      visits.push(headers['authorization'] ?? '')
      return { status: 200, body: {} }
    })
    dentally.faults = [() => ({ status: 307, headers: { location: `${elsewhere.address}/v1/practice` } })]
    await connect()
    expect(await overview()).toMatchObject({ connection: { problem: 'redirected', nextRunAt: null } })
    expect(visits).toEqual([])
    await elsewhere.close()
  })

  it('calls no private network', async () => {
    await newPractice()
    const careful = await openWith({ dentally: dentally.address }, dentally.certificate, [])
    await createTestCaller(careful.http, clinic.as('owner').cookie).callOk(practiceSystems.connect, {
      ...{ system: 'dentally', key: dentally.key },
    })
    await careful.jobs.drain()
    await careful.close()
    expect(dentally.asked).toEqual([])
    expect(await overview()).toMatchObject({ connection: { problem: 'unavailable' } })
  })

  it('reads nothing while it is paused, and forgets its key when it is disconnected', async () => {
    await newPractice()
    await connect()
    await owner.callOk(practiceSystems.pause, {})
    const before = dentally.asked.length
    await nextRun(10 * minute_ms)
    expect(dentally.asked).toHaveLength(before)
    expect(await owner.call(practiceSystems.synchronise, {})).toMatchObject({ reason: 'paused' })
    rewind()
    await owner.callOk(practiceSystems.resume, {})
    await app.jobs.drain()
    expect(dentally.asked.length).toBeGreaterThan(before)
    await owner.callOk(practiceSystems.disconnect, {})
    expect(await overview()).toMatchObject({ connection: null })
    const { rows } = await testApp.owner.query(
      `select secret, key_hint from practice_systems where clinic_id = $1`,
      [clinic.id],
    )
    expect(rows).toEqual([{ secret: null, key_hint: '' }])
  })
})

describe('people who contradict', () => {
  const held = async () => (await owner.callOk(practiceSystems.listHeld, {})).rows

  it('are held, never overwritten, and are who somebody says', async () => {
    await newPractice()
    dentally.practitioners = [practitioner]
    dentally.patients = [dentallyPatient(1, { first_name: 'Rosalind', last_name: 'Achterberg' })]
    dentally.appointments = [dentallyAppointment(1, { start_time: inDays(2, 540) })]
    await connect()
    await matchAll()
    const changed = { date_of_birth: '1980-01-01', updated_at: new Date().toISOString() }
    Object.assign(dentally.patients[0]!, changed)
    Object.assign(dentally.appointments[0]!, { start_time: inDays(4, 540), updated_at: changed.updated_at })
    await nextRun()
    const [contradicting] = await held()
    expect(contradicting).toMatchObject({
      ...{ reason: 'details-contradict', isLinked: true, inSystem: { dateOfBirth: '1980-01-01' } },
      candidates: [{ dateOfBirth: '1970-05-17' }],
    })
    // What is theirs waits with them.
    expect(await board()).toMatchObject([{ starts_at: new Date(inDays(2, 540)) }])
    await owner.callOk(practiceSystems.resolveHeld, {
      ...{ heldId: contradicting!.id, answer: 'link', patientId: contradicting!.candidates[0]!.id },
    })
    await app.jobs.drain()
    expect(await held()).toEqual([])
    expect(await board()).toMatchObject([{ starts_at: new Date(inDays(4, 540)) }])
    expect((await owner.callOk(contract.patients.list, { search: 'Rosalind' })).rows).toMatchObject([
      { dateOfBirth: '1970-05-17' },
    ])
    Object.assign(dentally.patients[0]!, {
      mobile_phone: '07700900456',
      updated_at: new Date(Date.now() + 1000).toISOString(),
    })
    await nextRun()
    expect(await held()).toEqual([])
  })

  it('are held where one person stands there twice, and added where they are two', async () => {
    await newPractice()
    dentally.patients = [
      dentallyPatient(1, { first_name: 'Rosalind', last_name: 'Achterberg' }),
      dentallyPatient(2, { first_name: 'Rosalind', last_name: 'Achterberg' }),
    ]
    await connect()
    const [twice] = await held()
    expect(twice).toMatchObject({ externalId: '2', reason: 'same-person-twice' })
    const [first] = (await owner.callOk(contract.patients.list, { search: 'Rosalind' })).rows
    expect(twice!.candidates).toMatchObject([{ id: first!.id }])
    const answer = { heldId: twice!.id, answer: 'link' as const }
    expect(await owner.call(practiceSystems.resolveHeld, answer)).toMatchObject({ reason: 'no-patient' })
    await owner.callOk(practiceSystems.resolveHeld, { heldId: twice!.id, answer: 'add' })
    await nextRun()
    expect(await held()).toEqual([])
    expect((await owner.callOk(contract.patients.list, { search: 'Rosalind' })).rows).toHaveLength(2)
  })

  it('are one person under two records where somebody says so', async () => {
    await newPractice()
    dentally.practitioners = [practitioner]
    const named = { first_name: 'Rosalind', last_name: 'Achterberg' }
    dentally.patients = [dentallyPatient(1, named), dentallyPatient(2, named)]
    dentally.appointments = [dentallyAppointment(1, { patient_id: 2, start_time: inDays(2, 540) })]
    await connect()
    await matchAll()
    const [twice] = await held()
    await owner.callOk(practiceSystems.resolveHeld, {
      ...{ heldId: twice!.id, answer: 'link', patientId: twice!.candidates[0]!.id },
    })
    await app.jobs.drain()
    expect(await board()).toMatchObject([{ first_name: 'Rosalind' }])
    expect((await owner.callOk(contract.patients.list, { search: 'Rosalind' })).rows).toHaveLength(1)
  })

  it('are joined with who is here by name and birth date, and with an appointment that is here already', async () => {
    await newPractice()
    const patientId = await clinic.addPatient({
      firstName: 'Given1',
      lastName: 'Family1',
      dateOfBirth: '1970-05-17',
      email: '',
    })
    await owner.callOk(contract.appointments.create, {
      ...{ patientId, clinicianId: clinic.staff.dentist.staffId!, minutes: 45 },
      ...{ day: inDays(2).slice(0, 10), time: '09:00' },
    })
    dentally.practitioners = [practitioner]
    dentally.patients = [dentallyPatient(1)]
    dentally.appointments = [dentallyAppointment(1, { start_time: inDays(2, 540) })]
    await connect()
    await matchAll()
    expect(await board()).toMatchObject([{ first_name: 'Given1', minutes: 30 }])
    expect((await owner.callOk(contract.patients.list, { search: 'Given1' })).rows).toMatchObject([
      { id: patientId, email: 'patient1@example.org' },
    ])
  })
})

describe('treatments', () => {
  it('are proposed, and mean a template once somebody has confirmed it', async () => {
    await newPractice()
    dentally.practitioners = [practitioner]
    dentally.treatments = [{ id: 5, code: 'RCTM', nomenclature: 'Root canal treatment molar' }]
    dentally.patients = [dentallyPatient(1)]
    await connect()
    await matchAll()
    const [treatment] = (await owner.callOk(practiceSystems.listTreatments, { decision: 'open' })).rows
    expect(treatment).toMatchObject({ code: 'RCTM', decision: 'open', template: null })
    const [proposal] = treatment!.proposals
    expect(proposal!.name).toMatch(/root canal/i)
    await owner.callOk(practiceSystems.mapTreatment, { treatmentId: treatment!.id, templateId: proposal!.id })
    dentally.appointments = [
      dentallyAppointment(1, { start_time: inDays(2, 540), reason: 'root canal  TREATMENT molar' }),
      dentallyAppointment(2, { start_time: inDays(2, 600) }),
    ]
    await nextRun()
    const { rows } = await testApp.owner.query<{ treatments: { templateId: string }[] }>(
      `select treatments from appointments where clinic_id = $1 order by starts_at`,
      [clinic.id],
    )
    expect(rows.map(({ treatments }) => treatments.map(({ templateId }) => templateId))).toEqual([
      [proposal!.id],
      [],
    ])
    expect(await overview()).toMatchObject({ unmappedTreatments: 1 })
  })
})

describe('what is written back', () => {
  /** A consent that was signed and sealed, of a patient of Dentally. */
  async function sealed() {
    await newPractice()
    const { consentId, documentId } = await clinic.addSealed()
    const { rows } = await testApp.owner.query<Record<string, string>>(
      `select p.id, p.first_name, p.last_name, p.date_of_birth::text as born from patients p
       join consents c on c.clinic_id = p.clinic_id and c.patient_id = p.id where c.id = $1`,
      [consentId],
    )
    const { id: patientId, first_name, last_name, born } = rows[0]!
    dentally.patients = [
      dentallyPatient(1, { first_name, last_name, date_of_birth: born, metadata: { other: 'stays' } }),
    ]
    await connect()
    return { consentId, patientId, documentId }
  }
  const queue = async (consentId: string) => {
    const pool = await app.database.borrow((client) =>
      app.jobs.insert(client, [
        { queue: 'practice-systems.queue-deliveries', data: { clinicId: clinic.id, consentId } },
      ]),
    )
    await app.jobs.drain()
    return pool
  }

  it('is the sealed PDF, a note and the state, each once', async () => {
    const { consentId, documentId } = await sealed()
    await queue(consentId)
    await queue(consentId)
    expect(dentally.attachments).toMatchObject([{ patient_id: '1', content_type: 'application/pdf' }])
    const [{ content, file_name: name }] = dentally.attachments as [{ content: string; file_name: string }]
    expect(Buffer.from(content, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
    expect(name).toContain(documentId)
    expect(dentally.notes).toHaveLength(1)
    expect(String(dentally.notes[0]!['content'])).toMatch(/^CONSENT: /)
    expect(dentally.patients[0]!['metadata']).toEqual({
      other: 'stays',
      candour_consent: expect.stringMatching(new RegExp(`^\\w+ \\S+ ${consentId}$`)),
    })
    expect((await owner.callOk(practiceSystems.listDeliveries, { status: 'delivered' })).total).toBe(3)
  })

  it('waits until the account of another key is known, and goes to no other practice', async () => {
    const { consentId } = await sealed()
    const writes = () => dentally.asked.filter((each) => /^(POST|PUT) /.test(each))
    const { practice } = dentally
    dentally.practice = { id: 9999, name: 'Somebody else' }
    await owner.callOk(practiceSystems.replaceKey, { key: dentally.key })
    // Whoever delivers comes before the run that tests the key.
    await testApp.owner.query('update practice_systems set next_run_at = null where clinic_id = $1', [
      clinic.id,
    ])
    await queue(consentId)
    expect(writes()).toEqual([])
    expect(await overview()).toMatchObject({ connection: { problem: null }, queuedDeliveries: 3 })
    await owner.callOk(practiceSystems.synchronise, {})
    await app.jobs.drain()
    expect(await overview()).toMatchObject({ connection: { problem: 'other-account' } })
    await nextRun(6 * minute_ms)
    // Another reason in its place does not make the account theirs.
    dentally.faults = [() => ({ status: 503 })]
    await owner.callOk(practiceSystems.synchronise, {})
    await app.jobs.drain()
    expect(await overview()).toMatchObject({ connection: { problem: 'unavailable' } })
    await testApp.owner.query('update practice_systems set next_run_at = null where clinic_id = $1', [
      clinic.id,
    ])
    await nextRun(6 * minute_ms)
    expect(writes()).toEqual([])
    dentally.practice = practice
    rewind()
    await owner.callOk(practiceSystems.replaceKey, { key: dentally.key })
    await app.jobs.drain()
    await nextRun(20 * minute_ms)
    rewind()
    expect(await overview()).toMatchObject({ connection: { problem: null }, queuedDeliveries: 0 })
    expect(dentally.attachments).toHaveLength(1)
  })

  it('comes once though the answer to it was lost', async () => {
    const { consentId } = await sealed()
    const none = () => undefined
    // The attachment arrives, and nothing is heard of it.
    dentally.faults = [
      none,
      ({ body, method }) => {
        if (method !== 'POST') return undefined
        dentally.attachments.push({ id: 1, ...(JSON.parse(body) as { attachment: object }).attachment })
        return { status: 502 }
      },
    ]
    await queue(consentId)
    for (let tries = 0; tries < 4; tries++) await nextRun(20 * minute_ms)
    rewind()
    expect(dentally.attachments).toHaveLength(1)
    expect((await owner.callOk(practiceSystems.listDeliveries, { status: 'delivered' })).total).toBe(3)
  })

  it('is listed where it fails for days, and tried again when somebody says so', async () => {
    const { consentId } = await sealed()
    await testApp.owner.query(
      `update practice_system_patients set outcome = 'left-out', patient_id = null where clinic_id = $1`,
      [clinic.id],
    )
    await queue(consentId)
    await nextRun(3 * day_ms)
    rewind()
    const { rows: failed } = await owner.callOk(practiceSystems.listDeliveries, { status: 'failed' })
    expect(failed).toHaveLength(3)
    expect(failed[0]).toMatchObject({
      failure: 'The patient is not matched to a patient of the practice system',
    })
    expect(await overview()).toMatchObject({ failedDeliveries: 3 })
    const { patientId } = (
      await testApp.owner.query<{ patientId: string }>(
        `select patient_id as "patientId" from consents where id = $1`,
        [consentId],
      )
    ).rows[0]!
    await testApp.owner.query(
      `update practice_system_patients set outcome = 'linked', patient_id = $2 where clinic_id = $1`,
      [clinic.id, patientId],
    )
    for (const { id: deliveryId } of failed) await owner.callOk(practiceSystems.retryDelivery, { deliveryId })
    await app.jobs.drain()
    expect(await overview()).toMatchObject({ failedDeliveries: 0, queuedDeliveries: 0 })
    expect(dentally.attachments).toHaveLength(1)
  })
})

describe('Open Dental', () => {
  it('brings patients and appointments by the clock of the practice', async () => {
    await newPractice()
    const system = await openMockOpenDental()
    const other = await openWith({ 'open-dental': system.address }, system.certificate)
    const caller = createTestCaller(other.http, clinic.as('owner').cookie)
    const wrong = await caller.call(practiceSystems.connect, { system: 'open-dental', key: 'only-one-key' })
    expect(wrong).toMatchObject({ reason: 'bad-key' })
    const stamp = { DateTStamp: '2021-05-03 08:30:12' }
    system.providers = [{ ProvNum: 1, FName: 'Amara', LName: 'Okafor', Abbr: 'DOC1', IsHidden: 'false' }]
    system.patients = Array.from({ length: 130 }, (_, index) => ({
      ...{
        PatNum: index + 1,
        FName: `Jane${'abcdefghij'[index % 10]}`,
        LName: `Smith${index * 977}`,
        PatStatus: 'Patient',
      },
      ...{ Birthdate: `19${30 + (index % 60)}-05-24`, Email: '', WirelessPhone: '', HmPhone: '', ...stamp },
    }))
    const day = inDays(3).slice(0, 10)
    system.appointments = [
      {
        AptNum: 18,
        PatNum: 17,
        AptStatus: 'Scheduled',
        Pattern: '//XXXX//',
        ProvNum: 1,
        AptDateTime: `${day} 08:30:00`,
        ProcDescript: 'Seal, Seal',
        Note: '',
        ...stamp,
      },
      {
        AptNum: 19,
        PatNum: 18,
        AptStatus: 'UnschedList',
        Pattern: '//',
        ProvNum: 1,
        AptDateTime: '0001-01-01 00:00:00',
        ProcDescript: '',
        Note: '',
        ...stamp,
      },
    ]
    await caller.callOk(practiceSystems.connect, { system: 'open-dental', key: system.key })
    await other.jobs.drain()
    const [provider] = await caller.callOk(practiceSystems.listPractitioners, {})
    expect(provider).toMatchObject({ name: 'Amara Okafor', proposedStaffId: clinic.staff.owner.staffId })
    await caller.callOk(practiceSystems.matchPractitioner, {
      practitionerId: provider!.id,
      staffId: provider!.proposedStaffId,
    })
    await other.jobs.drain()
    expect(await board()).toMatchObject([{ minutes: 40, reason: 'Seal, Seal', status: 'booked' }])
    const { rows } = await testApp.owner.query(
      `select count(*)::int as patients from practice_system_patients where clinic_id = $1 and outcome = 'linked'`,
      [clinic.id],
    )
    expect(rows).toEqual([{ patients: 130 }])
    expect(await caller.callOk(practiceSystems.get, {})).toMatchObject({
      connection: { writesBack: false, problem: null },
    })
    await other.close()
    await system.close()
  })
})
