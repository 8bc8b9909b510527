import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '../../../contract/index.ts'
import type { DayListField } from '../../../contract/day-lists.ts'
import type { ImportField } from '../../../contract/patient-imports.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { dayLists, patientImports, patients } = contract

let testApp: TestApp
let clinics = 0
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const newClinic = () => testApp.addClinic(`Field ${++clinics}`)
const as = (clinic: TestClinic) => clinic.as('receptionist')
const field = (name: string) =>
  readFileSync(path.join(import.meta.dirname, '../../../tests/field', name), 'utf8')
const linesOf = (text: string) => text.split('\n').filter(Boolean)
const upload = (text: string) => ({
  fileName: 'field.csv',
  content: Buffer.from(text).toString('base64'),
})

const john = { firstName: 'John', lastName: 'Smith', dateOfBirth: '1971-05-06', nhsNumber: '4010232137' }
const nameFields = ['lastName', 'firstName', 'dateOfBirth'] as const

async function storedIn(clinic: TestClinic) {
  const { rows } = await as(clinic).callOk(patients.list, { pageSize: 100 })
  const found = await Promise.all(rows.map(({ id }) => as(clinic).callOk(patients.get, { patientId: id })))
  return found.toSorted((one, other) => (one.dateOfBirth < other.dateOfBirth ? -1 : 1))
}
type Stored = Awaited<ReturnType<typeof storedIn>>[number]

/** A list of patients, read as its columns are said to be, tried and imported. */
async function imported(clinic: TestClinic, text: string, fields: readonly ImportField[]) {
  const draft = await as(clinic).callOk(patientImports.read, upload(text))
  const choice = { fields: [...fields], dateOrder: draft.dateOrder }
  await as(clinic).callOk(patientImports.check, { importId: draft.id, ...choice })
  const { rows } = await as(clinic).callOk(patientImports.rows, { importId: draft.id, pageSize: 100 })
  await as(clinic).call(patientImports.start, { importId: draft.id })
  await testApp.runJobs()
  return { reading: draft.reading, rows, stored: await storedIn(clinic) }
}

/** The same people with a time each: a day list, whose unknown patients are added all at once. */
async function importedFromDayList(clinic: TestClinic, text: string, fields: readonly DayListField[]) {
  const separator = text.includes('|') ? '|' : ','
  const isNamed = /dob/i.test(text)
  const lines = linesOf(text).map((line, at) => {
    const before = isNamed && at === 0 ? ['Time', 'Dentist'] : [`09:${10 + at}`, 'Tom Hughes']
    return [...before, line].join(separator)
  })
  const draft = await as(clinic).callOk(dayLists.read, upload(lines.join('\n')))
  const choice = { fields: ['time' as const, 'clinician' as const, ...fields], dateOrder: draft.dateOrder }
  const whole = { ...choice, listId: draft.id, day: '2027-01-04' }
  const { rows } = await as(clinic).callOk(dayLists.check, whole)
  const all = { listId: draft.id, number: null, choice: 'create' as const }
  const { preview } = await as(clinic).callOk(dayLists.choose, all)
  await as(clinic).call(dayLists.bringIn, { listId: draft.id, seen: preview!.seen })
  return { reading: draft.reading, rows, stored: await storedIn(clinic) }
}

const names = (stored: readonly Stored[]) =>
  stored.map(({ title, firstName, lastName }) => [title, firstName, lastName])
const phonesOf = ({ phone, phoneNote, otherPhone, otherPhoneNote }: Stored) =>
  [phone, phoneNote, otherPhone, otherPhoneNote].filter(Boolean)

describe.each([
  ['a list of patients', imported],
  ['a day list', importedFromDayList],
])('%s', (door, bring) => {
  test('whose number is somebody else’s is a person’s to decide, and writes nothing', async () => {
    const clinic = await newClinic()
    await as(clinic).callOk(patients.create, john)
    const fields = [...nameFields, 'nhsNumber', 'phone', 'email'] as const
    const { rows, stored } = await bring(clinic, field('same-number-other-person.csv'), fields)
    const [row] = rows
    expect(row!.outcome).toBe(door === 'a day list' ? 'who' : 'held')
    expect(stored).toMatchObject([{ ...john, phone: '', email: '', version: 1 }])
  })

  test('ten digits alike are no number, and the row says so', async () => {
    const fields = [...nameFields, 'nhsNumber'] as const
    const { rows, stored } = await bring(await newClinic(), field('placeholder-nhs-numbers.csv'), fields)
    expect(rows.length).toBe(4)
    expect(stored.map(({ firstName, nhsNumber }) => [firstName, nhsNumber])).toEqual([
      ...[
        ['Ross', ''],
        ['Sam', ''],
        ['Ted', ''],
        ['Urs', ''],
      ],
    ])
  })

  test('phones of a list', async () => {
    const fields = [...nameFields, 'phone'] as const
    const { stored } = await bring(await newClinic(), field('phones-in-a-list.csv'), fields)
    expect(Object.fromEntries(stored.map((each) => [each.firstName, phonesOf(each)]))).toEqual({
      Ken: ['07700 900123'],
      Kim: ['07700 900123', '01632 960001'],
      Kai: ['07700 900123', 'mum'],
      Kev: [],
      Kip: ['07700 900123'],
      Kat: ['07700 900123'],
    })
  })

  test('whole names in one column', async () => {
    const { stored } = await bring(await newClinic(), field('fullnames.csv'), ['fullName', 'dateOfBirth'])
    expect(names(stored)).toEqual([
      ['', 'Eleanor', 'Whitcombe'],
      ['Mrs', 'Eleanor', 'Whitcombe'],
      ['', 'Eleanor', 'Whitcombe'],
      ['Dr', 'Ann', 'van der Berg'],
      ['Mrs', 'Eleanor', 'Whitcombe'],
      ['', '', 'Madonna'],
      ['Mrs', 'Eleanor', 'WHITCOMBE'],
      ['', 'Maria', 'de Souza'],
      ['', 'Li', 'Wei'],
    ])
  })

  test.each([
    [
      'no-header.csv',
      { hasHeaderRow: false },
      [
        ['', 'Ann', 'Quill'],
        ['', 'Bob', 'Quill'],
      ],
    ],
    ['pipe.csv', { hasHeaderRow: true }, [['', 'Ann', 'Quill']]],
    [
      'decoded-twice.csv',
      { hasHeaderRow: true, repair: { fault: 'double-encoded' }, isRepaired: true },
      [['', 'José', 'Müller']],
    ],
  ])('%s', async (name, reading, people) => {
    const read = await bring(await newClinic(), field(name), nameFields)
    expect(read.reading).toMatchObject(reading)
    expect(names(read.stored)).toEqual(people)
  })
})

/** What each line of `phones.txt` is: numbers and the notes beside them. */
const phones = [
  ['07700 900123'],
  ['07700 900123'],
  ['07700 900123'],
  ['+44 7700 900123'],
  ['07700 900123', 'mum'],
  ['01632 960000', 'ext 21'],
  ['020 7946 0018', '07700 900123'],
  [],
  ['07700 90012'],
  ['+44 7700 900123'],
]
const born = (at: number) => `1961-03-${10 + at}`

test('phones of a form and of the API', async () => {
  const clinic = await newClinic()
  const told = linesOf(field('phones.txt')).map((phone, at) => ({
    ...{ firstName: 'Kim', lastName: `Quill-${at}`, dateOfBirth: born(at), phone },
  }))
  const answers = await Promise.all(told.map((each) => as(clinic).call(patients.create, each)))
  expect(answers.flatMap(({ status }, at) => (status === 200 ? [] : told[at]!.phone))).toEqual(['----------'])
  expect((await storedIn(clinic)).map(phonesOf)).toEqual(phones.filter((each) => each.length > 0))
})

test.each([
  ['a list of patients', imported],
  ['a day list', importedFromDayList],
])('the same phones in %s: who has none is taken in as well', async (_door, bring) => {
  const lines = linesOf(field('phones.txt')).map((phone, at) => `Quill-${at},Kim,${born(at)},${phone}`)
  const text = ['Surname,Forename,DOB,Mobile', ...lines].join('\n')
  const { stored } = await bring(await newClinic(), text, [...nameFields, 'phone'])
  expect(stored.map(phonesOf)).toEqual(phones)
})

const written = ['943-476-5919', '401\u2011023\u20112137', '943 476 5870']

test('NHS numbers of a form and of the API; a mistyped one is told as such', async () => {
  const clinic = await newClinic()
  for (const [at, nhsNumber] of written.entries())
    await as(clinic).callOk(patients.create, {
      ...john,
      lastName: `N${at}`,
      dateOfBirth: born(at),
      nhsNumber,
    })
  expect((await storedIn(clinic)).map(({ nhsNumber }) => nhsNumber)).toEqual([
    ...['9434765919', '4010232137', '9434765870'],
  ])
  const { error } = await as(clinic).call(patients.create, { ...john, nhsNumber: '943 476 5918' })
  expect(JSON.stringify(error)).toMatch(/mistyped/)
})

test.each([
  ['a list of patients', imported],
  ['a day list', importedFromDayList],
])('NHS numbers of %s; a mistyped one is left out', async (_door, bring) => {
  const lines = [...written, '943 476 5918'].map((number, at) => `Quill-${at},Kim,${born(at)},${number}`)
  const text = ['Surname,Forename,DOB,NHS Number', ...lines].join('\n')
  const { stored } = await bring(await newClinic(), text, [...nameFields, 'nhsNumber'])
  expect(stored.map(({ nhsNumber }) => nhsNumber)).toEqual(['9434765919', '4010232137', '9434765870', ''])
})

test('what staff type finds its patient', async () => {
  const clinic = await newClinic()
  const people = [
    { firstName: 'Eleanor', lastName: 'Whitcombe', dateOfBirth: '1961-03-14' },
    { firstName: 'Ben', lastName: 'Rowe', dateOfBirth: '1980-02-29' },
    { firstName: 'Sean', lastName: 'O’Connor', dateOfBirth: '1970-01-02' },
    { firstName: 'Ayşe', lastName: 'Iğdır', dateOfBirth: '1990-05-06' },
    { firstName: 'Kim', lastName: 'Quill', dateOfBirth: '1975-07-08', phone: '07700 900123' },
    { firstName: 'Kai', lastName: 'Quell', dateOfBirth: '1976-08-09', phone: '7700900123' },
  ]
  for (const each of people) await as(clinic).callOk(patients.create, each)
  // What stands behind it tells people whom it is to find.
  const searches = linesOf(field('searches.txt')).map((line) => line.split(/\s{2,}/)[0]!)
  const found = await Promise.all(
    searches.map(async (search) => (await as(clinic).callOk(patients.list, { search })).rows),
  )
  expect(found.map((rows) => rows.map(({ lastName }) => lastName).toSorted())).toEqual([
    ...[['Whitcombe'], ['Rowe'], ['O’Connor'], ['Iğdır'], ['Quell', 'Quill'], ['Quell', 'Quill']],
  ])
})
