import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { patient_search_results_max } from '../../../contract/limits.ts'
import type { InputOf } from '../../../contract/operation-request.ts'
import type { Patient } from '../../../contract/patients.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { patients, consents } = contract
const numbers = ['943 476 5919', '9876543210', '4010232137']

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const manager = () => testApp.clinicA.as('manager')
const add = (details: Partial<InputOf<typeof patients.create>> = {}) =>
  manager().callOk(patients.create, {
    firstName: 'Eleanor',
    lastName: 'Whitcombe',
    dateOfBirth: '1961-03-14',
    ...details,
  })
const read = (patientId: string) => manager().callOk(patients.get, { patientId })

/** What a merge sends: the survivor's details, as far as none of the duplicate's were chosen. */
const merging = (survivor: Patient, duplicate: Patient, chosen: Partial<Patient> = {}) => ({
  ...survivor,
  ...chosen,
  patientId: survivor.id,
  duplicateId: duplicate.id,
  duplicateVersion: duplicate.version,
})

test('records that may be of one person are offered, and others are not', async () => {
  const clinic = await testApp.addClinic('Duplicates')
  const known = clinic.as('manager')
  const eleanor = { firstName: 'Eleanor', lastName: 'Whitcombe', dateOfBirth: '1961-03-14' }
  const phone = '07700 900101'
  // More were born on that day than a search tells of.
  await testApp.owner.query(
    `insert into patients (clinic_id, first_name, last_name, date_of_birth, search_text)
     select $1, 'Crowd', 'Number', $2, 'crowd number 1961-03-14 14/03/1961' from generate_series(0, $3)`,
    [clinic.id, eleanor.dateOfBirth, patient_search_results_max],
  )
  const made = async (details: object) => (await known.callOk(patients.create, { ...eleanor, ...details })).id
  const patientId = await made({ phone })
  const slip = await made({ lastName: 'Whitcomb' })
  const married = await made({ lastName: 'Hart', phone: '+44 7700 900101' })
  const archived = await made({ dateOfBirth: '1961-03-15', phone })
  await known.callOk(patients.archive, { patientId: archived })
  await made({ firstName: 'Grace', phone })
  await made({ firstName: 'Owen', lastName: 'Llewellyn' })
  const offered = await known.callOk(patients.duplicates, { patientId })
  expect(offered[0]).toMatchObject({ id: slip })
  expect(new Map(offered.map(({ id, reason }) => [id, reason]))).toEqual(
    new Map([
      [slip, 'name-and-birth-date'],
      [married, 'phone-and-birth-date'],
      [archived, 'phone-and-name'],
    ]),
  )
})

test('a merge moves consents and notes, keeps the chosen details, and leads from the old record to the new', async () => {
  const survivor = await add({ phone: '020 7946 0001', needsAskedOn: '2026-01-31' })
  const duplicate = await add({ nhsNumber: numbers[0]!, email: 'nell@example.org' })
  const { consentId } = await testApp.clinicA.addSigned({ patientId: duplicate.id })
  const note = await manager().callOk(patients.addNote, {
    patientId: duplicate.id,
    text: 'Prefers mornings.',
  })
  const before = await manager().callOk(consents.get, { consentId })
  const chosen = { nhsNumber: duplicate.nhsNumber, email: duplicate.email }
  const { patient } = await manager().callOk(patients.merge, merging(survivor, duplicate, chosen))
  expect(patient).toMatchObject({ ...chosen, phone: '020 7946 0001', version: 2, needsAskedBy: 'Siân Rees' })
  expect(await read(duplicate.id)).toMatchObject({ status: 'merged', mergedInto: survivor.id })
  expect((await manager().callOk(patients.list, { search: numbers[0]! })).rows.map(({ id }) => id)).toEqual([
    survivor.id,
  ])
  expect(await manager().callOk(patients.notes, { patientId: survivor.id })).toEqual([note])
  const after = await manager().callOk(consents.get, { consentId })
  expect(after.patient.id).toBe(survivor.id)
  expect(after).toMatchObject({ content: before.content, contentHash: before.contentHash, chainIntact: true })
  expect(after.events.at(-1)).toMatchObject({
    event: 'consent.patient_merged',
    details: { from: duplicate.id, to: survivor.id },
  })
})

test('a merge takes appointments along and brings what was known of health; undone, appointments move back', async () => {
  const { appointments, histories } = contract
  const [survivor, duplicate] = [await add(), await add()]
  const { id: appointmentId } = await testApp.clinicA.addAppointment({ patientId: duplicate.id })
  const dentist = testApp.clinicA.as('dentist')
  const tell = (patientId: string, answers: Record<string, 'yes' | 'no'>) =>
    dentist.callOk(histories.save, {
      ...{ patientId, version: 0, source: 'patient' },
      facts: Object.entries(answers).map(([factor, answer]) => ({ factor, answer })),
    })
  await tell(survivor.id, { smoker: 'no', warfarin: 'no' })
  await tell(duplicate.id, { smoker: 'yes', 'antiplatelet-dual': 'yes' })
  const { mergeId } = await manager().callOk(patients.merge, merging(survivor, duplicate))
  const known = async () =>
    Object.fromEntries(
      (await dentist.callOk(histories.get, { patientId: survivor.id })).facts.map(
        ({ factor, answer, source }) => [factor, `${answer} ${source}`],
      ),
    )
  const learnt = { smoker: 'yes merge', warfarin: 'no patient', 'antiplatelet-dual': 'yes merge' }
  expect(await known()).toEqual(learnt)
  const patientOf = async () => {
    const { appointments: listed } = await dentist.callOk(appointments.day, { clinician: 'all' })
    return listed.find(({ id }) => id === appointmentId)!.patient.id
  }
  expect(await patientOf()).toBe(survivor.id)
  testApp.clock.advance(60_000)
  await manager().callOk(patients.undoMerge, { mergeId })
  expect(await patientOf()).toBe(duplicate.id)
  // Nothing of a history is taken away again; it goes on saying where it came from.
  expect(await known()).toEqual(learnt)
  testApp.clock.advance(-60_000)
})

test('a merged record takes nothing more', async () => {
  const [survivor, duplicate, third] = [await add(), await add(), await add()]
  await manager().callOk(patients.merge, merging(survivor, duplicate))
  const merged = await read(duplicate.id)
  const patientId = duplicate.id
  const answers = [
    await manager().call(patients.update, { ...merged, patientId }),
    await manager().call(patients.archive, { patientId }),
    await manager().call(patients.restore, { patientId }),
    await manager().call(patients.recordDeath, { patientId }),
    await manager().call(patients.addNote, { patientId, text: 'More' }),
    await manager().call(patients.merge, merging(third, merged)),
    await manager().call(patients.merge, merging(merged, third)),
  ]
  expect(answers.map(({ reason }) => reason)).toEqual(answers.map(() => 'patient-merged'))
  await expect(testApp.clinicA.addDraft({ patientId })).rejects.toThrow('patient-not-found')
})

test('of what cannot be merged nothing changes', async () => {
  const [survivor, duplicate] = [await add(), await add()]
  await add({ nhsNumber: numbers[1]! })
  const foreign = await testApp.clinicB.addPatient()
  const merge = merging(survivor, duplicate)
  const refusals = [
    [{ ...merge, duplicateId: survivor.id }, 'same-patient'],
    [{ ...merge, duplicateId: foreign }, 'duplicate-not-found'],
    [{ ...merge, patientId: foreign }, 'not-found'],
    [{ ...merge, version: survivor.version + 1 }, 'changed-meanwhile'],
    [{ ...merge, duplicateVersion: duplicate.version + 1 }, 'changed-meanwhile'],
    [{ ...merge, nhsNumber: numbers[1]! }, 'duplicate-nhs-number'],
    [{ ...merge, contactPermission: [], preferredChannel: 'email' as const }, 'channel-not-agreed'],
  ] as const
  for (const [input, reason] of refusals)
    expect(
      (await manager().call(patients.merge, { ...input, contactPermission: [...input.contactPermission] }))
        .reason,
    ).toBe(reason)
  expect(survivor).toMatchObject(await read(survivor.id))
  expect(duplicate).toMatchObject(await read(duplicate.id))
  expect((await testApp.clinicA.as('dentist').call(patients.merge, merge)).code).toBe('permission-denied')
})

test('of two merges of the same records at the same moment one is done', async () => {
  const [one, other] = [await add(), await add()]
  const answers = await Promise.all([
    manager().call(patients.merge, merging(one, other)),
    manager().call(patients.merge, merging(other, one)),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('a merge is undone: each record has its own again, and the numbers they had', async () => {
  const survivor = await add({ phone: '020 7946 0001' })
  const duplicate = await add({ nhsNumber: numbers[2]! })
  const own = await testApp.clinicA.addSent({ patientId: survivor.id })
  const moved = await testApp.clinicA.addSigned({ patientId: duplicate.id })
  await manager().callOk(patients.archive, { patientId: duplicate.id })
  const chosen = { nhsNumber: duplicate.nhsNumber, phone: '' }
  testApp.clock.advance(60_000)
  const merge = merging(survivor, await read(duplicate.id), chosen)
  const { mergeId } = await manager().callOk(patients.merge, merge)
  testApp.clock.advance(60_000)
  const [listed] = await manager().callOk(patients.merges, { patientId: survivor.id })
  expect(listed).toMatchObject({
    id: mergeId,
    mergedId: duplicate.id,
    mergedName: 'Eleanor Whitcombe',
    by: 'Siân Rees',
    obstacle: null,
  })
  const undone = await manager().callOk(patients.undoMerge, { mergeId })
  expect(undone).toMatchObject({ phone: '020 7946 0001', nhsNumber: '', status: 'active' })
  expect(await read(duplicate.id)).toMatchObject({
    nhsNumber: duplicate.nhsNumber,
    status: 'archived',
    mergedInto: null,
  })
  const owners = async (patientId: string) =>
    (await manager().callOk(consents.listOfPatient, { patientId })).map(({ id }) => id)
  expect(await owners(survivor.id)).toEqual([own.consentId])
  expect(await owners(duplicate.id)).toEqual([moved.consentId])
  expect((await manager().callOk(consents.get, { consentId: moved.consentId })).chainIntact).toBe(true)
  expect((await manager().call(patients.undoMerge, { mergeId })).reason).toBe('undone')
})

test.each([
  [
    'a consent was made since',
    'changed-since',
    (patientId: string) => testApp.clinicA.addDraft({ patientId }),
  ],
  [
    'a note was added since',
    'changed-since',
    (patientId: string) => manager().callOk(patients.addNote, { patientId, text: 'New' }),
  ],
  [
    'an answer about their health was saved since',
    'changed-since',
    (patientId: string) =>
      testApp.clinicA.as('dentist').callOk(contract.histories.save, {
        ...{ patientId, version: 0, source: 'patient' as const },
        facts: [{ factor: 'smoker', answer: 'yes' as const }],
      }),
  ],
  [
    'an appointment was made since',
    'changed-since',
    (patientId: string) => testApp.clinicA.addAppointment({ patientId }),
  ],
  [
    'the details changed since',
    'changed-since',
    async (patientId: string) =>
      manager().callOk(patients.update, { ...(await read(patientId)), patientId, phone: '020 7946 0003' }),
  ],
  [
    'thirty days are over',
    'too-late',
    (patientId: string) =>
      testApp.owner.query(`update patient_merges set at = $2 where survivor_id = $1`, [
        patientId,
        new Date(testApp.clock.now().getTime() - 31 * 86_400_000),
      ]),
  ],
] as const)('a merge stays where %s', async (_what, reason, change) => {
  const [survivor, duplicate] = [await add(), await add()]
  const { mergeId } = await manager().callOk(patients.merge, merging(survivor, duplicate))
  testApp.clock.advance(60_000)
  await change(survivor.id)
  expect((await manager().call(patients.undoMerge, { mergeId })).reason).toBe(reason)
  expect((await manager().callOk(patients.merges, { patientId: survivor.id }))[0]!.obstacle).toBe(reason)
  expect((await read(duplicate.id)).status).toBe('merged')
})

test("another practice's merge is as if there were none", async () => {
  const [survivor, duplicate] = [await add(), await add()]
  const { mergeId } = await manager().callOk(patients.merge, merging(survivor, duplicate))
  expect((await testApp.clinicB.as('owner').call(patients.undoMerge, { mergeId })).reason).toBe('not-found')
})

test('nothing went wrong behind the answers', () => {
  expect(testApp.loggedErrors).toEqual([])
})
