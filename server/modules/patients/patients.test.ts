import { dateInTimeZone } from '../../../contract/calendar-day.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { patient_search_results_max } from '../../../contract/limits.ts'
import type { InputOf } from '../../../contract/operation-request.ts'
import type { PatientSort } from '../../../contract/patients.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { patients } = contract
const eleanor = { firstName: 'Eleanor', lastName: 'Whitcombe', dateOfBirth: '1961-03-14' }
const numbers = ['943 476 5919', '9876543210', '4010232137']

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const dentist = () => testApp.clinicA.as('dentist')
const add = (details: Partial<InputOf<typeof patients.create>> = {}) =>
  dentist().callOk(patients.create, { ...eleanor, ...details })

async function auditOf(subject: string) {
  const { rows } = await testApp.owner.query<{ action: string; details: unknown }>(
    'select action, details from audit_rows where subject = $1 order by sequence',
    [subject],
  )
  return rows
}

test('a patient is added, read back and changed; the audit log names fields and no values', async () => {
  const added = await add({ title: 'Mrs', phone: '020 7946 0018', nhsNumber: numbers[0]! })
  expect(added).toMatchObject({ ...eleanor, nhsNumber: '9434765919', status: 'active', version: 1 })
  const { id: patientId } = added
  expect(added).toEqual({ ...(await dentist().callOk(patients.get, { patientId })), mayBeSame: [] })
  const changed = await dentist().callOk(patients.update, { ...added, patientId, phone: '020 7946 0019' })
  expect(changed).toMatchObject({ phone: '020 7946 0019', version: 2 })
  const audited = await auditOf(patientId)
  expect(audited).toEqual([
    { action: 'patient.created', details: {} },
    { action: 'patient.updated', details: { fields: ['phone'] } },
  ])
})

test.each<[string, { phone: string; phoneNote?: string; otherPhone?: string }, string[]]>([
  ['07700.900.123', { phone: '07700 900123' }, ['sms']],
  ['07700/900123', { phone: '07700 900123' }, ['sms']],
  ['07700–900123', { phone: '07700 900123' }, ['sms']],
  ['+44‑7700‑900123', { phone: '+44 7700 900123' }, ['sms']],
  ['07700 900123 (mum)', { phone: '07700 900123', phoneNote: 'mum' }, ['sms']],
  ['01632 960000 ext 21', { phone: '01632 960000', phoneNote: 'ext 21' }, []],
  ['020 7946 0018 / 07700 900123', { phone: '020 7946 0018', otherPhone: '07700 900123' }, ['sms']],
  ['0770090012', { phone: '07700 90012' }, []],
  ['\u202a+44 7700 900123\u202c', { phone: '+44 7700 900123' }, ['sms']],
  ['7700900123', { phone: '07700 900123' }, ['sms']],
  ['+33 6 12 34 56 78', { phone: '+33 6 12 34 56 78' }, []],
])('the phone %j is stored as %j, and texts reach it: %j', async (written, stored, reachedBy) => {
  const added = await add({ phone: written })
  expect(added).toMatchObject({ phoneNote: '', otherPhone: '', otherPhoneNote: '', ...stored, reachedBy })
  expect(added).toMatchObject(await dentist().callOk(patients.get, { patientId: added.id }))
  // What was stored is read as the same.
  const saved = await dentist().callOk(patients.update, { ...added, patientId: added.id })
  expect(saved).toMatchObject(stored)
  const search = (stored.otherPhone ?? stored.phone).replaceAll(' ', '')
  const found = await dentist().callOk(patients.list, { search, pageSize: 100 })
  expect(found.rows.map(({ id }) => id)).toContain(added.id)
})

test.each([
  [{ phone: '----------' }, 'phone', 'Enter a phone number, like 020 7946 0018'],
  [{ phone: 'x' }, 'phone', 'Enter a phone number, like 020 7946 0018'],
  [{ phone: '07700 900123, 07700 900124, 07700 900125' }, 'phone', 'more than two phone numbers'],
  [
    { phone: '07700 900123', otherPhone: '07700 900124 / 07700 900125' },
    'phone',
    'more than two phone numbers',
  ],
  [{ otherPhone: '123' }, 'otherPhone', 'Enter the whole phone number'],
  [{ email: 'a@example.org, b@example.org' }, 'email', 'There are two e-mail addresses here. Enter one'],
  [{ email: 'john smith@example.org' }, 'email', 'Enter the e-mail address alone'],
])('%j is refused at %s', async (changes, field, message) => {
  const answer = await dentist().call(patients.create, { ...eleanor, ...changes })
  expect(answer.status).toBe(400)
  expect(JSON.stringify(answer.error)).toContain(message)
  expect(JSON.stringify(answer.error)).toContain(`"${field}"`)
})

test('notes and numbers of a patient and of guardians each go to their place', async () => {
  const added = await add({
    ...{ phone: '07700 900123 mum', phoneNote: 'after 5', otherPhone: '+44 7700 900123' },
    email: 'mailto:eleanor@müller.de',
    guardians: [
      {
        ...{ name: 'Rosa Whitcombe', relationship: 'mother', authority: 'parental-responsibility' },
        ...{ phone: '07700 900456 (work) / 01632 960001', email: 'Rosa <rosa@example.org>' },
      },
    ],
  })
  expect(added).toMatchObject({
    ...{
      phone: '07700 900123',
      phoneNote: 'mum, after 5',
      otherPhone: '',
      email: 'eleanor@xn--mller-kva.de',
    },
    guardians: [
      {
        ...{ phone: '07700 900456', phoneNote: 'work', otherPhone: '01632 960001', otherPhoneNote: '' },
        email: 'rosa@example.org',
      },
    ],
  })
})

test('of two saves made from the same version the second is refused and changes nothing', async () => {
  const added = await add()
  const save = (phone: string) => dentist().call(patients.update, { ...added, patientId: added.id, phone })
  const answers = await Promise.all([save('020 7946 0001'), save('020 7946 0002')])
  expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 409])
  expect(answers.find(({ error }) => error)!.reason).toBe('changed-meanwhile')
  const kept = await dentist().callOk(patients.get, { patientId: added.id })
  expect(kept.phone).toBe(answers.find(({ error }) => !error)!.body.phone)
  expect(kept.version).toBe(2)
})

test('an NHS number belongs to one patient of a practice, whoever saves first; another practice may have it', async () => {
  const nhsNumber = numbers[1]!
  const twins = await Promise.all(
    [1, 2].map(() => dentist().call(patients.create, { ...eleanor, nhsNumber })),
  )
  expect(twins.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 409])
  expect(twins.find(({ error }) => error)!.reason).toBe('duplicate-nhs-number')
  const other = await add()
  const update = await dentist().call(patients.update, { ...other, patientId: other.id, nhsNumber })
  expect(update.reason).toBe('duplicate-nhs-number')
  const kept = await dentist().callOk(patients.get, { patientId: other.id })
  expect(other).toMatchObject(kept)
  const elsewhere = await testApp.clinicB.as('dentist').call(patients.create, { ...eleanor, nhsNumber })
  expect(elsewhere.status).toBe(200)
})

test('a repeated request adds one patient and answers the same', async () => {
  const sending = { idempotencyKey: 'f6d1f0f2-7d3b-4d57-9f3a-0f8c1f0a7b11' }
  const details = { ...eleanor, lastName: 'Repeated' }
  const answers = [
    await dentist().callOk(patients.create, details, sending),
    await dentist().callOk(patients.create, details, sending),
  ]
  expect(answers[0]).toEqual(answers[1])
  expect((await dentist().callOk(patients.list, { search: 'repeated' })).total).toBe(1)
})

test('an archived patient leaves the list, stays readable and comes back', async () => {
  const { id: patientId } = await add({ lastName: 'Archived' })
  const search = { search: 'archived' }
  expect((await dentist().callOk(patients.archive, { patientId })).status).toBe('archived')
  expect((await dentist().callOk(patients.list, search)).total).toBe(0)
  expect((await dentist().callOk(patients.list, { ...search, status: 'archived' })).total).toBe(1)
  expect((await dentist().callOk(patients.get, { patientId })).status).toBe('archived')
  expect((await dentist().callOk(patients.restore, { patientId })).status).toBe('active')
  expect((await dentist().callOk(patients.list, search)).total).toBe(1)
})

test('a search finds by name, birth date, phone and NHS number, and only here', async () => {
  const { id } = await add({
    firstName: 'Zoë',
    lastName: 'O’Brien_100%',
    dateOfBirth: '1984-02-29',
    phone: '(01632) 960-555',
    nhsNumber: numbers[2]!,
  })
  const searches = [
    'zoe',
    'OBRIEN',
    "o'brien zoë",
    '29/2/1984',
    '1984-02-29',
    '29 2 1984',
    '01632 960555',
    '401 023 2137',
    'obrien_100%',
    'z',
    'zo obr',
    '29/02',
    "o'brien, zoë",
    'o brien',
    'brien',
    'zoe %',
    '29 Feb 1984',
    '960555',
    '0555',
    'zoe 9605',
    '401-023-2137',
  ]
  for (const search of searches) {
    const found = await dentist().callOk(patients.list, { search })
    expect(
      found.rows.map((row) => row.id),
      search,
    ).toEqual([id])
    expect((await testApp.clinicB.as('dentist').callOk(patients.list, { search })).total, search).toBe(0)
  }
  for (const search of ['zoe smith', '28/2/1984', '%', '_', '555', 'rien', '29 Feb 1985']) {
    const found = await dentist().callOk(patients.list, { search })
    expect(
      found.rows.filter((row) => row.id === id),
      search,
    ).toEqual([])
  }
})

test.each([
  [{ lastName: 'Whitfield' }, 'Whitfield, Eleanor'],
  [{ dateOfBirth: '1980-02-29' }, '29 Feb 1980'],
  [{ lastName: "O'Connor" }, 'o connor'],
  [{ lastName: 'OConnor' }, 'eleanor o connor'],
  [{ lastName: 'Iğdır' }, 'Igdir'],
  [{ phone: '07700 900123' }, '900123'],
  [{ phone: '07700 900123', lastName: 'Whitfield' }, 'whitfield 0123'],
  [{ phone: '7700900123' }, '07700900123'],
  [{ phone: '+44 7700 900123' }, '(0)7700-900.123'],
  [{ lastName: 'Vanderberg' }, 'van der berg eleanor'],
])('a patient with %j is found by %j', async (details, search) => {
  const clinic = await testApp.addClinic(`Search ${search}`)
  const { id } = await clinic.as('dentist').callOk(patients.create, { ...eleanor, ...details })
  await clinic.as('dentist').callOk(patients.create, { ...eleanor, firstName: 'Ann', lastName: 'Other' })
  const found = await clinic.as('dentist').callOk(patients.list, { search })
  expect(found.rows.map((row) => row.id)).toEqual([id])
})

test('one name is a whole name, whichever field it came in', async () => {
  const names = [
    [
      { firstName: 'Madonna', lastName: '' },
      { title: '', firstName: '', lastName: 'Madonna' },
    ],
    [
      { firstName: '', lastName: 'Zendaya' },
      { title: '', firstName: '', lastName: 'Zendaya' },
    ],
    [
      { firstName: '', lastName: 'Adeyemi, Kemi' },
      { title: '', firstName: 'Kemi', lastName: 'Adeyemi' },
    ],
    [
      { firstName: 'Mrs Kemi', lastName: 'Bello' },
      { title: 'Mrs', firstName: 'Kemi', lastName: 'Bello' },
    ],
  ] as const
  for (const [typed, stored] of names) {
    const added = await add(typed)
    expect(added).toMatchObject(stored)
    const { rows } = await dentist().callOk(patients.list, { search: stored.lastName })
    expect(rows.map(({ id }) => id)).toEqual([added.id])
    const version = { patientId: added.id, version: added.version }
    const update = await dentist().call(patients.update, {
      ...eleanor,
      firstName: ' ',
      lastName: '',
      ...version,
    })
    expect(update.reason).toBe('name-missing')
  }
  const nobody = await dentist().call(patients.create, { ...eleanor, firstName: '', lastName: ' ' })
  expect(nobody.reason).toBe('name-missing')
})

test('patients with nearly this name and birth date are told of, before and after somebody is added', async () => {
  const clinic = await testApp.addClinic('Near')
  const made = (details: Partial<InputOf<typeof patients.create>>) =>
    clinic.as('dentist').callOk(patients.create, { ...eleanor, ...details })
  const mueller = await made({ firstName: 'Anna', lastName: 'Müller', nhsNumber: '9434765919' })
  expect(mueller.mayBeSame).toEqual([])
  const near = async (details: object) =>
    (await clinic.as('dentist').callOk(patients.similar, { ...eleanor, ...details })).map(({ id }) => id)
  expect(await near({ firstName: 'Anna', lastName: 'Mueller' })).toEqual([mueller.id])
  expect(await near({ firstName: 'Mrs Anna', lastName: 'Muller' })).toEqual([mueller.id])
  expect(await near({ firstName: '', lastName: 'Muller, Anna' })).toEqual([mueller.id])
  expect(await near({ firstName: 'Anna', lastName: 'Mueller', nhsNumber: '9876543210' })).toEqual([])
  expect(await near({ firstName: 'Anna', lastName: 'Mueller', dateOfBirth: '1961-03-15' })).toEqual([])
  expect(await near({ firstName: 'Jane', lastName: 'Mueller' })).toEqual([])
  expect((await made({ firstName: 'Anna', lastName: 'Mueller' })).mayBeSame).toEqual([mueller.id])
  const elsewhere = { ...eleanor, firstName: 'Anna', lastName: 'Mueller' }
  expect(await testApp.clinicB.as('dentist').callOk(patients.similar, elsewhere)).toEqual([])
})

test('a search follows what is changed, and the state of the record', async () => {
  const added = await add({ firstName: 'Before', lastName: 'Marriage' })
  const found = async (search: string, status: 'active' | 'archived' = 'active') =>
    (await dentist().callOk(patients.list, { search, status })).rows.map(({ id }) => id)
  const changed = { ...added, patientId: added.id, lastName: 'Wedding', preferredName: 'Beff' }
  await dentist().callOk(patients.update, changed)
  expect(await found('marriage')).toEqual([])
  expect(await found('beff wedding')).toEqual([added.id])
  await dentist().callOk(patients.archive, { patientId: added.id })
  expect(await found('beff wedding')).toEqual([])
  expect(await found('beff wedding', 'archived')).toEqual([added.id])
})

test('counting ends where nobody looks further', async () => {
  const clinic = await testApp.addClinic('Crowd')
  await testApp.owner.query(
    `insert into patients (clinic_id, first_name, last_name, date_of_birth, search_text)
     select $1, 'Crowd', 'Number', '1980-01-01', 'crowd number 1980-01-01 01/01/1980' from generate_series(1, $2)`,
    [clinic.id, patient_search_results_max],
  )
  const list = (search: string) => clinic.as('dentist').callOk(patients.list, { search })
  expect(await list('crowd')).toMatchObject({ total: patient_search_results_max, isCapped: false })
  await clinic.as('dentist').callOk(patients.create, { ...eleanor, firstName: 'Crowd' })
  expect(await list('crowd')).toMatchObject({ total: patient_search_results_max, isCapped: true })
  expect((await list('')).total).toBe(patient_search_results_max + 1)
})

test('patients are listed by name or birth date, either way, found ones too', async () => {
  const clinic = await testApp.addClinic('Sorted')
  const people = [
    ...[['Ada', 'Baker', '1990-05-01'] as const, ['Zoe', 'Adams', '1950-01-02'] as const],
    ...[['Ben', 'Baker', '2001-12-31'] as const, ['Amy', 'Cole', '1950-01-02'] as const],
  ]
  for (const [firstName, lastName, dateOfBirth] of people)
    await clinic.as('dentist').callOk(patients.create, { firstName, lastName, dateOfBirth })
  const names = async (sort: PatientSort, search = '') => {
    const { rows } = await clinic.as('dentist').callOk(patients.list, { sort, search })
    return rows.map(({ firstName }) => firstName).join(' ')
  }
  expect(await names('name')).toBe('Zoe Ada Ben Amy')
  expect(await names('-name')).toBe('Amy Ben Ada Zoe')
  expect(await names('born')).toMatch(/^(Zoe Amy|Amy Zoe) Ada Ben$/)
  expect(await names('-born')).toMatch(/^Ben Ada (Zoe Amy|Amy Zoe)$/)
  expect(await names('-born', 'baker')).toBe('Ben Ada')
  expect(await names('-name', 'baker')).toBe('Ben Ada')
  const other = await clinic.as('dentist').call(patients.list, { sort: 'phone' as PatientSort })
  expect(other.code).toBe('invalid-argument')
})

test('the patients opened last come in the order asked for, without those that are not there', async () => {
  const [one, other] = [await add({ lastName: 'One' }), await add({ lastName: 'Other' })]
  const foreign = await testApp.clinicB.addPatient()
  const ids = [other.id, foreign, one.id].join(',')
  expect((await dentist().callOk(patients.recent, { ids })).map(({ lastName }) => lastName)).toEqual([
    'Other',
    'One',
  ])
  expect(await dentist().callOk(patients.recent, { ids: '' })).toEqual([])
  expect((await dentist().call(patients.recent, { ids: 'x' })).code).toBe('invalid-argument')
})

test('who left or died is listed apart, with the day, and may be brought back', async () => {
  const { id: patientId } = await add({ lastName: 'Goodbye' })
  const left = await dentist().callOk(patients.recordLeaving, { patientId, on: '2026-01-31' })
  expect(left).toMatchObject({ status: 'left', endedOn: '2026-01-31' })
  const died = await dentist().callOk(patients.recordDeath, { patientId })
  expect(died).toMatchObject({ status: 'deceased', endedOn: null })
  const search = { search: 'goodbye' }
  expect((await dentist().callOk(patients.list, search)).total).toBe(0)
  expect((await dentist().callOk(patients.list, { ...search, status: 'deceased' })).total).toBe(1)
  expect(await dentist().callOk(patients.restore, { patientId })).toMatchObject({
    status: 'active',
    endedOn: null,
  })
  const future = await dentist().call(patients.recordDeath, { patientId, on: '2999-01-01' })
  expect(future.code).toBe('invalid-argument')
  expect((await auditOf(patientId)).map(({ action }) => action)).toEqual([
    'patient.created',
    'patient.left',
    'patient.deceased',
    'patient.restored',
  ])
})

test('guardians are kept with their evidence, and the audit log names the field alone', async () => {
  const added = await add({
    guardians: [
      {
        name: 'Mei Tan',
        relationship: 'Mother',
        authority: 'parental-responsibility',
        basis: 'birth-mother',
        evidence: 'Birth certificate',
        evidenceOn: '2026-01-31',
      },
    ],
  })
  const [kept] = added.guardians
  expect(kept).toMatchObject({ evidenceBy: 'Tom Hughes', validUntil: null })
  const changed = await dentist().callOk(patients.update, {
    ...added,
    patientId: added.id,
    guardians: [...added.guardians, { name: 'Council', relationship: 'Carer', authority: 'local-authority' }],
  })
  expect(changed.guardians.map(({ id, name }) => [id === kept!.id, name])).toEqual([
    [true, 'Mei Tan'],
    [false, 'Council'],
  ])
  expect((await auditOf(added.id)).at(-1)!.details).toEqual({ fields: ['guardians'] })
  const seven = Array.from({ length: 7 }, () => kept!)
  const refused = await dentist().call(patients.update, { ...changed, patientId: added.id, guardians: seven })
  expect(refused.code).toBe('invalid-argument')
})

test('who asked about needs is whoever recorded the day', async () => {
  const added = await add({ needsAskedOn: '2026-01-31' })
  expect(added.needsAskedBy).toBe('Tom Hughes')
  const manager = testApp.clinicA.as('manager')
  const same = await manager.callOk(patients.update, {
    ...added,
    patientId: added.id,
    phone: '020 7946 0002',
  })
  expect(same.needsAskedBy).toBe('Tom Hughes')
  const asked = await manager.callOk(patients.confirmNeeds, { patientId: added.id })
  expect(asked).toMatchObject({ needsAskedOn: dateInTimeZone(testApp.clock.now()) })
  expect(asked.needsAskedBy).toBe('Siân Rees')
  expect(asked.needsReviewOn! > asked.needsAskedOn!).toBe(true)
})

test('a preferred way of contact is one that was agreed to', async () => {
  const details = { ...eleanor, contactPermission: ['post' as const], preferredChannel: 'sms' as const }
  expect((await dentist().call(patients.create, details)).reason).toBe('channel-not-agreed')
  const added = await add({ ...details, preferredChannel: 'none' })
  const update = { ...added, patientId: added.id, preferredChannel: 'email' as const }
  expect((await dentist().call(patients.update, update)).reason).toBe('channel-not-agreed')
})

test('by which ways messages reach a patient is told, as far as they agree, the one they like best first', async () => {
  const reached = async (change: Parameters<typeof add>[0]) => {
    const { id, reachedBy } = await add({ email: 'eleanor@example.org', ...change })
    const [listed] = await dentist().callOk(patients.recent, { ids: id })
    expect(listed!.reachedBy).toEqual(reachedBy)
    return reachedBy
  }
  const phone = '07700 900123'
  expect(await reached({ phone, preferredChannel: 'sms' })).toEqual(['sms', 'email'])
  expect(await reached({ phone })).toEqual(['email', 'sms'])
  expect(await reached({ phone: '020 7946 0018' })).toEqual(['email'])
  expect(await reached({ phone, email: '' })).toEqual(['sms'])
  expect(await reached({ phone, contactPermission: ['email', 'post'] })).toEqual(['email'])
})

test('notes are added and corrected by others, and never changed', async () => {
  const [{ id: patientId }, other] = [await add(), await add()]
  const first = await dentist().callOk(patients.addNote, { patientId, text: 'Prefers mornings.' })
  testApp.clock.advance(60_000)
  const correction = { patientId, text: 'Prefers afternoons.', corrects: first.id }
  const second = await testApp.clinicA.as('manager').callOk(patients.addNote, correction)
  expect(await dentist().callOk(patients.notes, { patientId })).toEqual([second, first])
  expect(second).toMatchObject({ by: 'Siân Rees', corrects: first.id })
  const elsewhere = await dentist().call(patients.addNote, { ...correction, patientId: other.id })
  expect(elsewhere.reason).toBe('note-not-found')
  expect((await dentist().call(patients.addNote, { patientId, text: ' ' })).code).toBe('invalid-argument')
  expect((await auditOf(patientId)).at(-1)).toEqual({
    action: 'patient.note_added',
    details: { noteId: second.id },
  })
  const asClinic = async (text: string) => {
    await testApp.owner.query('begin')
    await testApp.owner.query(
      `select set_config('role', 'candour_clinic', true), set_config('app.clinic_id', '${testApp.clinicA.id}', true)`,
    )
    await testApp.owner.query(text).finally(() => testApp.owner.query('rollback'))
  }
  await expect(asClinic(`update patient_notes set text = 'x'`)).rejects.toThrow('permission denied')
  await expect(asClinic('delete from patient_notes')).rejects.toThrow('permission denied')
})

test('pages go by last name, first name and id, without gaps or repeats', async () => {
  const clinic = await testApp.addClinic('Pages')
  const names = ['Ash', 'Birch', 'Birch', 'Cedar', 'Elm']
  for (const lastName of names.toReversed())
    await clinic.as('dentist').callOk(patients.create, { ...eleanor, lastName })
  const pages = await Promise.all(
    [1, 2, 3, 4].map((page) => clinic.as('dentist').callOk(patients.list, { page, pageSize: 2 })),
  )
  expect(pages.map(({ total }) => total)).toEqual([5, 5, 5, 5])
  expect(pages.map(({ rows }) => rows.length)).toEqual([2, 2, 1, 0])
  const rows = pages.flatMap((page) => page.rows)
  expect(rows.map((row) => row.lastName)).toEqual(names)
  expect(new Set(rows.map((row) => row.id)).size).toBe(5)
  expect(Object.keys(rows[0]!)).not.toContain('address')
})

test("another practice's patient is as if there were none", async () => {
  const added = await add()
  const foreign = testApp.clinicB.as('owner')
  const patientId = added.id
  const answers = [
    await foreign.call(patients.get, { patientId }),
    await foreign.call(patients.update, { ...added, patientId }),
    await foreign.call(patients.archive, { patientId }),
    await foreign.call(patients.restore, { patientId }),
    await foreign.call(patients.recordLeaving, { patientId }),
    await foreign.call(patients.recordDeath, { patientId }),
    await foreign.call(patients.confirmNeeds, { patientId }),
    await foreign.call(patients.notes, { patientId }),
    await foreign.call(patients.addNote, { patientId, text: 'Here?' }),
    await foreign.call(patients.duplicates, { patientId }),
    await foreign.call(patients.merges, { patientId }),
  ]
  expect(answers.map(({ status, reason }) => [status, reason])).toEqual(answers.map(() => [404, 'not-found']))
  expect(added).toMatchObject(await dentist().callOk(patients.get, { patientId }))
})

test('details that cannot be are refused by field', async () => {
  const answer = await dentist().call(patients.create, {
    ...eleanor,
    firstName: ' ',
    dateOfBirth: '2999-01-01',
    nhsNumber: '9434765918',
  })
  expect(answer.code).toBe('invalid-argument')
  expect(answer.error!.details.fields!.map(({ field }) => field)).toEqual(['dateOfBirth', 'nhsNumber'])
})

test.each([
  ['a zero-width blank', { firstName: '\u200B' }, 'firstName'],
  ['a direction mark', { lastName: '\u202E' }, 'lastName'],
  ['an emoji', { lastName: '🦷' }, 'lastName'],
  ['digits', { firstName: '123' }, 'firstName'],
])('a name of %s names nobody', async (_what, changes, field) => {
  const answer = await dentist().call(patients.create, { ...eleanor, ...changes })
  expect(answer.code).toBe('invalid-argument')
  expect(answer.error!.details.fields!.map((each) => each.field)).toEqual([field])
})

test('what is stored is what can be seen', async () => {
  const added = await add({
    firstName: 'Jose\u0301\u200B',
    lastName: 'de\u00A0Souza\n',
    phone: '\u202A+44 7700 900123\u202C',
    email: ' jose@example.org\u200B ',
    nhsNumber: '999\u2011999\u20119999',
  })
  expect(added).toMatchObject({
    ...{ firstName: 'José', lastName: 'de Souza', phone: '+44 7700 900123', email: 'jose@example.org' },
    nhsNumber: '',
  })
})

test('what no font of the record has is refused by name at its field, and every script that names are written in is kept', async () => {
  const names = { firstName: 'પ્રિયા', lastName: '김', preferredName: 'שרה', address: '1 ถนน 🙂' }
  expect(await add(names)).toMatchObject(names)
  const answer = await dentist().call(patients.create, {
    ...eleanor,
    ...{ firstName: 'Ꮳ', address: '1 \uF0B7 Road', accessNotes: 'fine 🦷' },
  })
  expect(answer.code).toBe('invalid-argument')
  expect(answer.error!.details.fields).toEqual([
    { field: 'firstName', message: expect.stringContaining('“Ꮳ” cannot be printed') },
    { field: 'address', message: expect.stringContaining('U+F0B7 cannot be printed') },
  ])
})

test('what a record held before keeps nobody from changing another field of it', async () => {
  const { mayBeSame: _none, ...added } = await add({ firstName: 'Wado', lastName: 'Cherokee' })
  const patientId = added.id
  await testApp.owner.query(`update patients set access_notes = 'ᏣᎳᎩ' where id = $1`, [patientId])
  const stored = { ...added, patientId, accessNotes: 'ᏣᎳᎩ' }
  const changed = await dentist().callOk(patients.update, { ...stored, phone: '020 7946 0019' })
  expect(changed).toMatchObject({ accessNotes: 'ᏣᎳᎩ', phone: '020 7946 0019' })
  const again = { ...stored, version: changed.version, accessNotes: 'ᏣᎳᎩ Ꭽ' }
  const { code, error } = await dentist().call(patients.update, again)
  expect([code, error!.details.reason]).toEqual(['invalid-argument', 'unprintable'])
  expect(error!.details.fields).toEqual([{ field: 'accessNotes', message: expect.stringContaining('“Ꭽ”') }])
})

test('nothing went wrong behind the answers', () => {
  expect(testApp.loggedErrors).toEqual([])
})
