import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '../../../contract/index.ts'
import type { HeldDecision, ImportField, PatientImport } from '../../../contract/patient-imports.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { patientImports, patients } = contract

let testApp: TestApp
let clinics = 0
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

/** Each test has a practice of its own, so that nobody's patients are in its way. */
const newClinic = () => testApp.addClinic(`Import ${++clinics}`)
const base64 = (text: string | Uint8Array) => Buffer.from(text as string).toString('base64')
const header = 'Title,Forename,Surname,DOB,Mobile,Email,NHS No,Address 1,Postcode'
const file = (...lines: string[]) => base64([header, ...lines].join('\r\n'))
const ada = 'Ms,Ada,Quill,14/03/1961,07700 900123,ada@example.org,943 476 5919,1 High St,AB1 2CD'
const ben = 'Mr,Ben,Rowe,02/11/1980,,,,,'

const read = (clinic: TestClinic, content: string, fileName = 'list.csv') =>
  clinic.as('receptionist').callOk(patientImports.read, { fileName, content })

/** Checked as it is proposed, unless told otherwise. */
const check = (
  clinic: TestClinic,
  { id: importId, columns, dateOrder }: PatientImport,
  changes: { fields?: (ImportField | null)[]; dateOrder?: PatientImport['dateOrder'] } = {},
) =>
  clinic.as('receptionist').callOk(patientImports.check, {
    ...{ importId, fields: columns.map(({ field }) => field), dateOrder },
    ...changes,
  })

const checked = async (clinic: TestClinic, content: string) => check(clinic, await read(clinic, content))
const choose = (
  clinic: TestClinic,
  importId: string,
  choice: PatientImport['choice'],
  number: number | null,
) => clinic.as('receptionist').callOk(patientImports.choose, { importId, choice, number })

async function run(clinic: TestClinic, importId: string): Promise<PatientImport> {
  await clinic.as('receptionist').callOk(patientImports.start, { importId })
  await testApp.runJobs()
  return clinic.as('receptionist').callOk(patientImports.get, { importId })
}

async function undo(clinic: TestClinic, importId: string): Promise<PatientImport> {
  await clinic.as('receptionist').callOk(patientImports.undo, { importId })
  await testApp.runJobs()
  return clinic.as('receptionist').callOk(patientImports.get, { importId })
}

const rowsOf = (clinic: TestClinic, importId: string) =>
  clinic.as('receptionist').callOk(patientImports.rows, { importId, pageSize: 100 })
const patientsOf = (clinic: TestClinic) => clinic.as('receptionist').callOk(patients.list, { pageSize: 100 })
const patientOf = async (clinic: TestClinic, patientId: string) =>
  clinic.as('receptionist').callOk(patients.get, { patientId })

async function auditOf(importId: string) {
  const { rows } = await testApp.owner.query<{ action: string; details: unknown }>(
    'select action, details from audit_rows where subject = $1 order by sequence',
    [importId],
  )
  return rows
}

test('a list is read, its columns proposed, tried without a trace, and imported', async () => {
  const clinic = await newClinic()
  const draft = await read(clinic, file(ada, ben))
  expect(draft).toMatchObject({ status: 'draft', rowCount: 2, isRemembered: false, encoding: 'UTF-8' })
  expect(draft.columns.map(({ field }) => field)).toEqual([
    ...[
      'title',
      'firstName',
      'lastName',
      'dateOfBirth',
      'phone',
      'email',
      'nhsNumber',
      'address',
      'postcode',
    ],
  ])
  expect(draft.columns[3]).toMatchObject({
    name: 'DOB',
    samples: ['14/03/1961', '02/11/1980'],
    dates: { order: 'day-first', isCertain: true, hasShortYears: false },
  })
  const tried = await check(clinic, draft)
  expect(tried).toMatchObject({
    status: 'checked',
    outcomes: { new: 2, same: 0, differs: 0, held: 0, unusable: 0 },
  })
  expect((await patientsOf(clinic)).total).toBe(0)

  const done = await run(clinic, draft.id)
  expect(done).toMatchObject({ status: 'done', remaining: 0, results: { added: 2, changed: 0 } })
  const { rows } = await patientsOf(clinic)
  expect(rows.map(({ lastName }) => lastName)).toEqual(['Quill', 'Rowe'])
  expect(await patientOf(clinic, rows[0]!.id)).toMatchObject({
    ...{ title: 'Ms', firstName: 'Ada', lastName: 'Quill', dateOfBirth: '1961-03-14' },
    ...{ phone: '07700 900123', email: 'ada@example.org', nhsNumber: '9434765919' },
    ...{ address: '1 High St\nAB1 2CD', language: 'en', guardians: [], version: 1 },
  })
  // Searched as any other patient is.
  const found = await clinic.as('receptionist').callOk(patients.list, { search: '14/03/1961' })
  expect(found.total).toBe(1)
  expect(await auditOf(draft.id)).toEqual([
    { action: 'patient_import.read', details: { rows: 2 } },
    { action: 'patient_import.checked', details: tried.outcomes },
    { action: 'patient_import.started', details: { rows: 2 } },
    { action: 'patient_import.finished', details: done.results },
  ])
  const listed = await clinic.as('receptionist').callOk(patientImports.list, {})
  expect(listed.rows.map(({ id, status }) => ({ id, status }))).toEqual([{ id: draft.id, status: 'done' }])
})

test('a list without a header row is read by what its columns hold, and a person may say otherwise', async () => {
  const clinic = await newClinic()
  const as = clinic.as('receptionist')
  const draft = await read(clinic, base64('Quill,Ann,14/03/1961,07700 900123\nQuill,Bob,15/03/1961,\n'))
  expect(draft).toMatchObject({
    rowCount: 2,
    reading: { hasHeaderRow: false, isRepaired: false, repair: null },
  })
  expect(draft.columns.map(({ name, field }) => [name, field])).toEqual([
    ['Column A', null],
    ['Column B', null],
    ['Column C', 'dateOfBirth'],
    ['Column D', 'phone'],
  ])
  const choice = { importId: draft.id, isRepaired: false }
  const named = await as.callOk(patientImports.readAgain, { ...choice, hasHeaderRow: true })
  expect(named).toMatchObject({ status: 'draft', rowCount: 1, reading: { hasHeaderRow: true } })
  expect(named.columns.map(({ name }) => name)).toEqual(['Quill', 'Ann', '14/03/1961', '07700 900123'])
  const back = await as.callOk(patientImports.readAgain, { ...choice, hasHeaderRow: false })
  expect(back.columns).toEqual(draft.columns)
  await check(clinic, back, { fields: ['lastName', 'firstName', 'dateOfBirth', 'phone'] })
  await run(clinic, draft.id)
  const { rows } = await patientsOf(clinic)
  expect(rows.map(({ firstName, lastName }) => `${firstName} ${lastName}`)).toEqual([
    'Ann Quill',
    'Bob Quill',
  ])
})

test('a list of one row that names columns has nothing below it, and nothing of it is lost', async () => {
  const clinic = await newClinic()
  const draft = await read(clinic, base64('Quill,Ann,14/03/1961\n'))
  const choice = { importId: draft.id, hasHeaderRow: true, isRepaired: false }
  expect((await clinic.as('receptionist').call(patientImports.readAgain, choice)).reason).toBe('no-rows')
  expect((await clinic.as('receptionist').callOk(patientImports.get, { importId: draft.id })).rowCount).toBe(
    1,
  )
})

test('letters decoded twice are repaired as they are shown, and left where a person says so', async () => {
  const clinic = await newClinic()
  const draft = await read(
    clinic,
    base64('Surname,Forename,DOB\nM\u00c3\u00bcller,Jos\u00c3\u00a9,14/03/1961\n'),
  )
  expect(draft.reading).toEqual({
    ...{ hasHeaderRow: true, isRepaired: true },
    repair: {
      fault: 'double-encoded',
      examples: [
        { written: 'M\u00c3\u00bcller', repaired: 'M\u00fcller' },
        { written: 'Jos\u00c3\u00a9', repaired: 'Jos\u00e9' },
      ],
    },
  })
  expect(draft.columns[0]!.samples).toEqual(['M\u00fcller'])
  const choice = { importId: draft.id, hasHeaderRow: true }
  const left = await clinic
    .as('receptionist')
    .callOk(patientImports.readAgain, { ...choice, isRepaired: false })
  expect(left.columns[0]!.samples).toEqual(['M\u00c3\u00bcller'])
  const repaired = await clinic
    .as('receptionist')
    .callOk(patientImports.readAgain, { ...choice, isRepaired: true })
  await check(clinic, repaired)
  await run(clinic, draft.id)
  const { rows } = await patientsOf(clinic)
  expect(rows.map(({ firstName, lastName }) => `${firstName} ${lastName}`)).toEqual(['Jos\u00e9 M\u00fcller'])
})

test('a file that was imported is not read again', async () => {
  const clinic = await newClinic()
  const { id: importId } = await checked(clinic, file(ada))
  await run(clinic, importId)
  const choice = { importId, hasHeaderRow: false, isRepaired: false }
  expect((await clinic.as('receptionist').call(patientImports.readAgain, choice)).reason).toBe('wrong-state')
})

test('rows are told apart: new, the same, different, not to be used, each with its reason', async () => {
  const clinic = await newClinic()
  await run(clinic, (await checked(clinic, file(ada, ben))).id)
  const { id, outcomes } = await checked(
    clinic,
    file(
      // The same by NHS number, though written otherwise.
      'MS,ADA,QUILL,1961-03-14,+44 7700 900123,ADA@example.org,9434765919,"1 High St,",AB1 2CD',
      // The same person by name and date of birth, with a phone that is not here yet.
      'Mr,Ben,Rowe,02/11/1980,07700 900456,,,,',
      'Dr,Cleo,Marsh,30/02/1970,,,,,',
      'Dr,Dora,,01/01/1970,,nowhere,943 476 5918,,',
      'Mr,Evan,Hill,01/01/1970,,,,,',
      'Mr,Evan,Hill,01/01/1970,,,,,',
      'Mr,Fred,Long,01/01/1970,,,,,,surplus',
      'Mr,Hal,Old,01/01/2999,7.7009E+09,,,,',
    ),
  )
  expect(outcomes).toEqual({ new: 2, same: 1, differs: 1, held: 0, unusable: 4 })
  const { rows } = await rowsOf(clinic, id)
  expect(rows.map(({ number, outcome }) => [number, outcome])).toEqual([
    [2, 'same'],
    [3, 'differs'],
    [4, 'unusable'],
    [5, 'new'],
    [6, 'new'],
    [7, 'unusable'],
    [8, 'unusable'],
    [9, 'unusable'],
  ])
  expect(rows[1]).toMatchObject({
    name: 'Mr Ben Rowe',
    patient: { name: 'Mr Ben Rowe', isArchived: false },
    differences: [{ field: 'phone', here: '', inFile: '07700 900456' }],
  })
  expect(rows.slice(2).map(({ faults }) => faults)).toEqual([
    [{ column: 'DOB', message: "There is no such day as '30/02/1970'." }],
    [],
    [],
    [{ column: null, message: 'Same patient as row 6.' }],
    [{ column: null, message: expect.stringContaining('10 values for 9 columns') }],
    [{ column: 'DOB', message: expect.stringContaining('in the past') }],
  ])
  expect(rows.at(-1)!.notes).toEqual([{ column: 'Mobile', message: expect.stringContaining('shortened') }])
  const same = await clinic.as('receptionist').callOk(patientImports.rows, { importId: id, outcome: 'same' })
  expect(same.total).toBe(1)
})

test('whom a row means is never guessed', async () => {
  const clinic = await newClinic()
  await run(clinic, (await checked(clinic, file(ada))).id)
  for (const title of ['Mr', 'Dr'])
    await clinic
      .as('dentist')
      .callOk(patients.create, { title, firstName: 'Ivo', lastName: 'Twin', dateOfBirth: '1990-05-05' })
  const { id } = await checked(
    clinic,
    file(
      // Somebody else with the number of a patient who is here.
      'Mr,Gil,Other,01/01/1975,,,9434765919,,',
      // Two of this name and day are here.
      'Mr,Ivo,Twin,05/05/1990,,,,,',
      // The same name and day as one of them, by a number of their own.
      'Ms,Ada,Quill,14/03/1961,,,9876543210,,',
    ),
  )
  const { rows } = await rowsOf(clinic, id)
  expect(rows.map(({ outcome, faults }) => [outcome, faults[0]?.message])).toEqual([
    ['held', 'The patient with this NHS number has another name and date of birth.'],
    ['unusable', expect.stringContaining('2 patients of this name and date of birth are here')],
    ['new', undefined],
  ])
})

/** John Smith, born 6 May 1971, of whom no phone is known. */
async function clinicOfJohn() {
  const clinic = await newClinic()
  const named = { title: 'Mr', firstName: 'John', lastName: 'Smith', dateOfBirth: '1971-05-06' }
  const john = await clinic.as('dentist').callOk(patients.create, { ...named, nhsNumber: '4010232137' })
  return { clinic, john }
}
const people = (...lines: string[]) =>
  base64(['Surname,Forename,DOB,NHS Number,Mobile,Email', ...lines].join('\n'))
const jane = 'Smith,Jane,06/05/1971,4010232137,07700 900888,jane@example.org'
const decide = (clinic: TestClinic, importId: string, number: number, decision: HeldDecision) =>
  clinic.as('receptionist').callOk(patientImports.decide, { importId, number, decision })

test('a row with the number of a patient of another name is held, and writes nothing by itself', async () => {
  const { clinic, john } = await clinicOfJohn()
  const { id, outcomes, decisions } = await checked(clinic, people(jane, 'Rowe,Ben,02/11/1980,,,'))
  expect(outcomes).toMatchObject({ new: 1, differs: 0, held: 1 })
  expect(decisions).toEqual({ undecided: 1, skip: 0, update: 0, create: 0 })
  const [row] = (await rowsOf(clinic, id)).rows
  expect(row).toMatchObject({
    ...{ outcome: 'held', choice: null, differences: [], patient: { id: john.id, name: 'Mr John Smith' } },
    faults: [{ column: 'NHS Number', message: 'The patient with this NHS number has another first name.' }],
    comparison: [
      { field: 'firstName', here: 'John', inFile: 'Jane', contradicts: true },
      { field: 'lastName', here: 'Smith', inFile: 'Smith', contradicts: false },
      { field: 'dateOfBirth', here: '1971-05-06', inFile: '1971-05-06', contradicts: false },
      { field: 'nhsNumber', here: '4010232137', inFile: '4010232137', contradicts: false },
      { field: 'phone', here: '', inFile: '07700 900888', contradicts: false },
      { field: 'email', here: '', inFile: 'jane@example.org', contradicts: false },
    ],
  })
  // What is chosen for all is not chosen for it, nor can it be by the choice of rows that differ.
  await choose(clinic, id, 'update', null)
  const one = { importId: id, choice: 'update', number: 2 } as const
  expect((await clinic.as('receptionist').call(patientImports.choose, one)).reason).toBe('no-such-row')
  const { results } = await run(clinic, id)
  expect(results).toMatchObject({ added: 1, changed: 0, skipped: 1 })
  expect(await patientOf(clinic, john.id)).toMatchObject({ version: 1, phone: '', email: '' })
  const [after] = (await rowsOf(clinic, id)).rows
  expect(after).toMatchObject({ result: 'skipped', remark: 'The patient for this row has not been chosen.' })
})

test.each<[HeldDecision, object, string[], Partial<PatientImport['results']>]>([
  ['skip', { firstName: 'John', phone: '', version: 1 }, [], { skipped: 1, added: 1 }],
  ['update', { firstName: 'Jane', phone: '07700 900888', version: 2 }, [], { changed: 1, added: 1 }],
  ['create', { firstName: 'John', phone: '', version: 1 }, ['Jane'], { changed: 0, added: 2 }],
])('a held row that a person decided of: %s', async (decision, ofJohn, more, counts) => {
  const { clinic, john } = await clinicOfJohn()
  const { id } = await checked(clinic, people(jane, 'Rowe,Ben,02/11/1980,,,'))
  expect(await decide(clinic, id, 2, decision)).toMatchObject({ decisions: { undecided: 0, [decision]: 1 } })
  // A choice for all takes no decision back.
  await choose(clinic, id, 'skip', null)
  const { results } = await run(clinic, id)
  expect(results).toMatchObject(counts)
  expect(await patientOf(clinic, john.id)).toMatchObject({ ...ofJohn, nhsNumber: '4010232137' })
  const others = (await patientsOf(clinic)).rows.filter(
    ({ id: each, lastName }) => each !== john.id && lastName === 'Smith',
  )
  expect(others.map(({ firstName }) => firstName)).toEqual(more)
  for (const { id: added } of others)
    expect(await patientOf(clinic, added)).toMatchObject({ nhsNumber: '', phone: '07700 900888' })
  await undo(clinic, id)
  expect((await patientsOf(clinic)).total).toBe(1)
  expect(await patientOf(clinic, john.id)).toMatchObject({ firstName: 'John', phone: '', email: '' })
})

test.each([
  ['an initial', 'Smith,J,06/05/1971', 'differs'],
  ['a middle name', 'SMITH,John Paul,06/05/1971', 'differs'],
  ['a title in the first name', 'Smith,Mr John,06/05/1971', 'differs'],
  ['a last name of marriage', 'Jones,John,06/05/1971', 'held'],
  ['another birth date', 'Smith,John,05/06/1971', 'held'],
])('whether a number is believed: %s', async (_kind, person, outcome) => {
  const { clinic } = await clinicOfJohn()
  const { id } = await checked(clinic, people(`${person},4010232137,07700 900888,`))
  expect((await rowsOf(clinic, id)).rows.map((row) => row.outcome)).toEqual([outcome])
})

test('whole names are read from one column', async () => {
  const clinic = await newClinic()
  const names = [
    ['"Whitcombe, Eleanor"', '', 'Eleanor', 'Whitcombe'],
    ['Mrs Eleanor Whitcombe', 'Mrs', 'Eleanor', 'Whitcombe'],
    ['Eleanor Whitcombe', '', 'Eleanor', 'Whitcombe'],
    ['Dr. Ann van der Berg', 'Dr', 'Ann', 'van der Berg'],
    ['Whitcombe Eleanor Mrs', 'Mrs', 'Eleanor', 'Whitcombe'],
    ['Madonna', '', '', 'Madonna'],
    ['"WHITCOMBE, Eleanor (Mrs)"', 'Mrs', 'Eleanor', 'WHITCOMBE'],
    ['"de Souza, Maria"', '', 'Maria', 'de Souza'],
    ['Li Wei', '', 'Li', 'Wei'],
  ]
  const lines = names.map(([written], at) => `${written},14/03/${1961 + at}`)
  const { id, outcomes } = await checked(clinic, base64(['Name,DOB', ...lines, '-,14/03/1990'].join('\n')))
  expect(outcomes).toMatchObject({ new: 9, unusable: 1 })
  const { rows } = await rowsOf(clinic, id)
  expect(rows[5]).toMatchObject({ name: 'Madonna', notes: [{ column: 'Name' }] })
  expect(rows[9]!.faults).toEqual([{ column: 'Name', message: 'The name is missing.' }])
  await run(clinic, id)
  const added = (await patientsOf(clinic)).rows.toSorted((a, b) => (a.dateOfBirth < b.dateOfBirth ? -1 : 1))
  expect(added.map(({ title, firstName, lastName }) => [title, firstName, lastName])).toEqual(
    names.map(([, ...right]) => right),
  )
})

test('one number under two names in a file holds the second row; the same person twice is told as such', async () => {
  const clinic = await newClinic()
  const { id } = await checked(
    clinic,
    people('Smith,John,06/05/1971,4010232137,,', jane, 'Smith,J,06/05/1971,401 023 2137,,', jane),
  )
  const { rows } = await rowsOf(clinic, id)
  expect(rows.map(({ outcome, faults }) => [outcome, faults[0]?.message])).toEqual([
    ['new', undefined],
    ['held', 'Row 2 has this number with another name.'],
    ['unusable', 'Same patient as row 2.'],
    ['unusable', 'Same patient as row 3.'],
  ])
  const update = { importId: id, number: 3, decision: 'update' } as const
  const refused = await clinic.as('receptionist').call(patientImports.decide, update)
  expect([refused.status, refused.reason]).toEqual([400, 'no-patient-beside'])
  await decide(clinic, id, 3, 'create')
  expect((await run(clinic, id)).results).toMatchObject({ added: 2 })
  const found = (await patientsOf(clinic)).rows.map(async (each) => patientOf(clinic, each.id))
  expect((await Promise.all(found)).map(({ firstName, nhsNumber }) => [firstName, nhsNumber])).toEqual([
    ['Jane', ''],
    ['John', '4010232137'],
  ])
})

test('two rows decided to be one patient change them once; nobody is added who is here by name', async () => {
  const { clinic, john } = await clinicOfJohn()
  await clinic
    .as('dentist')
    .callOk(patients.create, { firstName: 'June', lastName: 'Smith', dateOfBirth: '1971-05-06' })
  const june = 'Smith,June,06/05/1971,4010232137,,'
  const { id } = await checked(clinic, people(jane, 'Smith,Joan,06/05/1971,4010232137,,', june))
  for (const number of [2, 3]) await decide(clinic, id, number, 'update')
  await decide(clinic, id, 4, 'create')
  await run(clinic, id)
  expect(await patientOf(clinic, john.id)).toMatchObject({ firstName: 'Jane', version: 2 })
  expect((await rowsOf(clinic, id)).rows.map(({ result, remark }) => [result, remark])).toEqual([
    ['changed', ''],
    ['skipped', 'This patient was changed after the check.'],
    ['skipped', 'A patient with this name and date of birth already exists.'],
  ])
})

test('a number that another row has goes to nobody who is here by name alone', async () => {
  const clinic = await newClinic()
  const named = { firstName: 'Jane', lastName: 'Smith', dateOfBirth: '1971-05-06' }
  const { id: janeId } = await clinic.as('dentist').callOk(patients.create, named)
  const { id } = await checked(clinic, people('Smith,John,06/05/1971,4010232137,,', jane))
  const update = { importId: id, number: 3, decision: 'update' } as const
  expect((await clinic.as('receptionist').call(patientImports.decide, update)).reason).toBe(
    'no-patient-beside',
  )
  expect((await run(clinic, id)).results).toMatchObject({ added: 1, skipped: 1 })
  expect(await patientOf(clinic, janeId)).toMatchObject({ nhsNumber: '', version: 1 })
})

test.each([
  ['skip', ['Müller'], ''],
  ['update', ['Mueller'], '9434765919'],
  ['create', ['Mueller', 'Müller'], '9434765919'],
] as const)('nearly the same name on one birth date is held: %s', async (decision, names, number) => {
  const clinic = await newClinic()
  const named = { firstName: 'Uwe', lastName: 'Müller', dateOfBirth: '1971-05-06' }
  await clinic.as('dentist').callOk(patients.create, named)
  const { id, outcomes } = await checked(
    clinic,
    people('Mueller,Uwe,06/05/1971,9434765919,,', 'Rowe,Ben,02/11/1980,,,'),
  )
  expect(outcomes).toMatchObject({ new: 1, held: 1 })
  const [row] = (await rowsOf(clinic, id)).rows
  expect(row).toMatchObject({
    patient: { name: 'Uwe Müller' },
    faults: [{ message: 'Possible match: a patient with a similar name and the same date of birth.' }],
  })
  await decide(clinic, id, 2, decision)
  await run(clinic, id)
  const found = (await patientsOf(clinic)).rows.filter(({ lastName }) => lastName !== 'Rowe')
  expect(found.map(({ lastName }) => lastName).toSorted()).toEqual(names)
  const whole = await patientOf(clinic, found.find(({ lastName }) => lastName === names[0])!.id)
  expect(whole.nhsNumber).toBe(number)
})

const mayBeRow = (row: number) => `Row ${row} is a possible match: similar name and the same date of birth.`

test.each<[HeldDecision, string[], Partial<PatientImport['results']>]>([
  ['skip', ['Müller'], { added: 2, skipped: 1 }],
  ['create', ['Mueller', 'Müller'], { added: 3, skipped: 0 }],
])('rows of one file with nearly the same name and birth date: %s', async (decision, names, counts) => {
  const clinic = await newClinic()
  const { id } = await checked(
    clinic,
    people(
      'Müller,Uwe,06/05/1971,,,',
      'Mueller,Uwe,06/05/1971,9434765919,,',
      'Rowe,Ben,02/11/1980,,,',
      'MÜLLER,Uwe,06/05/1971,,,',
    ),
  )
  const { rows } = await rowsOf(clinic, id)
  expect(rows.map(({ outcome, faults, patient }) => [outcome, faults[0] ?? null, patient])).toEqual([
    ['new', null, null],
    ['held', { column: null, message: mayBeRow(2) }, null],
    ['new', null, null],
    ['unusable', { column: null, message: 'Same patient as row 2.' }, null],
  ])
  await decide(clinic, id, 3, decision)
  expect((await run(clinic, id)).results).toMatchObject(counts)
  const found = (await patientsOf(clinic)).rows.filter(({ lastName }) => lastName !== 'Rowe')
  expect(found.map(({ lastName }) => lastName).toSorted()).toEqual(names)
  const whole = await patientOf(clinic, found.find(({ lastName }) => lastName === names[0])!.id)
  // It is held for its name, so the number is its own.
  expect(whole.nhsNumber).toBe(decision === 'create' ? '9434765919' : '')
})

test('a row that is nearly a patient and nearly an earlier row is held for both, beside the patient', async () => {
  const clinic = await newClinic()
  const named = { firstName: 'Uwe', lastName: 'Müller', dateOfBirth: '1971-05-06' }
  const { id: patientId } = await clinic.as('dentist').callOk(patients.create, named)
  const { id } = await checked(
    clinic,
    people('Muller,Uwe,06/05/1971,,,', 'Mueller,Uwe,06/05/1971,,07700 900123,'),
  )
  const near = 'Possible match: a patient with a similar name and the same date of birth.'
  const { rows } = await rowsOf(clinic, id)
  expect(rows.map(({ outcome, patient }) => [outcome, patient?.id])).toEqual([
    ['same', patientId],
    ['held', patientId],
  ])
  expect(rows[1]!.faults.map(({ message }) => message)).toEqual([near, mayBeRow(2)])
  await decide(clinic, id, 3, 'update')
  expect((await run(clinic, id)).results).toMatchObject({ added: 0, changed: 1, unchanged: 1 })
  expect(await patientOf(clinic, patientId)).toMatchObject({ lastName: 'Mueller', phone: '07700 900123' })
})

test('pipes stand between the cells of some lists', async () => {
  const clinic = await newClinic()
  const { id } = await checked(clinic, base64('Surname|Forename|DOB\nQuill|Ann|14/03/1961\n'))
  expect((await run(clinic, id)).results).toMatchObject({ added: 1 })
  expect((await patientsOf(clinic)).rows).toMatchObject([{ firstName: 'Ann', lastName: 'Quill' }])
})

test('one value that cannot be read is set aside with a note, and the person is imported', async () => {
  const clinic = await newClinic()
  const { id, outcomes } = await checked(
    clinic,
    people(
      'Rowe,Ben,02/11/1980,943 476 5918,x,nowhere',
      'Marsh,Cleo,03/12/1981,9434765919,07700 900123,cleo@example.org',
    ),
  )
  expect(outcomes).toMatchObject({ new: 2, unusable: 0 })
  const [row, whole] = (await rowsOf(clinic, id)).rows
  expect(whole!.notes).toEqual([])
  const leftOut = 'The row is used without it.'
  expect(row!.notes.map(({ column, message }) => [column, message])).toEqual([
    ['Email', `'nowhere': Enter an e-mail address in the correct format. ${leftOut}`],
    ['Mobile', expect.stringMatching(/^'x': .*phone number.* The row is used without it\.$/)],
    ['NHS Number', expect.stringMatching(/^'943 476 5918': .* The row is used without it\.$/)],
  ])
  await run(clinic, id)
  const { rows } = await patientsOf(clinic)
  expect(await patientOf(clinic, rows.find(({ lastName }) => lastName === 'Rowe')!.id)).toMatchObject({
    ...{ firstName: 'Ben', dateOfBirth: '1980-11-02', email: '', phone: '', nhsNumber: '' },
  })
})

/** As spreadsheets and people write them: what each becomes, and what is said of it. */
test('phones of a list become numbers with their notes; what is none is set aside', async () => {
  const clinic = await newClinic()
  const phones: [written: string, stored: string[], said: RegExp | null][] = [
    ['7700900123', ['07700 900123', '', '', ''], null],
    ['"07700 900123 / 01632 960001"', ['07700 900123', '', '01632 960001', ''], null],
    ['07700 900123 (mum)', ['07700 900123', 'mum', '', ''], null],
    ['x', ['', '', '', ''], /^'x': Enter a phone number.* The row is used without it\.$/],
    ['"=""07700900123"""', ['07700 900123', '', '', ''], null],
    ["'07700900123", ['07700 900123', '', '', ''], null],
    ['07700.900.123', ['07700 900123', '', '', ''], null],
    ['07700/900123', ['07700 900123', '', '', ''], null],
    ['07700–900123', ['07700 900123', '', '', ''], null],
    ['+44‑7700‑900123', ['+44 7700 900123', '', '', ''], null],
    [
      '01632 960000 ext 21',
      ['01632 960000', 'ext 21', '', ''],
      /This number cannot receive text messages\.$/,
    ],
    ['020 7946 0018 / 07700 900123', ['020 7946 0018', '', '07700 900123', ''], null],
    ['----------', ['', '', '', ''], null],
    ['0770090012', ['07700 90012', '', '', ''], /This number cannot receive text messages: it has 10 digits/],
    ['\u202a+44 7700 900123\u202c', ['+44 7700 900123', '', '', ''], null],
    ['7.70E+09', ['', '', '', ''], /spreadsheet has shortened .* The row is used without it\.$/],
    [
      '01632 960000; 07700 900123; 07700 900124',
      ['01632 960000', '', '07700 900123', ''],
      /07700 900124 is left out/,
    ],
  ]
  const names = phones.map((_phone, place) => `Quill,K${String.fromCharCode(97 + place)}`)
  const rows = phones.map(([written], place) => `${names[place]},14/03/1961,${written}`)
  const { id, outcomes } = await checked(
    clinic,
    base64(['Surname,Forename,DOB,Mobile', ...rows].join('\r\n')),
  )
  expect(outcomes).toMatchObject({ new: phones.length, unusable: 0 })
  for (const [place, row] of (await rowsOf(clinic, id)).rows.entries()) {
    const [written, , said] = phones[place]!
    expect(
      row.notes.map(({ message }) => message),
      written,
    ).toEqual(said ? [expect.stringMatching(said)] : [])
  }
  await run(clinic, id)
  const found = await patientsOf(clinic)
  const stored = await Promise.all(found.rows.map((row) => patientOf(clinic, row.id)))
  const byName = new Map(stored.map((each) => [`${each.lastName},${each.firstName}`, each]))
  for (const [place, [written, numbers]] of phones.entries()) {
    const { phone, phoneNote, otherPhone, otherPhoneNote } = byName.get(names[place]!)!
    expect([phone, phoneNote, otherPhone, otherPhoneNote], written).toEqual(numbers)
  }
})

test('a second phone and the columns of guardians are read as the first is, and addresses by one reader', async () => {
  const clinic = await newClinic()
  const columns = 'Surname,Forename,DOB,Mobile,Home Phone,Email,Guardian,Guardian Phone,Guardian Email'
  const { id } = await checked(
    clinic,
    base64(
      [
        columns,
        'Quill,Ada,14/03/2015,x,01632 960001 (nan),ada@müller.de; x@example.org,Rosa Quill,07700.900.123 (mum),Rosa <rosa@example.org>',
      ].join('\r\n'),
    ),
  )
  const [row] = (await rowsOf(clinic, id)).rows
  expect(row!.notes.map(({ column, message }) => [column, message])).toEqual([
    ['Email', expect.stringContaining('two e-mail addresses here; ada@xn--mller-kva.de is used')],
    ['Mobile', expect.stringContaining('The row is used without it.')],
    ['Home Phone', expect.stringContaining('This number cannot receive text messages.')],
  ])
  await run(clinic, id)
  const [found] = (await patientsOf(clinic)).rows
  expect(await patientOf(clinic, found!.id)).toMatchObject({
    ...{ email: 'ada@xn--mller-kva.de', phone: '01632 960001', phoneNote: 'nan', otherPhone: '' },
    guardians: [{ name: 'Rosa Quill', phone: '07700 900123', phoneNote: 'mum', email: 'rosa@example.org' }],
  })
})

test('ten digits alike stand for a number that is not known', async () => {
  const clinic = await newClinic()
  const { id, outcomes } = await checked(
    clinic,
    base64(
      [
        'Surname,Forename,DOB,NHS Number',
        'Quill,Ross,14/03/1961,0000000000',
        'Quell,Sam,15/04/1971,0000000000',
        'Quoll,Ted,16/05/1981,999 999 9999',
        'Quull,Urs,17/06/1991,9999999999',
      ].join('\n'),
    ),
  )
  expect(outcomes).toMatchObject({ new: 4, held: 0, unusable: 0 })
  expect((await rowsOf(clinic, id)).rows.map(({ notes }) => notes[0]?.message)).toEqual(
    ['0000000000', '0000000000', '999 999 9999', '9999999999'].map(
      (written) => `'${written}' stands for a number that is not known. The patient is imported without one.`,
    ),
  )
  await run(clinic, id)
  const { rows } = await patientsOf(clinic)
  expect(rows).toHaveLength(4)
  for (const row of rows) expect(await patientOf(clinic, row.id)).toMatchObject({ nhsNumber: '' })
})

test.each([
  ['skip', { phone: '', title: 'Mr' }, { skipped: 1, changed: 0 }],
  ['fill', { phone: '07700 900456', title: 'Mr' }, { skipped: 0, changed: 1 }],
  ['update', { phone: '07700 900456', title: 'Dr' }, { skipped: 0, changed: 1 }],
] as const)('a patient who is here already: %s', async (choice, expected, counts) => {
  const clinic = await newClinic()
  await run(clinic, (await checked(clinic, file(ben))).id)
  const { id: patientId } = (await patientsOf(clinic)).rows[0]!
  // One more row, so that there is something to import also where this one is skipped.
  const { id } = await checked(clinic, file('Dr,Ben,Rowe,02/11/1980,07700 900456,,,,', ada))
  await choose(clinic, id, choice, null)
  const { results } = await run(clinic, id)
  expect(results).toMatchObject({ ...counts, added: 1 })
  expect(await patientOf(clinic, patientId)).toMatchObject(expected)
})

test('one row may be chosen for by itself; an empty cell takes nothing away', async () => {
  const clinic = await newClinic()
  await run(clinic, (await checked(clinic, file(ada, ben))).id)
  const { id } = await checked(clinic, file('Mrs,Ada,Quill,14/03/1961,,,,,', 'Prof,Ben,Rowe,02/11/1980,,,,,'))
  await choose(clinic, id, 'update', 3)
  for (const [number, refused] of [
    [77, [404, 'no-such-row']],
    [2 ** 31, [400, 'malformed']],
  ] as const) {
    const asked = { importId: id, choice: 'update', number } as const
    const nobody = await clinic.as('receptionist').call(patientImports.choose, asked)
    expect([nobody.status, nobody.reason]).toEqual(refused)
  }
  const { results } = await run(clinic, id)
  expect(results).toMatchObject({ changed: 1, unchanged: 1 })
  const { rows } = await patientsOf(clinic)
  expect(rows.map(({ title, phone }) => [title, phone])).toEqual([
    ['Ms', '07700 900123'],
    ['Prof', ''],
  ])
})

test('what others did between check and import is not written over', async () => {
  const clinic = await newClinic()
  await run(clinic, (await checked(clinic, file(ada))).id)
  const [found] = (await patientsOf(clinic)).rows
  const { id } = await checked(clinic, file('Dr,Ada,Quill,14/03/1961,,,,,', ben))
  await choose(clinic, id, 'update', null)
  const whole = await patientOf(clinic, found!.id)
  await clinic
    .as('dentist')
    .callOk(patients.update, { ...whole, patientId: whole.id, phone: '020 7946 0000' })
  await clinic
    .as('dentist')
    .callOk(patients.create, { firstName: 'ben', lastName: 'Rowe', dateOfBirth: '1980-11-02' })
  const { results } = await run(clinic, id)
  expect(results).toMatchObject({ added: 0, changed: 0, skipped: 2 })
  expect((await patientsOf(clinic)).total).toBe(2)
  expect(await patientOf(clinic, found!.id)).toMatchObject({ title: 'Ms', phone: '020 7946 0000' })
  const { rows } = await rowsOf(clinic, id)
  expect(rows.map(({ remark }) => remark)).toEqual([
    'This patient was changed after the check.',
    'This patient was added after the check.',
  ])
})

test('undoing removes whom it added and restores what it changed, where nobody came after', async () => {
  const clinic = await newClinic()
  await run(clinic, (await checked(clinic, file(ada, ben))).id)
  const before = (await patientsOf(clinic)).rows.find(({ lastName }) => lastName === 'Rowe')!
  const { id } = await checked(
    clinic,
    file(
      'Dr,Ben,Rowe,02/11/1980,07700 900456,ben@example.org,,,',
      'Ms,New,Untouched,01/01/1990,,,,,',
      'Ms,New,Edited,01/01/1991,,,,,',
      'Ms,New,Treated,01/01/1992,,,,,',
    ),
  )
  await choose(clinic, id, 'update', null)
  await run(clinic, id)
  const byName = new Map((await patientsOf(clinic)).rows.map((row) => [row.lastName, row]))
  for (const lastName of ['Edited', 'Rowe']) {
    const whole = await patientOf(clinic, byName.get(lastName)!.id)
    await clinic
      .as('dentist')
      .callOk(patients.update, { ...whole, patientId: whole.id, phone: '020 7946 0000' })
  }
  await clinic.addDraft({ patientId: byName.get('Treated')!.id })

  const undone = await undo(clinic, id)
  expect(undone).toMatchObject({ status: 'undone', remaining: 0, undoUntil: null })
  expect(undone.results).toMatchObject({ removed: 1, restored: 1, kept: 2 })
  const left = (await patientsOf(clinic)).rows
  expect(left.map(({ lastName }) => lastName)).toEqual(['Edited', 'Quill', 'Rowe', 'Treated'])
  // The phone is the colleague's by now; title and e-mail are as before.
  expect(await patientOf(clinic, before.id)).toMatchObject({ title: 'Mr', email: '', phone: '020 7946 0000' })
  const { rows } = await rowsOf(clinic, id)
  expect(rows.map(({ result, remark }) => [result, remark])).toEqual([
    ['restored', 'Changed after the import, so kept: phone.'],
    ['removed', ''],
    ['kept', 'This patient was changed after the import.'],
    ['kept', 'This patient now has consents or other records.'],
  ])
  expect((await auditOf(id)).at(-1)).toEqual({ action: 'patient_import.undone', details: undone.results })
  const again = await clinic.as('receptionist').call(patientImports.undo, { importId: id })
  expect(again.reason).toBe('wrong-state')
  // Brought in again, it adds those who are gone.
  const once = await checked(clinic, file('Ms,New,Untouched,01/01/1990,,,,,'))
  expect(once.outcomes).toMatchObject({ new: 1 })
})

test('columns set by hand are remembered for the next file that looks the same, in this practice alone', async () => {
  const clinic = await newClinic()
  const odd = (line: string) => base64(`A;B;Born\n${line}`)
  const draft = await read(clinic, odd('Quill;Ada;3/4/1961'))
  expect(draft.columns.map(({ field }) => field)).toEqual([null, null, 'dateOfBirth'])
  expect(draft.columns[2]!.dates).toMatchObject({
    order: 'day-first',
    isCertain: false,
    hasShortYears: false,
  })
  const fields: ImportField[] = ['lastName', 'firstName', 'dateOfBirth']
  await check(clinic, draft, { fields, dateOrder: 'month-first' })
  await run(clinic, draft.id)
  expect((await patientsOf(clinic)).rows[0]).toMatchObject({ firstName: 'Ada', dateOfBirth: '1961-03-04' })

  const next = await read(clinic, odd('Rowe;Ben;3/4/1962'))
  expect(next).toMatchObject({ isRemembered: true, dateOrder: 'month-first' })
  expect(next.columns.map(({ field }) => field)).toEqual(fields)
  // A file that shows another order is read by what it shows.
  expect((await read(clinic, odd('Rowe;Ben;23/4/1962'))).dateOrder).toBe('day-first')
  expect(await read(await newClinic(), odd('Rowe;Ben;3/4/1962'))).toMatchObject({ isRemembered: false })
})

test('columns that do not hold a person are refused, and nothing is lost', async () => {
  const clinic = await newClinic()
  const draft = await read(clinic, base64('Name,Born,Born again\n"Quill, Ada",1/2/1961,1/2/1961\n'))
  const set = (fields: (ImportField | null)[]) =>
    clinic
      .as('receptionist')
      .call(patientImports.check, { importId: draft.id, fields, dateOrder: 'day-first' })
      .then(({ status, reason }) => [status, reason])
  expect(await set(['fullName', 'dateOfBirth'])).toEqual([400, 'wrong-columns'])
  expect(await set(['firstName', 'dateOfBirth', null])).toEqual([400, 'name-missing'])
  expect(await set(['fullName', null, null])).toEqual([400, 'birth-date-missing'])
  expect(await set(['fullName', 'dateOfBirth', 'dateOfBirth'])).toEqual([400, 'chosen-twice'])
  const kept = await clinic.as('receptionist').callOk(patientImports.get, { importId: draft.id })
  expect(kept).toEqual(draft)
  const tried = await check(clinic, draft, { fields: ['fullName', 'dateOfBirth', null] })
  expect(tried.outcomes.new).toBe(1)
})

test('files that cannot be read are refused in words, with the row', async () => {
  const clinic = await newClinic()
  const refused = (content: string) =>
    clinic.as('receptionist').call(patientImports.read, { fileName: 'x.csv', content })
  const quote = await refused(base64('A,B\n1,2\n"3,4\n5,6\n'))
  expect([quote.status, quote.reason]).toEqual([400, 'quote-not-closed'])
  expect(quote.error!.message).toContain('row 3')
  expect((await refused(base64(Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0])))).reason).toBe('workbook')
  expect((await refused(base64('\n \n'))).reason).toBe('empty')
  expect((await refused(base64('A,B\n'))).reason).toBe('no-rows')
  expect((await refused('not base64!')).code).toBe('invalid-argument')
  expect((await refused(base64(`A,B\n${'1,2\n'.repeat(20_001)}`))).reason).toBe('too-many-rows')
  const { rows } = await testApp.owner.query('select 1 from patient_imports where clinic_id = $1', [
    clinic.id,
  ])
  expect(rows).toEqual([])
})

test('each step is for its state; one import of a practice runs at a time; nothing to do is nothing to start', async () => {
  const clinic = await newClinic()
  const as = clinic.as('receptionist')
  const one = await read(clinic, file(ada))
  expect((await as.call(patientImports.start, { importId: one.id })).reason).toBe('wrong-state')
  expect((await as.call(patientImports.undo, { importId: one.id })).reason).toBe('wrong-state')
  await check(clinic, one)
  const two = await checked(clinic, file(ben))
  await as.callOk(patientImports.start, { importId: one.id })
  expect((await as.call(patientImports.start, { importId: two.id })).reason).toBe('another-running')
  expect((await as.call(patientImports.discard, { importId: one.id })).reason).toBe('wrong-state')
  const choice = { importId: one.id, choice: 'skip', number: null } as const
  expect((await as.call(patientImports.choose, choice)).reason).toBe('wrong-state')
  await testApp.runJobs()
  expect((await run(clinic, two.id)).results.added).toBe(1)
  const again = await checked(clinic, file(ada, 'X,,,,,,,,'))
  expect((await as.call(patientImports.start, { importId: again.id })).reason).toBe('nothing-to-import')
  await as.callOk(patientImports.discard, { importId: again.id })
  expect((await as.call(patientImports.get, { importId: again.id })).status).toBe(404)
})

test('rows that were left out are a file to correct, in which no cell is a formula', async () => {
  const clinic = await newClinic()
  const { id } = await checked(clinic, file(ada, '=HYPERLINK("x"),"Zo, ë",Hill,never,,,,,'))
  await run(clinic, id)
  const answer = await clinic
    .as('receptionist')
    .send({ method: 'GET', url: `/api/clinic/patient-imports/${id}/left-out.csv` })
  expect(answer.status).toBe(200)
  const text = answer.raw.toString()
  expect(text.split('\r\n')).toEqual([
    expect.stringContaining('"Title","Forename","Surname"'),
    expect.stringContaining(`"'=HYPERLINK(""x"")","Zo, ë","Hill","never"`),
    '',
  ])
  expect(text).toContain(`"3","DOB: 'never' cannot be read as a date. Write it like 14/03/1961."`)
  // Corrected, it is brought in again as it was written.
  const back = await checked(
    clinic,
    base64(text.replace('never', '1/1/1990').replace('\'=HYPERLINK(""x"")', 'Ms')),
  )
  expect(back.outcomes).toMatchObject({ new: 1, unusable: 0 })
})

test("another practice's import is as if there were none", async () => {
  const clinic = await newClinic()
  const { id: importId } = await checked(clinic, file(ada))
  const foreign = testApp.clinicB.as('owner')
  const answers = [
    await foreign.call(patientImports.get, { importId }),
    await foreign.call(patientImports.rows, { importId }),
    await foreign.call(patientImports.check, { importId, fields: [null], dateOrder: 'day-first' }),
    await foreign.call(patientImports.choose, { importId, choice: 'skip', number: null }),
    await foreign.call(patientImports.start, { importId }),
    await foreign.call(patientImports.undo, { importId }),
    await foreign.call(patientImports.discard, { importId }),
  ]
  expect(answers.map(({ status, reason }) => [status, reason])).toEqual(answers.map(() => [404, 'not-found']))
  expect((await foreign.callOk(patientImports.list, {})).rows.map(({ id }) => id)).not.toContain(importId)
})

test('no patient goes but one whose import is being undone, whatever the code says', async () => {
  const clinic = await newClinic()
  await run(clinic, (await checked(clinic, file(ada))).id)
  const asClinic = async (statement: string) => {
    await testApp.owner.query('begin')
    await testApp.owner.query(
      `select set_config('role', 'candour_clinic', true), set_config('app.clinic_id', $1, true)`,
      [clinic.id],
    )
    const { rowCount } = await testApp.owner.query(statement)
    await testApp.owner.query('rollback')
    return rowCount
  }
  expect(await asClinic('select 1 from patients')).toBe(1)
  expect(await asClinic('delete from patients')).toBe(0)
})

test('nothing went wrong behind the answers', () => {
  expect(testApp.loggedErrors).toEqual([])
  // Neither names nor numbers of patients are in the log.
  expect(testApp.logged.join('\n')).not.toMatch(/Quill|943 ?476|07700/)
})
