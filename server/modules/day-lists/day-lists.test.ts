import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '../../../contract/index.ts'
import type { DayList } from '../../../contract/day-lists.ts'
import { day_list_undo_days, import_draft_hours } from '../../../contract/limits.ts'
import { localTimeAt } from '../../platform/zoned-time.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { dayLists, appointments, patients } = contract

let testApp: TestApp
let clinics = 0
beforeAll(async () => {
  testApp = await openTestApp()
  // So that no midnight falls between two steps of a test.
  if (localTimeAt(testApp.clock.now(), 'Europe/London').time >= '23:00') testApp.clock.advance(-3_600_000)
})
afterAll(() => testApp.close())

/** Each test has a practice of its own, so that nobody's day is in its way. */
const newClinic = () => testApp.addClinic(`Day ${++clinics}`)
const base64 = (text: string) => Buffer.from(text).toString('base64')
const header = 'Date,Time,Mins,Patient No,Patient,DOB,Dentist,Reason,Surgery,Status'
const day = '2027-01-04'
const file = (...lines: string[]) => base64([header, ...lines].join('\r\n'))
const ada = '04/01/2027,09:30,45,17,"Quill, Ada (Ms)",14/03/1961,Tom Hughes,Exam,2,'
const ben = '04/01/2027,10:15,30,18,Mr Ben Rowe,02/11/1980,Tom Hughes,Filling UL6,2,'

const as = (clinic: TestClinic) => clinic.as('receptionist')
const read = (clinic: TestClinic, content: string) =>
  as(clinic).callOk(dayLists.read, { fileName: 'day.csv', content })
const check = (clinic: TestClinic, { id: listId, columns, dateOrder, day: its }: DayList) =>
  as(clinic).callOk(dayLists.check, {
    listId,
    fields: columns.map(({ field }) => field),
    dateOrder,
    day: its,
  })
const uploadAndCheck = async (clinic: TestClinic, content: string) => {
  const list = await read(clinic, content)
  return list.status === 'checked' ? list : check(clinic, list)
}
const importList = (clinic: TestClinic, { id: listId, preview }: DayList, cancel: string[] = []) =>
  as(clinic).callOk(dayLists.bringIn, { listId, seen: preview!.seen, cancel })
const undo = (clinic: TestClinic, listId: string) => as(clinic).callOk(dayLists.undo, { listId })
const board = async (clinic: TestClinic) =>
  (await as(clinic).callOk(appointments.day, { day, clinician: 'all' })).appointments
const outcomes = ({ rows }: DayList) => rows.map(({ number, outcome }) => [number, outcome])
const results = ({ rows }: DayList) => rows.map(({ result }) => result)
const addAda = (clinic: TestClinic) =>
  clinic.addPatient({ title: 'Ms', firstName: 'Ada', lastName: 'Quill', dateOfBirth: '1961-03-14' })

async function auditOf(listId: string) {
  const { rows } = await testApp.owner.query<{ action: string; details: unknown }>(
    'select action, details from audit_rows where subject = $1 order by sequence',
    [listId],
  )
  return rows
}

test('a day list without a header row is read by what its columns hold', async () => {
  const clinic = await newClinic()
  const content = base64('04/01/2027,09:30,Ada Quill,14/03/1961\n04/01/2027,10:15,Ben Rowe,02/11/1980\n')
  const draft = await read(clinic, content)
  expect(draft).toMatchObject({ rowCount: 2, reading: { hasHeaderRow: false, repair: null } })
  expect(draft.columns.map(({ field }) => field)).toEqual(['day', 'time', null, 'dateOfBirth'])
  const choice = { listId: draft.id, isRepaired: false }
  const named = await as(clinic).callOk(dayLists.readAgain, { ...choice, hasHeaderRow: true })
  expect(named.rowCount).toBe(1)
  const back = await as(clinic).callOk(dayLists.readAgain, { ...choice, hasHeaderRow: false })
  expect(back.columns).toEqual(draft.columns)
  const list = await as(clinic).callOk(dayLists.check, {
    ...{ listId: draft.id, fields: ['day', 'time', 'fullName', 'dateOfBirth'], dateOrder: 'day-first', day },
  })
  expect(list.rows.map(({ name, time }) => [name, time])).toEqual([
    ['Ada Quill', '09:30'],
    ['Ben Rowe', '10:15'],
  ])
})

test('phones and addresses of a day list are read as those of a list of patients', async () => {
  const clinic = await newClinic()
  const content = base64(
    [
      'Date,Time,Mins,Patient,DOB,Dentist,Mobile,Email',
      '04/01/2027,09:30,30,"Quill, Kim",14/03/1961,Tom Hughes,07700 900123 / 01632 960001,Kim <kim@example.org>',
      '04/01/2027,10:00,30,"Quill, Kev",15/03/1961,Tom Hughes,x,kev@müller.de',
      '04/01/2027,10:30,30,"Quill, Kai",16/03/1961,Tom Hughes,7700900123 (mum),nowhere',
    ].join('\r\n'),
  )
  const list = await uploadAndCheck(clinic, content)
  const completed = await as(clinic).callOk(dayLists.choose, {
    listId: list.id,
    number: null,
    choice: 'create',
  })
  expect(outcomes(completed).map(([, outcome]) => outcome)).toEqual(Array(3).fill('new-patient'))
  await importList(clinic, completed)
  const { rows } = await as(clinic).callOk(patients.list, { pageSize: 10 })
  const added = await Promise.all(rows.map(({ id }) => as(clinic).callOk(patients.get, { patientId: id })))
  const facts = added.map((each) => [
    ...[each.firstName, each.phone, each.phoneNote, each.otherPhone, each.email],
  ])
  expect(facts.toSorted()).toEqual([
    ['Kai', '07700 900123', 'mum', '', ''],
    ['Kev', '', '', '', 'kev@xn--mller-kva.de'],
    ['Kim', '07700 900123', '', '01632 960001', 'kim@example.org'],
  ])
})

test('what no font of the record has is set aside with a note, and the row is used', async () => {
  const clinic = await newClinic()
  await addAda(clinic)
  const printed = 'cannot be printed in the record'
  const [row] = (
    await uploadAndCheck(clinic, file(ada.replace('Exam', 'Exam Ꮳ').replace(',2,', ',\uF0B7 2,')))
  ).rows
  expect(row).toMatchObject({ outcome: 'new', treatmentWritten: '', room: '' })
  expect(row!.remark).toContain(`'Exam Ꮳ': The character “Ꮳ” ${printed}`)
  expect(row!.remark).toContain(`The character U+F0B7 ${printed}`)
})

test('a list is read, looked at without a trace, completed and brought in', async () => {
  const clinic = await newClinic()
  const patientId = await addAda(clinic)
  const draft = await read(clinic, file(ada, ben))
  expect(draft).toMatchObject({ status: 'draft', isRemembered: false, preview: null })
  const list = await check(clinic, draft)
  expect(outcomes(list)).toEqual([
    [2, 'new'],
    [3, 'who'],
  ])
  expect(list.rows[0]).toMatchObject({
    ...{ name: 'Ms Ada Quill', day, time: '09:30', minutes: 45, patientNumber: '17' },
    patient: { id: patientId },
    clinician: { id: clinic.staff.dentist.staffId },
  })
  expect(await board(clinic)).toEqual([])

  const completed = await as(clinic).callOk(dayLists.choose, { listId: list.id, number: 3, choice: 'create' })
  expect(outcomes(completed)[1]).toEqual([3, 'new-patient'])
  // What was seen before somebody chose is not what would be brought in.
  const stale = { listId: list.id, seen: list.preview!.seen }
  expect((await as(clinic).call(dayLists.bringIn, stale)).reason).toBe('changed-since')
  const brought = await importList(clinic, completed)
  expect(brought).toMatchObject({
    status: 'done',
    results: { booked: 2, 'patients-added': 1, 'left-out': 0 },
  })
  const shown = await board(clinic)
  expect(shown.map(({ time, minutes, room, reason }) => ({ time, minutes, room, reason }))).toEqual([
    { time: '09:30', minutes: 45, room: '2', reason: 'Exam' },
    { time: '10:15', minutes: 30, room: '2', reason: 'Filling UL6' },
  ])
  expect(shown.map((one) => one.patient.name)).toEqual(['Ms Ada Quill', 'Mr Ben Rowe'])
  // Nothing is guessed: whoever treats says what is planned.
  expect(shown.every(({ treatments, needsConsent }) => treatments.length === 0 && needsConsent)).toBe(true)
  const again = await as(clinic).call(dayLists.bringIn, stale)
  expect(again.reason).toBe('wrong-state')
  expect((await auditOf(list.id)).map(({ action }) => action)).toEqual([
    ...['day_list.read', 'day_list.checked', 'day_list.row_chosen', 'day_list.brought_in'],
  ])
  expect((await auditOf(list.id)).at(-1)!.details).toEqual(brought.results)
  expect((await as(clinic).callOk(dayLists.list, {})).rows.map(({ id }) => id)).toEqual([list.id])
})

const numbered = (...lines: string[]) =>
  base64(['Date,Time,Mins,Surname,Forename,DOB,NHS Number,Dentist', ...lines].join('\n'))

test('an NHS number with another name is asked about, and goes to nobody else', async () => {
  const clinic = await newClinic()
  const named = { firstName: 'John', lastName: 'Smith', dateOfBirth: '1971-05-06' }
  const john = await as(clinic).callOk(patients.create, { ...named, nhsNumber: '4010232137' })
  const list = await uploadAndCheck(
    clinic,
    numbered(
      '04/01/2027,09:30,30,Smith,Jane,06/05/1971,4010232137,Tom Hughes',
      '04/01/2027,10:00,30,Rowe,Ben,02/11/1980,9434765919,Tom Hughes',
      '04/01/2027,10:30,30,Rowe,Bea,02/11/1980,943 476 5919,Tom Hughes',
      '04/01/2027,11:00,30,Quill,Ross,14/03/1961,0000000000,Tom Hughes',
      '04/01/2027,11:30,30,Smith,J,06/05/1971,,Tom Hughes',
    ),
  )
  expect(list.rows.map(({ outcome, remark }) => [outcome, remark])).toEqual([
    ['who', 'The patient with this NHS number has another first name.'],
    ['who', 'No patient here has this name and date of birth.'],
    ['who', 'Row 3 has this number with another name.'],
    ['who', 'No patient here has this name and date of birth.'],
    ['who', 'Possible match: a patient with a similar name and the same date of birth.'],
  ])
  expect(list.rows[0]).toMatchObject({ patient: null, candidates: [{ id: john.id }] })
  for (const number of [2, 3, 4, 5])
    await as(clinic).callOk(dayLists.choose, { listId: list.id, number, choice: 'create' })
  const chosen = await as(clinic).callOk(dayLists.get, { listId: list.id })
  const without = 'Added without the NHS number, which belongs to another patient.'
  expect(chosen.rows.map(({ outcome, remark }) => [outcome, remark])).toEqual([
    ['new-patient', without],
    ['new-patient', ''],
    ['new-patient', without],
    ['new-patient', expect.stringContaining('not known')],
    ['who', 'Possible match: a patient with a similar name and the same date of birth.'],
  ])
  expect((await importList(clinic, chosen)).results).toMatchObject({ booked: 4, 'patients-added': 4 })
  const { rows } = await as(clinic).callOk(patients.list, { pageSize: 100 })
  const found = await Promise.all(
    rows.map(({ id: patientId }) => as(clinic).callOk(patients.get, { patientId })),
  )
  const numbers = found.map(({ firstName, nhsNumber }) => [firstName, nhsNumber])
  expect(Object.fromEntries(numbers)).toMatchObject({
    ...{ John: '4010232137', Jane: '', Ben: '9434765919', Bea: '', Ross: '' },
  })
})

test('rows that may be one person are asked about, and are not added with all who are unknown', async () => {
  const clinic = await newClinic()
  const list = await uploadAndCheck(
    clinic,
    numbered(
      '04/01/2027,09:30,30,Müller,Uwe,06/05/1971,,Tom Hughes',
      '04/01/2027,10:00,30,Mueller,Uwe,06/05/1971,,Tom Hughes',
      '04/01/2027,10:30,30,Rowe,Ben,02/11/1980,9434765919,Tom Hughes',
      '04/01/2027,11:00,30,Rowe,Bea,02/11/1980,943 476 5919,Tom Hughes',
      '04/01/2027,11:30,30,Müller,Uwe,06/05/1971,,Tom Hughes',
    ),
  )
  const unknown = 'No patient here has this name and date of birth.'
  expect(list.rows.map(({ remark, isUnknown }) => [remark, isUnknown])).toEqual([
    [unknown, true],
    ['Row 2 is a possible match: similar name and the same date of birth.', false],
    [unknown, true],
    ['Row 4 has this number with another name.', false],
    [unknown, true],
  ])
  const chosen = await as(clinic).callOk(dayLists.choose, { listId: list.id, number: null, choice: 'create' })
  expect(outcomes(chosen).map(([, outcome]) => outcome)).toEqual([
    ...['new-patient', 'who', 'new-patient', 'who', 'new-patient'],
  ])
  expect((await importList(clinic, chosen)).results).toMatchObject({ booked: 3, 'patients-added': 2 })
})

test('the same request twice books once', async () => {
  const clinic = await newClinic()
  await addAda(clinic)
  const list = await uploadAndCheck(clinic, file(ada))
  const input = { listId: list.id, seen: list.preview!.seen }
  const sending = { idempotencyKey: randomUUID() }
  const [one, two] = await Promise.all([
    clinic.as('receptionist').call(dayLists.bringIn, input, sending),
    clinic.as('receptionist').call(dayLists.bringIn, input, sending),
  ])
  expect([one!.status, two!.status]).toEqual([200, 200])
  expect((await board(clinic)).length).toBe(1)
})

test('the next day’s list is ready at once, and finds patients by their number', async () => {
  const clinic = await newClinic()
  await addAda(clinic)
  await importList(clinic, await uploadAndCheck(clinic, file(ada)))
  // Where the list says nothing else of somebody, the number says who it is.
  const next = await read(clinic, file('05/01/2027,11:00,30,17,,,Tom Hughes,Review,2,'))
  expect(next).toMatchObject({ status: 'checked', isRemembered: true })
  expect(next.rows[0]).toMatchObject({ outcome: 'new', patient: { name: 'Ms Ada Quill' } })
  const conflict = await read(clinic, file('05/01/2027,11:00,30,17,Ben Rowe,02/11/1980,Tom Hughes,Review,2,'))
  expect(conflict.rows[0]).toMatchObject({ outcome: 'who', candidates: [{ name: 'Ms Ada Quill' }] })
  const other = await read(await newClinic(), file(ada))
  expect(other.isRemembered).toBe(false)
})

test('nobody is found by a name alone, and of two alike nobody is taken', async () => {
  const clinic = await newClinic()
  const first = await addAda(clinic)
  const list = await uploadAndCheck(
    clinic,
    file(
      '04/01/2027,09:30,45,,Ada Quill,,Tom Hughes,,,',
      '04/01/2027,10:30,45,,Ada Quill,14/03/1961,Tom Hughes,,,',
    ),
  )
  expect(outcomes(list)).toEqual([
    [2, 'who'],
    [3, 'new'],
  ])
  expect(list.rows[0]).toMatchObject({ candidates: [], canCreate: false })
  const input = { listId: list.id, number: 2 }
  expect((await as(clinic).call(dayLists.choose, { ...input, choice: 'create' })).reason).toBe(
    'too-little-known',
  )
  await addAda(clinic)
  const looks = await as(clinic).callOk(dayLists.get, { listId: list.id })
  expect(looks.rows[1]).toMatchObject({ outcome: 'who' })
  expect(looks.rows[1]!.candidates.length).toBe(2)
  const wrong = await testApp.clinicB.addPatient()
  expect(
    (await as(clinic).call(dayLists.choose, { ...input, choice: 'patient', patientId: wrong })).reason,
  ).toBe('patient-not-found')
  expect(
    (await as(clinic).call(dayLists.choose, { listId: list.id, number: 9, choice: 'leave' })).reason,
  ).toBe('no-such-row')
  const archived = await clinic.addPatient()
  await clinic.as('dentist').callOk(patients.archive, { patientId: archived })
  expect(
    (await as(clinic).call(dayLists.choose, { ...input, choice: 'patient', patientId: archived })).reason,
  ).toBe('patient-not-active')
  const chosen = await as(clinic).callOk(dayLists.choose, { ...input, choice: 'patient', patientId: first })
  expect(chosen.rows[0]).toMatchObject({ outcome: 'new', patient: { id: first } })
})

test('clinicians and treatments are said once and remembered', async () => {
  const clinic = await newClinic()
  await addAda(clinic)
  const line = '04/01/2027,09:30,45,17,Ada Quill,14/03/1961,TH,Exam,2,'
  const list = await uploadAndCheck(clinic, file(line))
  expect(list.rows[0]).toMatchObject({ outcome: 'whose', clinician: null })
  expect(list.preview!.clinicians).toEqual([{ written: 'TH', rows: 1, clinician: null, isLeftOut: false }])
  const whose = { listId: list.id, written: 'TH' }
  const wrong = { ...whose, clinicianId: clinic.staff.receptionist.staffId! }
  expect((await as(clinic).call(dayLists.chooseClinician, wrong)).reason).toBe('clinician-not-found')
  const left = await as(clinic).callOk(dayLists.chooseClinician, { ...whose, clinicianId: null })
  expect(left.rows[0]!.outcome).toBe('left')
  await as(clinic).callOk(dayLists.chooseClinician, { ...whose, clinicianId: clinic.staff.dentist.staffId! })
  const meaning = { listId: list.id, written: 'Exam', needsConsent: false }
  const foreign = await as(clinic).call(dayLists.chooseTreatment, {
    ...meaning,
    templateId: testApp.clinicB.templateId,
  })
  expect(foreign.reason).toBe('template-not-found')
  const told = await as(clinic).callOk(dayLists.chooseTreatment, { ...meaning, templateId: null })
  expect(told.preview!.treatments).toMatchObject([{ written: 'Exam', needsConsent: false, isDecided: true }])
  await importList(clinic, told)
  expect(await board(clinic)).toMatchObject([{ needsConsent: false, readiness: { light: 'ready' } }])
  const next = await read(clinic, file(line.replace('04/01', '05/01')))
  expect(next.rows[0]).toMatchObject({ outcome: 'new', needsConsent: false })
})

test('a treatment is planned only where it has a template’s very name', async () => {
  const clinic = await newClinic()
  await addAda(clinic)
  const { rows } = await clinic.as('owner').callOk(contract.templates.list, { search: 'Simple Extraction' })
  const { id } = rows.find(({ name }) => name === 'Simple Extraction')!
  const named = (reason: string) => file(`04/01/2027,09:30,45,,Ada Quill,14/03/1961,Tom Hughes,${reason},,`)
  expect((await uploadAndCheck(clinic, named('extraction'))).rows[0]!.treatment).toBeNull()
  const list = await uploadAndCheck(clinic, named('simple extraction'))
  expect(list.rows[0]!.treatment).toEqual({ templateId: id, title: 'Simple Extraction' })
  await importList(clinic, list)
  expect(await board(clinic)).toMatchObject([{ treatments: [{ templateId: id, teeth: [] }] }])
})

test('a later list of the day changes, adds and never doubles; what it lacks is shown and cancelled on request', async () => {
  const clinic = await newClinic()
  await addAda(clinic)
  await clinic.addPatient({ title: 'Mr', firstName: 'Ben', lastName: 'Rowe', dateOfBirth: '1980-11-02' })
  await importList(clinic, await uploadAndCheck(clinic, file(ada, ben)))
  const own = await clinic.addAppointment({ day, time: '15:00' })
  const [first, second] = await board(clinic)

  const same = await uploadAndCheck(clinic, file(ada, ben))
  expect(outcomes(same)).toEqual([
    [2, 'same'],
    [3, 'same'],
  ])
  const nothing = await as(clinic).call(dayLists.bringIn, { listId: same.id, seen: same.preview!.seen })
  expect(nothing.reason).toBe('nothing-to-do')

  const later = await uploadAndCheck(clinic, file(ada.replace(',45,', ',60,')))
  expect(later.rows[0]).toMatchObject({
    outcome: 'changed',
    changes: [{ field: 'Minutes', here: '45', inFile: '60' }],
  })
  // Somebody booked by hand is no matter of lists.
  expect(later.preview!.missing.map(({ id }) => id)).toEqual([second!.id])
  const foreign = { listId: later.id, seen: later.preview!.seen, cancel: [own.id] }
  expect((await as(clinic).call(dayLists.bringIn, foreign)).reason).toBe('changed-since')
  const brought = await importList(clinic, later, [second!.id])
  expect(brought.results).toMatchObject({ updated: 1, cancelled: 1, booked: 0 })
  const shown = await board(clinic)
  expect(shown.map(({ id, status, minutes }) => [id, status, minutes])).toEqual([
    [first!.id, 'booked', 60],
    [second!.id, 'cancelled', 30],
    [own.id, 'booked', 30],
  ])
  // On the list once more, it stays cancelled until somebody says otherwise.
  const back = await uploadAndCheck(clinic, file(ada.replace(',45,', ',60,'), ben))
  expect(outcomes(back)[1]).toEqual([3, 'ended-here'])
  const chosen = await as(clinic).callOk(dayLists.choose, { listId: back.id, number: 3, choice: 'again' })
  await importList(clinic, chosen)
  expect((await board(clinic))[1]).toMatchObject({ id: second!.id, status: 'booked' })

  const undone = await undo(clinic, brought.id)
  // The cancelling is not taken back, since somebody has booked it again meanwhile.
  expect(undone.results).toMatchObject({ restored: 1, kept: 1 })
  expect((await board(clinic))[0]).toMatchObject({ id: first!.id, minutes: 45 })
})

test('what the practice system has cancelled is shown, and cancelled here on request alone', async () => {
  const clinic = await newClinic()
  const patientId = await addAda(clinic)
  const own = await clinic.addAppointment({ patientId, day, time: '09:30' })
  const list = await uploadAndCheck(clinic, file(`${ada}Cancelled`))
  expect(outcomes(list)).toEqual([[2, 'cancelled']])
  expect(list.preview!.missing.map(({ id }) => id)).toEqual([own.id])
  const untold = await as(clinic).call(dayLists.bringIn, { listId: list.id, seen: list.preview!.seen })
  expect(untold.reason).toBe('nothing-to-do')
  await importList(clinic, list, [own.id])
  expect(await board(clinic)).toMatchObject([{ id: own.id, status: 'cancelled' }])
  expect((await undo(clinic, list.id)).results).toMatchObject({ restored: 1 })
  expect(await board(clinic)).toMatchObject([{ id: own.id, status: 'booked' }])
})

test('a list that is not wanted is taken back; what somebody went on with stays, and it is said', async () => {
  const clinic = await newClinic()
  const cleo = '04/01/2027,11:00,30,19,Cleo Hill,05/05/1975,Tom Hughes,Filling,2,'
  const list = await uploadAndCheck(clinic, file(ada, ben, cleo))
  const all = await as(clinic).callOk(dayLists.choose, { listId: list.id, number: null, choice: 'create' })
  expect(all.preview!.outcomes['new-patient']).toBe(3)
  const brought = await importList(clinic, all)
  const [first, second] = await board(clinic)
  const reason = { override: { reason: 'In pain, and it cannot wait' } }
  await clinic.as('owner').callOk(appointments.start, { appointmentId: first!.id, ...reason })
  await as(clinic).callOk(appointments.arrive, { appointmentId: second!.id })
  const undone = await undo(clinic, brought.id)
  expect(undone).toMatchObject({ status: 'undone', undoUntil: null, results: { removed: 1, kept: 2 } })
  expect(results(undone)).toEqual(['kept', 'kept', 'removed'])
  expect(undone.rows.map(({ remark }) => remark)).toEqual([
    'Treatment has started, so the appointment stays.',
    'The appointment was changed after the import, so it stays as it is.',
    '',
  ])
  expect((await board(clinic)).map(({ id }) => id)).toEqual([first!.id, second!.id])
  const { rows } = await as(clinic).callOk(patients.list, { pageSize: 100 })
  expect(rows.map(({ lastName }) => lastName)).toEqual(['Quill', 'Rowe'])
  // A number that it taught is forgotten with it.
  const next = await uploadAndCheck(clinic, file('05/01/2027,11:00,30,17,,,Tom Hughes,Review,2,'))
  expect(next.rows[0]!.outcome).toBe('who')
  expect((await as(clinic).call(dayLists.undo, { listId: brought.id })).reason).toBe('wrong-state')
})

test('rows that are no appointment are told in words, with their number', async () => {
  const clinic = await newClinic()
  await addAda(clinic)
  const list = await uploadAndCheck(
    clinic,
    file(
      ada,
      ada,
      '04/01/2027,13:00,60,,,,Tom Hughes,Lunch,,',
      ada.replace('09:30', 'soon'),
      '28/03/2027,01:30,45,17,"Quill, Ada",14/03/1961,Tom Hughes,,,',
      `${ada}Cancelled`,
      '04/01/2027,14:00,45,,Cleo Hill,31/02/1975,Tom Hughes,,,',
    ),
  )
  expect(
    list.rows.map(({ number, outcome, remark, faults }) => [number, outcome, faults[0]?.message ?? remark]),
  ).toEqual([
    [2, 'new', ''],
    [3, 'unusable', 'Same appointment as row 2.'],
    [4, 'left', 'The row names no patient.'],
    [5, 'unusable', "'soon' cannot be read as a time. Write it like 09:30."],
    [6, 'unusable', expect.stringContaining('clocks go forward')],
    [7, 'cancelled', expect.any(String)],
    [8, 'who', "There is no such day as '31/02/1975'."],
  ])
  const brought = await importList(clinic, list)
  expect(brought.results).toMatchObject({ booked: 1, 'left-out': 6 })
})

test('refuses what is none, too long, of another practice, or over', async () => {
  const clinic = await newClinic()
  const call = (content: string) => as(clinic).call(dayLists.read, { fileName: 'x.csv', content })
  expect((await call(base64(`A,B\n${'1,2\n'.repeat(501)}`))).reason).toBe('too-many-rows')
  expect((await call(base64('A,B\n'))).reason).toBe('no-rows')
  const draft = await read(clinic, base64('A;B\n09:30;Ada Quill\n'))
  const set = async (fields: ('time' | 'fullName' | 'day' | null)[]) =>
    (await as(clinic).call(dayLists.check, { listId: draft.id, fields, dateOrder: 'day-first', day })).reason
  expect(await set([null])).toBe('wrong-columns')
  expect(await set(['day', 'fullName'])).toBe('time-missing')
  expect(await set(['time', null])).toBe('who-missing')
  expect(await set(['time', 'time'])).toBe('chosen-twice')
  const whose = { listId: draft.id, written: 'X', clinicianId: null }
  expect((await as(clinic).call(dayLists.chooseClinician, whose)).reason).toBe('wrong-state')
  const foreign = testApp.clinicB.as('owner')
  const listId = draft.id
  const answers = [
    await foreign.call(dayLists.get, { listId }),
    await foreign.call(dayLists.check, { listId, fields: [null], dateOrder: 'day-first', day }),
    await foreign.call(dayLists.choose, { listId, number: 2, choice: 'leave' }),
    await foreign.call(dayLists.chooseClinician, whose),
    await foreign.call(dayLists.chooseTreatment, {
      listId,
      written: 'X',
      templateId: null,
      needsConsent: true,
    }),
    await foreign.call(dayLists.bringIn, { listId, seen: 'x' }),
    await foreign.call(dayLists.undo, { listId }),
    await foreign.call(dayLists.discard, { listId }),
  ]
  expect(answers.map(({ status, reason }) => [status, reason])).toEqual(answers.map(() => [404, 'not-found']))
  await as(clinic).callOk(dayLists.discard, { listId })
  expect((await as(clinic).call(dayLists.get, { listId })).reason).toBe('not-found')
})

test('no appointment goes but one whose list is taken back, whatever the code says', async () => {
  const clinic = await newClinic()
  await addAda(clinic)
  await importList(clinic, await uploadAndCheck(clinic, file(ada)))
  await testApp.owner.query('begin')
  await testApp.owner.query(
    `select set_config('role', 'candour_clinic', true), set_config('app.clinic_id', $1, true)`,
    [clinic.id],
  )
  expect((await testApp.owner.query('select 1 from appointments')).rowCount).toBe(1)
  expect((await testApp.owner.query('delete from appointments')).rowCount).toBe(0)
  await testApp.owner.query('rollback')
})

test('what a list said is forgotten when its time is over, and one never brought in altogether', async () => {
  const clinic = await newClinic()
  await addAda(clinic)
  const brought = await importList(clinic, await uploadAndCheck(clinic, file(ada)))
  const left = await read(clinic, file(ben))
  // As if so much time had passed, in which nobody stays signed in.
  const forget = async (hours: number) => {
    await testApp.owner.query(
      `update day_lists set moved_at = moved_at - $2 * interval '1 hour', finished_at = finished_at - $2 * interval '1 hour'
       where clinic_id = $1`,
      [clinic.id, hours],
    )
    await testApp.app.sweep('day-lists')
    await testApp.runJobs()
  }
  await forget(import_draft_hours - 1)
  expect((await as(clinic).call(dayLists.get, { listId: left.id })).status).toBe(200)
  await forget(2)
  expect((await as(clinic).call(dayLists.get, { listId: left.id })).reason).toBe('not-found')
  expect((await as(clinic).callOk(dayLists.get, { listId: brought.id })).rows.length).toBe(1)
  await forget(day_list_undo_days * 24)
  const kept = await as(clinic).callOk(dayLists.get, { listId: brought.id })
  expect(kept).toMatchObject({ status: 'done', undoUntil: null, rows: [] })
  expect(JSON.stringify(kept)).not.toContain('Quill')
  const { rows } = await testApp.owner.query<{ cells: unknown }>(
    'select cells from day_list_rows where list_id = $1',
    [brought.id],
  )
  expect(rows).toEqual([{ cells: null }])
  expect((await as(clinic).call(dayLists.undo, { listId: brought.id })).reason).toBe('too-late')
  // How its columns were set is still known.
  expect((await read(clinic, file(ben))).isRemembered).toBe(true)
})

test('nothing went wrong behind the answers', () => {
  expect(testApp.loggedErrors).toEqual([])
  // Neither names nor what brings them are in the log.
  expect(testApp.logged.join('\n')).not.toMatch(/Quill|Rowe|Filling UL6/)
})
