import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dateInTimeZone } from '../../../contract/calendar-day.ts'
import { contract } from '../../../contract/index.ts'
import { integrationScopes } from '../../../contract/integration-scopes.ts'
import { validateFhirResource } from '../../testing/fhir-validation.ts'
import { createTestCaller, type TestCaller } from '../../testing/test-caller.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
let program: TestCaller
let patientId: string
let clinicianId: string
beforeAll(async () => {
  testApp = await openTestApp()
  program = withKey((await testApp.clinicA.addApiKey()).secret)
  patientId = await testApp.clinicA.addPatient()
  clinicianId = testApp.clinicA.staff.dentist.staffId!
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const withKey = (key: string): TestCaller => createTestCaller(testApp.app.http, '', key)
const system = 'https://example.org/appointments'
let minutes = 0
/** A week ahead, and each at another time. */
function nextStart(): string {
  minutes += 5
  const day = dateInTimeZone(new Date(testApp.clock.now().getTime() + 7 * 86_400_000))
  return new Date(Date.parse(`${day}T08:00:00Z`) + minutes * 60_000).toISOString()
}
type Resource = Record<string, unknown> & { identifier: { system: string; value: string }[] }
const newResource = (more: object = {}): Resource => ({
  resourceType: 'Appointment',
  identifier: [{ system, value: randomUUID() }],
  status: 'booked',
  description: 'Check-up',
  start: nextStart(),
  minutesDuration: 20,
  participant: [
    { actor: { reference: `Patient/${patientId}` }, status: 'accepted' },
    { actor: { reference: `Practitioner/${clinicianId}` }, status: 'accepted' },
  ],
  ...more,
})
const typed = { 'content-type': 'application/fhir+json' }
const post = (payload: object, headers: Record<string, string> = {}, caller = program) =>
  caller.send({
    method: 'POST',
    url: '/api/fhir/Appointment',
    payload: JSON.stringify(payload),
    headers: { ...typed, ...headers },
  })
const put = (id: string, payload: object, version: number, caller = program) =>
  caller.send({
    method: 'PUT',
    url: `/api/fhir/Appointment/${id}`,
    payload: JSON.stringify(payload),
    headers: { ...typed, 'if-match': `W/"${version}"` },
  })
type Answer = { body: unknown }
const idOf = ({ body }: Answer): string => (body as { id: string }).id
const statusOf = ({ body }: Answer): string => (body as { status: string }).status
const onBoard = (appointmentId: string) =>
  testApp.clinicA.as('receptionist').callOk(contract.appointments.get, { appointmentId })
const conditionOf = ({ identifier }: Resource) => ({
  'if-none-exist': `identifier=${encodeURIComponent(`${system}|${identifier[0]!.value}`)}`,
})

it('books an appointment, which is the resource that is read, and names the key', async () => {
  const sent = newResource()
  const made = await post(sent)
  expect(made.status).toBe(201)
  expect(made.headers.etag).toBe('W/"1"')
  expect(made.headers.location).toMatch(new RegExp(`/api/fhir/Appointment/${idOf(made)}/_history/1$`))
  expect(validateFhirResource(made.body as object)).toEqual([])
  const read = await program.get(`/api/fhir/Appointment/${idOf(made)}`)
  expect(read.body).toEqual(made.body)
  expect(read.headers.etag).toBe('W/"1"')
  const booked = await onBoard(idOf(made))
  expect(booked).toMatchObject({ minutes: 20, reason: 'Check-up', startsAt: sent.start })
  expect([booked.patient.id, booked.clinician.id]).toEqual([patientId, clinicianId])
  const { rows } = await testApp.owner.query(`select action, user_name from audit_rows where subject = $1`, [
    idOf(made),
  ])
  expect(rows).toContainEqual({ action: 'appointment.saved_by_program', user_name: 'Practice system' })
})

it('is the same appointment as by /api/v1, under the same identifier', async () => {
  const sent = newResource()
  const made = await post(sent)
  const booked = await onBoard(idOf(made))
  const saved = await program.callOk(contract.programs.saveAppointment, {
    identifier: `${system}|${sent.identifier[0]!.value}`,
    ...{ patientId, clinicianId, day: booked.day, time: booked.time },
  })
  expect(saved).toMatchObject({ outcome: 'unchanged', appointmentId: idOf(made) })
})

it('books nothing twice: without a condition it is refused, with one the appointment is answered', async () => {
  const sent = newResource()
  const answers = await Promise.all(Array.from({ length: 4 }, () => post(sent, conditionOf(sent))))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 201])
  expect(new Set(answers.map(idOf)).size).toBe(1)
  expect((await post(sent)).reason).toBe('appointment-exists')
  expect((await post(sent, { 'if-none-exist': 'patient=1' })).reason).toBe('bad-condition')
  // One that reception booked already is taken over.
  const byHand = newResource()
  const { day, time } = await onBoard(idOf(await post(byHand)))
  const again = await post({ ...byHand, identifier: [{ system, value: randomUUID() }] })
  const { rows } = await testApp.owner.query(
    `select details->>'outcome' as outcome from audit_rows
     where subject = $1 and action = 'appointment.saved_by_program' order by at`,
    [idOf(again)],
  )
  expect(rows).toEqual([{ outcome: 'created' }, { outcome: 'unchanged' }])
  expect([again.status, (await onBoard(idOf(again))).day, (await onBoard(idOf(again))).time]).toEqual([
    ...[200, day, time],
  ])
})

it('changes an appointment from the version that was read, and leaves the rest as it is', async () => {
  const sent = newResource()
  const id = idOf(await post(sent))
  const moved = { ...sent, id, start: nextStart(), description: undefined }
  const changed = await put(id, moved, 1)
  expect([changed.status, changed.headers.etag]).toEqual([200, 'W/"2"'])
  expect(await onBoard(id)).toMatchObject({ startsAt: moved.start, reason: 'Check-up', version: 2 })
  const stale = await put(id, moved, 1)
  expect([stale.status, stale.reason]).toEqual([412, 'stale-version'])
  expect(validateFhirResource(stale.body as object)).toEqual([])
  expect((await put(id, { ...moved, identifier: [{ system, value: 'other' }] }, 2)).reason).toBe(
    'identifier-mismatch',
  )
  const unnamed = { method: 'PUT', url: `/api/fhir/Appointment/${id}`, headers: typed } as const
  expect((await program.send({ ...unnamed, payload: JSON.stringify(moved) })).reason).toBe('version-missing')
  // What was read is what can be written back.
  const read = (await program.get(`/api/fhir/Appointment/${id}`)).body as Resource
  const back = await put(id, { ...read, identifier: sent.identifier }, 2)
  expect([back.status, back.headers.etag]).toEqual([200, 'W/"2"'])
})

it.each([
  ['cancelled', 'cancelled', 'cancelled'],
  ['entered-in-error', 'cancelled', 'cancelled'],
  ['noshow', 'not-attended', 'noshow'],
])('%s ends it: %s on the board, read as %s; twice is once', async (status, onTheBoard, read) => {
  const sent = newResource()
  const id = idOf(await post(sent))
  const ended = await put(id, { ...sent, status }, 1)
  expect([ended.status, statusOf(ended)]).toEqual([200, read])
  expect((await onBoard(id)).status).toBe(onTheBoard)
  const again = await put(id, { ...sent, status }, 2)
  expect([again.status, again.headers.etag]).toEqual([200, 'W/"2"'])
  const { rows } = await testApp.owner.query<{ action: string }>(
    `select action from audit_rows where subject = $1`,
    [id],
  )
  expect(rows.filter(({ action }) => action === 'appointment.cancelled')).toHaveLength(1)
})

it('leaves to people what they record: arrivals, treatments, and what is no booking', async () => {
  for (const status of ['proposed', 'pending', 'waitlist', 'arrived', 'cancelled', 'entered-in-error'])
    expect((await post(newResource({ status }))).reason, status).toBe('status-not-writable')
  const sent = newResource()
  const id = idOf(await post(sent))
  for (const status of ['arrived', 'checked-in', 'fulfilled'])
    expect((await put(id, { ...sent, status }, 1)).reason, status).toBe('status-not-writable')
  await testApp.clinicA.as('receptionist').callOk(contract.appointments.arrive, { appointmentId: id })
  const arrived = await put(id, { ...sent, status: 'arrived', minutesDuration: 40 }, 2)
  expect([arrived.status, (await onBoard(id)).minutes]).toEqual([200, 40])
  const encounter = await program.get(`/api/fhir/Encounter/${id}`)
  expect(encounter.body).toMatchObject({ status: 'arrived', subject: { reference: `Patient/${patientId}` } })
  expect(validateFhirResource(encounter.body as object)).toEqual([])
})

it('refuses what names nobody, or no time of the board', async () => {
  const refusalOf = async (more: object) => (await post(newResource(more))).reason
  const clinician = { actor: { reference: `Practitioner/${clinicianId}` } }
  const patient = { actor: { reference: `Patient/${patientId}` } }
  expect(await refusalOf({ identifier: [] })).toBe('identifier-unclear')
  expect(await refusalOf({ participant: [clinician] })).toBe('patient-unnamed')
  expect(await refusalOf({ participant: [patient] })).toBe('clinician-unnamed')
  const stranger = { actor: { reference: `Patient/${randomUUID()}` } }
  expect(await refusalOf({ participant: [stranger, clinician] })).toBe('patient-not-found')
  const nobody = { actor: { reference: 'Patient/none' } }
  expect(await refusalOf({ participant: [nobody, clinician] })).toBe('invalid-input')
  expect(await refusalOf({ start: '2040-01-02T09:00:00Z' })).toBe('far-day')
  // The hour that comes twice: the board shows the first.
  expect(await refusalOf({ start: '2027-10-31T01:30:00Z' })).toBe('time-unclear')
  expect((await post(newResource({ start: '2027-10-31T00:30:00Z' }))).status).toBe(201)
  const misread = await post(newResource({ start: 'tomorrow' }))
  expect([misread.status, misread.reason]).toEqual([400, 'invalid-input'])
  expect(misread.raw.toString()).not.toContain('tomorrow')
})

it('lists codes that nobody has mapped for the practice', async () => {
  const code = `C-${randomUUID().slice(0, 8)}`
  await post(newResource({ serviceType: [{ coding: [{ code, display: 'Crown' }] }] }))
  const codes = await testApp.clinicA.as('owner').callOk(contract.programDecisions.listCodes, {})
  expect(codes).toContainEqual(expect.objectContaining({ code, label: 'Crown', template: null }))
})

it('reads and changes nothing of another practice', async () => {
  const sent = newResource()
  const id = idOf(await post(sent))
  const stranger = withKey((await testApp.clinicB.addApiKey()).secret)
  expect((await stranger.get(`/api/fhir/Appointment/${id}`)).status).toBe(404)
  expect((await stranger.get(`/api/fhir/Encounter/${id}`)).status).toBe(404)
  expect((await put(id, sent, 1, stranger)).status).toBe(404)
  const patient = { actor: { reference: `Patient/${patientId}` } }
  const theirs = { actor: { reference: `Practitioner/${testApp.clinicB.staff.dentist.staffId!}` } }
  expect((await post({ ...sent, participant: [patient, theirs] }, {}, stranger)).reason).toBe(
    'patient-not-found',
  )
  const found = (await stranger.get('/api/fhir/Appointment')).body as { total: number }
  expect(found.total).toBe(0)
})

it('needs the scope that writes appointments', async () => {
  const scopes = integrationScopes.filter((scope) => scope !== 'appointments:write')
  const reader = withKey((await testApp.clinicA.addApiKey([...scopes])).secret)
  expect((await post(newResource(), {}, reader)).status).toBe(403)
  expect((await put(randomUUID(), newResource(), 1, reader)).status).toBe(403)
})

it('is searched by patient, page by page, in the order of changes', async () => {
  const ofPatient = await testApp.clinicA.addPatient()
  const participant = [
    { actor: { reference: `Patient/${ofPatient}` } },
    { actor: { reference: `Practitioner/${clinicianId}` } },
  ]
  const ids = []
  for (let made = 0; made < 3; made++) ids.push(idOf(await post(newResource({ participant }))))
  type Bundle = {
    total: number
    entry: { resource: { id: string } }[]
    link: { relation: string; url: string }[]
  }
  const first = (await program.get(`/api/fhir/Appointment?patient=${ofPatient}&_count=2`)).body as Bundle
  expect(validateFhirResource(first)).toEqual([])
  const next = new URL(first.link.find(({ relation }) => relation === 'next')!.url)
  const second = (await program.get(next.pathname + next.search)).body as Bundle
  expect([...first.entry, ...second.entry].map(({ resource }) => resource.id)).toEqual(ids)
  expect([first.total, second.total]).toEqual([3, 3])
})

it('is what the capability statement says', async () => {
  const { body } = await program.get('/api/fhir/metadata')
  const [{ resource }] = (body as { rest: [{ resource: { type: string }[] }] }).rest
  expect(resource.find(({ type }) => type === 'Appointment')).toMatchObject({
    interaction: [{ code: 'read' }, { code: 'search-type' }, { code: 'create' }, { code: 'update' }],
    ...{ versioning: 'versioned-update', conditionalCreate: true, updateCreate: false },
  })
})
