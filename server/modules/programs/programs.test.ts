import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract, files } from '../../../contract/index.ts'
import { actionScopes, integrationScopes, type KeyScope } from '../../../contract/integration-scopes.ts'
import { createTestCaller, type TestCaller } from '../../testing/test-caller.ts'
import { birthDate, cookieOf, placeholders, signatureFor } from '../../testing/test-clinic.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { programs, programDecisions } = contract

let testApp: TestApp
let program: TestCaller
let clinicianId: string
beforeAll(async () => {
  testApp = await openTestApp()
  program = withKey((await testApp.clinicA.addApiKey()).secret)
  clinicianId = testApp.clinicA.staff.dentist.staffId!
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const withKey = (key: string): TestCaller => createTestCaller(testApp.app.http, '', key)
const newIdentifier = () => `demo|${randomUUID()}`
/** A person whom nobody of the test practice resembles. */
const newPerson = () => ({
  firstName: 'Ada',
  lastName: `Zeta ${randomUUID().replaceAll(/[^a-f]/g, '')}x`,
  dateOfBirth: birthDate,
})
const patientOf = async (patientId: string) =>
  testApp.clinicA.as('dentist').callOk(contract.patients.get, { patientId })
const auditOf = async (subject: string) => {
  const { rows } = await testApp.owner.query<{ action: string; user_name: string; user_role: string }>(
    `select action, user_name, user_role from audit_rows where subject = $1 order by at`,
    [subject],
  )
  return rows
}

describe('a key', () => {
  const asked: Record<(typeof actionScopes)[number], () => Parameters<TestCaller['send']>[0]> = {
    'practice:read': () => ({ method: 'GET', url: '/api/v1/templates' }),
    'patients:write': () => ({ method: 'PUT', url: '/api/v1/patients/1', payload: newPerson() }),
    'appointments:write': () => ({ method: 'PUT', url: '/api/v1/appointments/1', payload: {} }),
    'consents:create': () => ({ method: 'POST', url: '/api/v1/consents', payload: {} }),
    'consents:send': () => ({ method: 'POST', url: `/api/v1/consents/${randomUUID()}/links`, payload: {} }),
    'consents:read': () => ({ method: 'GET', url: `/api/v1/consents/${randomUUID()}` }),
    'consents:void': () => ({ method: 'POST', url: `/api/v1/consents/${randomUUID()}/void`, payload: {} }),
    'launches:create': () => ({ method: 'POST', url: '/api/v1/launches', payload: {} }),
    'embeds:create': () => ({ method: 'POST', url: '/api/v1/embeds', payload: {} }),
    'subscriptions:request': () => ({ method: 'GET', url: `/api/fhir/Subscription/${randomUUID()}` }),
    'records:read': () => ({ method: 'GET', url: `/api/v1/consents/${randomUUID()}/record` }),
  }
  it.each(actionScopes)(
    'with every scope but %s is refused what it is for, and nothing else',
    async (left) => {
      const scopes = integrationScopes.filter((scope) => scope !== left) as KeyScope[]
      const caller = withKey((await testApp.clinicA.addApiKey(scopes)).secret)
      for (const [scope, request] of Object.entries(asked)) {
        const { status } = await caller.send(request())
        if (scope === left) expect(status, scope).toBe(403)
        else expect([200, 400, 404], scope).toContain(status)
      }
    },
  )
})

describe('a patient of another program', () => {
  it('is added, found again, and changed where something is new; what is left out stays', async () => {
    const [identifier, person] = [newIdentifier(), newPerson()]
    const sent = { identifier, ...person, email: 'ada@example.org', phone: '07700 900123 mum' }
    const made = await program.callOk(programs.savePatient, sent)
    expect(made).toMatchObject({ identifier, outcome: 'created', heldBecause: null })
    const again = await program.callOk(programs.savePatient, sent)
    expect(again).toEqual({ ...made, outcome: 'unchanged' })
    const changed = await program.callOk(programs.savePatient, {
      identifier,
      ...person,
      email: 'new@example.org',
    })
    expect(changed).toEqual({ ...made, outcome: 'updated' })
    const patient = await patientOf(made.patientId!)
    expect(patient).toMatchObject({ ...person, email: 'new@example.org', phone: '07700 900123', version: 2 })
    expect(await auditOf(made.patientId!)).toEqual([
      ...Array.from({ length: 3 }, () => ({
        ...{ action: 'patient.saved_by_program', user_name: 'Practice system', user_role: 'integration' },
      })),
    ])
  })

  it('is somebody whom the practice has already, by name and birth date', async () => {
    const person = newPerson()
    const patientId = await testApp.clinicA.addPatient(person)
    const saved = await program.callOk(programs.savePatient, { identifier: newIdentifier(), ...person })
    expect(saved).toMatchObject({ outcome: 'unchanged', patientId })
  })

  const lastName = `Omega ${randomUUID().replaceAll(/[^a-f]/g, '')}y`
  it.each([
    ['another last name', { lastName: 'Other' }, 'The patient with this identifier has another last name.'],
    [
      'another birth date',
      { dateOfBirth: '1970-01-01' },
      'The patient with this identifier has another date of birth.',
    ],
    [
      'another NHS number',
      { nhsNumber: '943 476 5919' },
      'The patient with this identifier has another NHS number.',
    ],
  ])('is held with %s, and nothing of it is written', async (_what, change, heldBecause) => {
    const [identifier, person] = [
      newIdentifier(),
      { ...newPerson(), lastName: `${lastName} ${randomUUID().replaceAll(/[^a-f]/g, '')}` },
    ]
    const number = 'nhsNumber' in change ? { nhsNumber: '401 023 2137' } : {}
    const { patientId } = await program.callOk(programs.savePatient, { identifier, ...person, ...number })
    const before = await patientOf(patientId!)
    const held = await program.callOk(programs.savePatient, {
      identifier,
      ...person,
      ...change,
      email: 'x@example.org',
    })
    expect(held).toEqual({ identifier, outcome: 'held', patientId: null, heldBecause })
    expect(await patientOf(patientId!)).toEqual(before)
    const booked = await program.call(programs.createConsent, {
      patientIdentifier: identifier,
      clinicianId,
      treatments: [{ templateId: testApp.clinicA.templateId, teeth: ['46'] }],
    })
    expect(booked.reason).toBe('patient-held')
    // What fits is taken again, and nobody has to decide any more.
    expect(await program.callOk(programs.savePatient, { identifier, ...person })).toMatchObject({
      outcome: 'unchanged',
      patientId,
    })
    const open = await testApp.clinicA.as('receptionist').call(programDecisions.listHeld, {})
    if (open.error === null) expect(open.body.map((each) => each.identifier)).not.toContain(identifier)
  })

  it('is held where a number is another patient’s, and where a name is nearly one that is here', async () => {
    const person = newPerson()
    await testApp.clinicA.addPatient({ ...person, nhsNumber: '943 476 5919' })
    const numbered = {
      identifier: newIdentifier(),
      ...newPerson(),
      dateOfBirth: '1950-05-05',
      nhsNumber: '943 476 5919',
    }
    expect(await program.callOk(programs.savePatient, numbered)).toMatchObject({
      outcome: 'held',
      heldBecause: expect.stringContaining('NHS number'),
    })
    const near = { identifier: newIdentifier(), ...person, firstName: 'A' }
    expect(await program.callOk(programs.savePatient, near)).toMatchObject({ outcome: 'held' })
  })

  it('has one identifier of a system; a second one is held, one of another system is not', async () => {
    const person = newPerson()
    const first = await program.callOk(programs.savePatient, { identifier: newIdentifier(), ...person })
    const second = await program.callOk(programs.savePatient, { identifier: newIdentifier(), ...person })
    expect(second).toMatchObject({
      outcome: 'held',
      heldBecause: expect.stringContaining('has the identifier'),
    })
    const other = await program.callOk(programs.savePatient, {
      identifier: `other|${randomUUID()}`,
      ...person,
    })
    expect(other).toMatchObject({ outcome: 'unchanged', patientId: first.patientId })
  })

  it('is followed to the record that it was merged into', async () => {
    const [identifier, person] = [newIdentifier(), newPerson()]
    const { patientId } = await program.callOk(programs.savePatient, { identifier, ...person })
    const survivor = await testApp.clinicA.addPatient(person)
    await testApp.clinicA.addMerge(survivor, patientId!)
    const saved = await program.callOk(programs.savePatient, { identifier, ...person })
    expect(saved).toMatchObject({ outcome: 'unchanged', patientId: survivor })
  })

  it('is added once however many requests come at the same moment', async () => {
    const person = newPerson()
    const identifier = newIdentifier()
    const saved = await Promise.all(
      Array.from({ length: 6 }, () => program.callOk(programs.savePatient, { identifier, ...person })),
    )
    expect(new Set(saved.map(({ patientId }) => patientId)).size).toBe(1)
    expect(saved.filter(({ outcome }) => outcome === 'created')).toHaveLength(1)
  })

  it('of another practice has an identifier of its own', async () => {
    const identifier = newIdentifier()
    const ofB = withKey((await testApp.clinicB.addApiKey()).secret)
    const [one, other] = [
      await program.callOk(programs.savePatient, { identifier, ...newPerson() }),
      await ofB.callOk(programs.savePatient, { identifier, ...newPerson() }),
    ]
    expect(one.patientId).not.toBe(other.patientId)
    expect(other.outcome).toBe('created')
  })
})

describe('what is held', () => {
  async function hold() {
    const [identifier, person] = [newIdentifier(), newPerson()]
    const { patientId } = await program.callOk(programs.savePatient, { identifier, ...person })
    const sent = { identifier, ...person, lastName: 'Married', email: 'm@example.org' }
    await program.callOk(programs.savePatient, sent)
    const listed = await testApp.clinicA.as('dentist').callOk(programDecisions.listHeld, {})
    const held = listed.find((each) => each.identifier === identifier)!
    return { identifier, person, sent, held, patientId: patientId! }
  }
  const decide = (heldId: string, decision: 'same' | 'new' | 'dismiss', patientId?: string) =>
    testApp.clinicA.as('dentist').callOk(programDecisions.decideHeld, {
      ...{ heldId, decision },
      ...(patientId && { patientId }),
    })

  it('shows what was sent beside who it may be', async () => {
    const { held, patientId, person } = await hold()
    expect(held).toMatchObject({
      sentBy: 'Practice system',
      because: 'The patient with this identifier has another last name.',
      sent: { name: 'Ada Married', dateOfBirth: birthDate, email: 'm@example.org' },
      candidates: [{ id: patientId, name: `Ada ${person.lastName}` }],
    })
  })

  it('is the same patient once somebody says so, who then has the new details', async () => {
    const { held, sent, patientId } = await hold()
    await decide(held.id, 'same', patientId)
    expect(await patientOf(patientId)).toMatchObject({ lastName: 'Married', email: 'm@example.org' })
    expect(await program.callOk(programs.savePatient, sent)).toMatchObject({
      outcome: 'unchanged',
      patientId,
    })
    const { rows } = await testApp.owner.query('select sent, decided_by from held_patients where id = $1', [
      held.id,
    ])
    expect(rows).toEqual([{ sent: null, decided_by: 'Tom Hughes' }])
  })

  it('is somebody new, to whom the identifier belongs from then on', async () => {
    const { held, sent, patientId } = await hold()
    await decide(held.id, 'new')
    const saved = await program.callOk(programs.savePatient, sent)
    expect(saved.outcome).toBe('unchanged')
    expect(saved.patientId).not.toBe(patientId)
  })

  it('is not asked about again once it was dismissed', async () => {
    const { held, sent, identifier } = await hold()
    await decide(held.id, 'dismiss')
    expect(await program.callOk(programs.savePatient, sent)).toMatchObject({
      outcome: 'held',
      heldBecause: 'The practice decided not to keep this patient.',
    })
    const listed = await testApp.clinicA.as('dentist').callOk(programDecisions.listHeld, {})
    expect(listed.map((each) => each.identifier)).not.toContain(identifier)
  })

  it('is decided once', async () => {
    const { held } = await hold()
    await decide(held.id, 'dismiss')
    const again = { heldId: held.id, decision: 'dismiss' as const }
    expect((await testApp.clinicA.as('dentist').call(programDecisions.decideHeld, again)).reason).toBe(
      'not-found',
    )
  })
})

describe('an appointment of another program', () => {
  const booking = (change: object = {}) => ({
    ...{ clinicianId, day: '2025-03-03', time: '09:30', farDayConfirmed: true },
    ...change,
  })

  it('is booked, changed, left alone and cancelled by its identifier', async () => {
    const identifier = newIdentifier()
    const patient = newIdentifier()
    await program.callOk(programs.savePatient, { identifier: patient, ...newPerson() })
    const asked = { identifier, patientIdentifier: patient, ...booking() }
    const made = await program.callOk(programs.saveAppointment, asked)
    expect(made).toMatchObject({ outcome: 'created', status: 'booked', minutes: 30 })
    expect(await program.callOk(programs.saveAppointment, asked)).toEqual({ ...made, outcome: 'unchanged' })
    const moved = await program.callOk(programs.saveAppointment, { ...asked, time: '11:00', minutes: 45 })
    expect(moved).toEqual({ ...made, outcome: 'updated', time: '11:00', minutes: 45 })
    const cancelled = await program.callOk(programs.cancelAppointment, { identifier })
    expect(cancelled).toMatchObject({ outcome: 'cancelled', status: 'cancelled' })
    expect(await program.callOk(programs.cancelAppointment, { identifier })).toMatchObject({
      outcome: 'unchanged',
    })
    expect((await program.call(programs.saveAppointment, asked)).reason).toBe('wrong-state')
    expect((await auditOf(made.appointmentId)).map(({ action }) => action)).toEqual([
      ...Array.from({ length: 3 }, () => 'appointment.saved_by_program'),
      'appointment.cancelled',
    ])
  })

  it('is the one that is on the board already, with the teeth and consents that people chose', async () => {
    const treatments = [{ templateId: testApp.clinicA.templateId, teeth: ['46'] }]
    const { consentId, patientId } = await testApp.clinicA.addSent()
    const booked = await testApp.clinicA.addAppointment({
      ...booking({ day: '2025-03-04' }),
      ...{ patientId, treatments, consentIds: [consentId] },
    })
    const plain = [{ templateId: testApp.clinicA.templateId }]
    const asked = {
      identifier: newIdentifier(),
      patientId,
      ...booking({ day: '2025-03-04', treatments: plain }),
    }
    const same = await program.callOk(programs.saveAppointment, asked)
    expect(same).toMatchObject({ outcome: 'unchanged', appointmentId: booked.id })
    await program.callOk(programs.saveAppointment, { ...asked, room: 'Surgery 2' })
    const appointmentId = booked.id
    const after = await testApp.clinicA.as('dentist').callOk(contract.appointments.get, { appointmentId })
    expect(after).toMatchObject({ room: 'Surgery 2', consentsChosen: true, treatments: [{ teeth: ['46'] }] })
    expect(after.consents.map(({ id }) => id)).toEqual([consentId])
  })

  it('names codes that nobody has mapped, which are then listed with proposals', async () => {
    const code = `RCT${randomUUID().slice(0, 8)}`
    const patientId = await testApp.clinicA.addPatient()
    const treatments = [{ code, label: 'Root canal treatment molar' }]
    const asked = { identifier: newIdentifier(), patientId, ...booking({ day: '2025-03-05', treatments }) }
    expect(await program.callOk(programs.saveAppointment, asked)).toMatchObject({ unmappedCodes: [code] })
    const manager = testApp.clinicA.as('manager')
    const listed = await manager.callOk(programDecisions.listCodes, {})
    const { proposals, template } = listed.find((each) => each.code === code)!
    expect(template).toBeNull()
    expect(proposals[0]!.name).toMatch(/root canal/i)
    const consent = { patientId, clinicianId, treatments: [{ code, teeth: ['46'] }] }
    const refused = await program.call(programs.createConsent, consent)
    expect([refused.reason, refused.error!.message]).toEqual(['code-unmapped', expect.stringContaining(code)])
    await manager.callOk(programDecisions.saveCode, {
      code,
      label: 'Root canal',
      templateId: proposals[0]!.id,
    })
    expect(await program.callOk(programs.saveAppointment, { ...asked, minutes: 60 })).toMatchObject({
      unmappedCodes: [],
      outcome: 'updated',
    })
    expect((await program.callOk(programs.createConsent, consent)).teeth).toEqual(['46'])
  })

  it.each([
    [{ patientIdentifier: 'nobody' }, 'patient-not-found'],
    [{}, 'patient-unnamed'],
    [{ patientId: randomUUID() }, 'patient-not-found'],
    [{ patientId: ':own', clinicianId: undefined, gdcNumber: '999999' }, 'clinician-not-found'],
    [{ patientId: ':own', clinicianId: undefined }, 'clinician-unnamed'],
    [{ patientId: ':own', treatments: [{ teeth: ['46'] }] }, 'treatment-unnamed'],
    [{ patientId: ':own', treatments: [{ templateName: 'None of this name' }] }, 'template-not-found'],
    [{ patientId: ':own', day: '2035-03-03', farDayConfirmed: false }, 'far-day'],
  ])('is refused with %j as %s', async (change, reason) => {
    const own = await testApp.clinicA.addPatient()
    const asked = { identifier: newIdentifier(), ...booking(change) } as Record<string, unknown>
    if (asked.patientId === ':own') asked.patientId = own
    expect((await program.call(programs.saveAppointment, asked as never)).reason).toBe(reason)
  })
})

describe('a consent of another program', () => {
  const fields = placeholders
  const filled = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 'as told']))
  async function prepare(change: object = {}) {
    const patientId = await testApp.clinicA.addPatient({ email: 'eleanor@example.org' })
    return program.callOk(programs.createConsent, {
      ...{ patientId, gdcNumber: '248163', diagnosis: 'Infected nerve' },
      treatments: [{ templateId: testApp.clinicA.templateId, teeth: ['46'], pricePence: 7350, fields }],
      ...change,
    })
  }

  it('is prepared by the key and is the clinician’s to answer for', async () => {
    const made = await prepare()
    expect(made).toMatchObject({
      status: 'draft',
      preparedBy: 'Practice system (API key)',
      clinician: { id: clinicianId, name: 'Tom Hughes' },
      missing: [],
    })
    const read = await testApp.clinicA.as('dentist').callOk(contract.consents.get, { consentId: made.id })
    expect(read.events[0]).toMatchObject({ event: 'consent.created', actor: 'Practice system (API key)' })
    expect(read.chainIntact).toBe(true)
    const audited = await auditOf(made.id)
    expect(audited[0]).toEqual({
      action: 'consent.created',
      user_name: 'Practice system',
      user_role: 'integration',
    })
  })

  it('may name the template, to the letter but for case', async () => {
    const treatments = [{ templateName: 'SCALE AND POLISH' }]
    expect(await prepare({ treatments })).toMatchObject({ treatment: 'Scale and Polish', teeth: [] })
  })

  it('is made once for an idempotency key, and another body with it is refused', async () => {
    const patientId = await testApp.clinicA.addPatient()
    const asked = {
      patientId,
      clinicianId,
      treatments: [{ templateId: testApp.clinicA.templateId, teeth: ['46'] }],
    }
    const idempotencyKey = randomUUID()
    const [one, two] = await Promise.all([
      program.callOk(programs.createConsent, asked, { idempotencyKey }),
      program.callOk(programs.createConsent, asked, { idempotencyKey }),
    ])
    expect(two).toEqual(one)
    const other = await program.call(
      programs.createConsent,
      { ...asked, diagnosis: 'Another' },
      { idempotencyKey },
    )
    expect(other.reason).toBe('key-reused')
  })

  it('tells which fields are missing, and is refused until they are there', async () => {
    const made = await prepare({ treatments: [{ templateId: testApp.clinicA.templateId, teeth: ['46'] }] })
    expect(made.missing).toContain('prognosis')
    const refused = await program.call(programs.sendConsent, { consentId: made.id, by: 'link' })
    expect([refused.reason, refused.error!.details.missing]).toEqual(['placeholder-missing', made.missing])
  })

  it('leaves to a clinician what only a clinician may decide', async () => {
    const { id: consentId } = await prepare()
    const refused = await program.call(programs.sendConsent, { consentId, by: 'link' })
    expect([refused.status, refused.reason]).toEqual([409, 'questions-unasked'])
    expect(refused.error!.message).toContain('A clinician must ask the patient')
    const forced = { consentId, by: 'link', unaskedAcknowledged: true, wordingConfirmed: true } as never
    expect((await program.call(programs.sendConsent, forced)).reason).toBe('questions-unasked')
    await testApp.owner.query('delete from template_adoptions where clinic_id = $1', [testApp.clinicB.id])
    const keyOfB = withKey((await testApp.clinicB.addApiKey()).secret)
    const { rows } = await keyOfB.callOk(programs.listTemplates, { search: 'scale and polish' })
    const unadopted = rows.find((each) => !each.isAdopted)!
    const made = await keyOfB.callOk(programs.createConsent, {
      patientId: await testApp.clinicB.addPatient(),
      clinicianId: testApp.clinicB.staff.dentist.staffId!,
      ...{ diagnosis: 'Infected nerve' },
      treatments: [{ templateId: unadopted.id, fields: filled(unadopted.fields) }],
    })
    const unread = await keyOfB.call(programs.sendConsent, { consentId: made.id, by: 'link' })
    expect(unread.reason).toBe('wording-unconfirmed')
  })

  /** A template that asks the patient nothing that could stop the treatment. */
  async function sendable() {
    const { rows } = await program.callOk(programs.listTemplates, { search: 'scale and polish' })
    const template = rows.find((each) => each.isAdopted)!
    const made = await prepare({
      treatments: [
        {
          templateId: template.id,
          fields: filled(template.fields),
        },
      ],
    })
    return made.id
  }

  it('is sent as a link, signed, and fetched with its evidence', async () => {
    const consentId = await sendable()
    const sent = await program.callOk(programs.sendConsent, { consentId, by: 'link' })
    expect(sent).toMatchObject({ status: 'sent' })
    const { url, qrSvg } = await program.callOk(programs.createLink, { consentId })
    expect(qrSvg).toContain('<svg')
    const { contentHash, patientId } = await testApp.owner
      .query('select content_hash as "contentHash", patient_id as "patientId" from consents where id = $1', [
        consentId,
      ])
      .then(({ rows }) => rows[0] as { contentHash: string; patientId: string })
    const early = await program.send({ method: 'GET', url: `/api/v1/consents/${consentId}/record` })
    expect([early.status, early.reason]).toEqual([409, 'not-ready'])
    const accessToken = url.split('/').at(-1)!
    const verified = await testApp
      .anonymous()
      .call(contract.signing.verify, { accessToken, dateOfBirth: birthDate })
    const patient = createTestCaller(testApp.app.http, cookieOf(verified.cookies[0]!))
    const signed = await patient.callOk(
      contract.signing.sign,
      signatureFor({ consentId, patientId, contentHash }),
    )
    expect(signed.signature).not.toBeNull()
    await testApp.runJobs()
    const read = await program.callOk(programs.getConsent, { consentId })
    expect(read).toMatchObject({
      status: 'signed',
      signature: { name: 'Eleanor Whitcombe', signerRole: 'patient' },
    })
    const record = await program.send({ method: 'GET', url: `/api/v1/consents/${consentId}/record` })
    expect(record.raw.subarray(0, 5).toString()).toBe('%PDF-')
    const evidence = await program.send({ method: 'GET', url: `/api/v1/consents/${consentId}/evidence` })
    expect(evidence.raw.subarray(0, 2).toString()).toBe('PK')
    const actions = (await auditOf(consentId)).filter(({ user_role }) => user_role === 'integration')
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'consent.created',
        'consent.sent',
        'link.created',
        'consent.opened',
        'document.downloaded',
        'evidence.downloaded',
      ]),
    )
  })

  it('goes out by e-mail by the patient’s wishes, which count for programs too', async () => {
    const consentId = await sendable()
    await program.callOk(programs.sendConsent, { consentId, by: 'email' })
    await testApp.runJobs()
    const messages = await testApp.clinicA.as('dentist').callOk(contract.signing.listMessages, { consentId })
    expect(messages).toMatchObject([{ channel: 'email', recipient: 'eleanor@example.org' }])
    const other = await sendable()
    expect((await program.call(programs.sendConsent, { consentId: other, by: 'sms' })).reason).toBe(
      'no-mobile',
    )
  })

  it('is voided with a reason', async () => {
    const { id: consentId } = await prepare()
    const voided = await program.callOk(programs.voidConsent, { consentId, reason: 'Wrong patient' })
    expect(voided).toMatchObject({ status: 'voided', reason: 'Wrong patient' })
    expect((await program.call(programs.voidConsent, { consentId, reason: 'Again' })).reason).toBe(
      'wrong-state',
    )
  })

  it('of another practice is not known', async () => {
    const { id: consentId } = await prepare()
    const ofB = withKey((await testApp.clinicB.addApiKey()).secret)
    expect((await ofB.call(programs.getConsent, { consentId })).reason).toBe('not-found')
    expect((await ofB.call(programs.voidConsent, { consentId, reason: 'No' })).reason).toBe('not-found')
    expect((await ofB.get(files.programs.record.path.replace(':consentId', consentId))).reason).toBe(
      'not-found',
    )
  })
})
