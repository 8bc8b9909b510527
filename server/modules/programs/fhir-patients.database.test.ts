import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { integrationScopes } from '../../../contract/integration-scopes.ts'
import { validateFhirResource } from '../../testing/fhir-validation.ts'
import { createTestCaller, type TestCaller } from '../../testing/test-caller.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
let program: TestCaller
beforeAll(async () => {
  testApp = await openTestApp()
  program = withKey((await testApp.clinicA.addApiKey()).secret)
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const withKey = (key: string): TestCaller => createTestCaller(testApp.app.http, '', key)
const system = 'https://example.org/patients'
/** Somebody whom nobody of the test practice resembles. */
const newResource = () => ({
  resourceType: 'Patient',
  identifier: [{ system, value: randomUUID() }],
  name: [{ use: 'official', family: `Theta ${randomUUID().replaceAll(/[^a-f]/g, '')}z`, given: ['Ada'] }],
  birthDate: '1988-04-02',
})
type Resource = ReturnType<typeof newResource> & Record<string, unknown>
const typed = { 'content-type': 'application/fhir+json' }
const post = (payload: object, headers: Record<string, string> = {}, caller = program) =>
  caller.send({
    method: 'POST',
    url: '/api/fhir/Patient',
    payload: JSON.stringify(payload),
    headers: { ...typed, ...headers },
  })
const put = (id: string, payload: object, headers: Record<string, string> = {}, caller = program) =>
  caller.send({
    method: 'PUT',
    url: `/api/fhir/Patient/${id}`,
    payload: JSON.stringify(payload),
    headers: { ...typed, ...headers },
  })
const idOf = ({ body }: { body: unknown }): string => (body as { id: string }).id
const recordOf = (patientId: string) =>
  testApp.clinicA.as('dentist').callOk(contract.patients.get, { patientId })
const auditOf = async (subject: string) => {
  const { rows } = await testApp.owner.query<{ action: string; user_name: string }>(
    `select action, user_name from audit_rows where subject = $1 order by at`,
    [subject],
  )
  return rows
}
const conditionOf = ({ identifier }: { identifier: { value: string }[] }) => ({
  'if-none-exist': `identifier=${encodeURIComponent(`${system}|${identifier[0]!.value}`)}`,
})

it('creates a patient, who is the resource that is read, and says where', async () => {
  const sent: Resource = {
    ...newResource(),
    telecom: [{ system: 'email', value: 'ada@example.org' }],
    address: [{ line: ['1 High Street'], city: 'Bath' }],
  }
  const made = await post(sent)
  expect(made.status).toBe(201)
  expect(made.headers['content-type']).toContain('application/fhir+json')
  expect(made.headers.etag).toBe('W/"1"')
  expect(made.headers.location).toMatch(new RegExp(`/api/fhir/Patient/${idOf(made)}/_history/1$`))
  expect(validateFhirResource(made.body as object)).toEqual([])
  const read = await program.get(`/api/fhir/Patient/${idOf(made)}`)
  expect(read.body).toEqual(made.body)
  expect(read.headers.etag).toBe('W/"1"')
  expect(await recordOf(idOf(made))).toMatchObject({
    ...{ firstName: 'Ada', lastName: sent.name[0]!.family, dateOfBirth: sent.birthDate },
    ...{ email: 'ada@example.org', address: '1 High Street\nBath' },
  })
  expect(await auditOf(idOf(made))).toContainEqual({
    ...{ action: 'patient.saved_by_program', user_name: 'Practice system' },
  })
})

it('creates nobody twice: without a condition it is refused, with one the patient is answered', async () => {
  const sent = newResource()
  const made = await post(sent, conditionOf(sent))
  expect(made.status).toBe(201)
  expect((await post(sent)).reason).toBe('patient-exists')
  const again = await post(
    { ...sent, telecom: [{ system: 'email', value: 'other@example.org' }] },
    conditionOf(sent),
  )
  expect([again.status, again.body]).toEqual([200, made.body])
  // The whole record was answered, which is no less than reading it.
  const { rows } = await testApp.owner.query(
    `select details->>'outcome' as outcome from audit_rows
     where subject = $1 and action = 'patient.saved_by_program' order by at`,
    [idOf(made)],
  )
  expect(rows).toEqual([{ outcome: 'created' }, { outcome: 'unchanged' }])
  expect((await recordOf(idOf(made))).email).toBe('')
  for (const condition of [`name=Ada`, `identifier=${system}|another`])
    expect((await post(sent, { 'if-none-exist': condition })).reason).toBe('bad-condition')
})

it('creates one patient however many requests come at the same moment', async () => {
  const sent = newResource()
  const answers = await Promise.all(Array.from({ length: 5 }, () => post(sent, conditionOf(sent))))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 201])
  expect(new Set(answers.map(idOf)).size).toBe(1)
})

it('finds somebody of the practice by name and birth date, and links the identifier', async () => {
  const sent = newResource()
  const { family, given } = sent.name[0]!
  const patientId = await testApp.clinicA.addPatient({
    ...{ firstName: given[0]!, lastName: family, dateOfBirth: sent.birthDate },
  })
  const found = await post(sent)
  expect([found.status, idOf(found)]).toEqual([200, patientId])
  const saved = await program.callOk(contract.programs.savePatient, {
    identifier: `${system}|${sent.identifier[0]!.value}`,
    ...{ firstName: given[0]!, lastName: family, dateOfBirth: sent.birthDate },
  })
  expect(saved).toMatchObject({ outcome: 'unchanged', patientId })
})

it('changes a patient from the version that was read, and leaves the rest as it is', async () => {
  const sent = { ...newResource(), telecom: [{ system: 'phone', value: '07700 900123' }] }
  const made = await post(sent)
  const id = idOf(made)
  const change = { ...sent, id, telecom: [{ system: 'email', value: 'new@example.org' }] }
  const changed = await put(id, change, { 'if-match': 'W/"1"' })
  expect([changed.status, changed.headers.etag]).toEqual([200, 'W/"2"'])
  expect(await recordOf(id)).toMatchObject({ email: 'new@example.org', phone: '07700 900123', version: 2 })
  const stale = await put(id, change, { 'if-match': 'W/"1"' })
  expect([stale.status, stale.reason]).toEqual([412, 'stale-version'])
  expect(validateFhirResource(stale.body as object)).toEqual([])
  expect((await put(id, change)).reason).toBe('version-missing')
  const same = await put(id, { ...change, meta: { versionId: '2' } })
  expect([same.status, same.headers.etag]).toEqual([200, 'W/"2"'])
})

it.each([
  ['another last name', { name: [{ family: 'Other', given: ['Ada'] }] }, 'another last name'],
  ['another birth date', { birthDate: '1970-01-01' }, 'another date of birth'],
])('holds %s: nothing is written, and the practice decides', async (_what, change, because) => {
  const sent = newResource()
  const id = idOf(await post(sent))
  const before = await recordOf(id)
  const email = { telecom: [{ system: 'email', value: 'x@example.org' }] }
  const held = await put(id, { ...sent, ...email, ...change }, { 'if-match': 'W/"1"' })
  expect([held.status, held.reason]).toEqual([409, 'patient-held'])
  expect(held.error!.message).toContain(because)
  expect(validateFhirResource(held.body as object)).toEqual([])
  expect(await recordOf(id)).toEqual(before)
  const identifier = `${system}|${sent.identifier[0]!.value}`
  const waiting = await testApp.clinicA.as('owner').callOk(contract.programDecisions.listHeld, {})
  expect(waiting).toContainEqual(expect.objectContaining({ identifier, sentBy: 'Practice system' }))
})

it('refuses what names nobody clearly, or ends somebody’s care', async () => {
  const sent = newResource()
  const two = [...sent.identifier, { system, value: 'second' }]
  expect((await post({ ...sent, identifier: two })).reason).toBe('identifier-unclear')
  expect((await post({ ...sent, active: false })).reason).toBe('not-writable')
  expect((await post({ ...sent, deceasedBoolean: true })).reason).toBe('not-writable')
  const misread = await post({ ...sent, birthDate: '14/03/1961' })
  expect([misread.status, misread.reason]).toEqual([400, 'invalid-input'])
  expect(validateFhirResource(misread.body as object)).toEqual([])
  expect(misread.raw.toString()).not.toContain('14/03/1961')
})

it('changes nobody under the identifier of somebody else, and nobody of another practice', async () => {
  const [one, other] = [newResource(), newResource()]
  const [id, otherId] = [idOf(await post(one)), idOf(await post(other))]
  const match = { 'if-match': 'W/"1"' }
  expect((await put(otherId, one, match)).reason).toBe('identifier-mismatch')
  expect((await put(otherId, { ...other, id }, match)).reason).toBe('not-found')
  const stranger = withKey((await testApp.clinicB.addApiKey()).secret)
  const foreign = await put(id, one, match, stranger)
  expect([foreign.status, foreign.reason]).toEqual([404, 'not-found'])
  expect((await post(one, conditionOf(one), stranger)).status).toBe(201)
})

it('needs the scope that writes patients', async () => {
  const scopes = integrationScopes.filter((scope) => scope !== 'patients:write')
  const reader = withKey((await testApp.clinicA.addApiKey([...scopes])).secret)
  const sent = newResource()
  expect((await post(sent, {}, reader)).status).toBe(403)
  expect((await put(randomUUID(), sent, { 'if-match': 'W/"1"' }, reader)).status).toBe(403)
})

it('is what the capability statement says', async () => {
  const { body } = await program.get('/api/fhir/metadata')
  expect(validateFhirResource(body as object)).toEqual([])
  type Rest = { resource: { type: string }[]; security: { service: { coding: { code: string }[] }[] } }
  const [{ resource, security }] = (body as { rest: [Rest] }).rest
  // Keys, and tokens of apps.
  expect(security.service.flatMap(({ coding }) => coding.map(({ code }) => code))).toEqual(['SMART-on-FHIR'])
  expect(resource.find(({ type }) => type === 'Patient')).toMatchObject({
    interaction: [{ code: 'read' }, { code: 'create' }, { code: 'update' }],
    ...{ versioning: 'versioned-update', conditionalCreate: true, updateCreate: false },
  })
})
