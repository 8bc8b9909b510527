import { z } from 'zod'
import {
  csv_body_bytes_max,
  CsvColumn,
  CsvReading,
  csvReadingChoice,
  csvRefusals,
  CsvUpload,
  dateOrders,
} from './csv-files.ts'
import {
  aborted,
  id,
  instant,
  invalidArgument,
  isoDate,
  notFound,
  operation,
  paginated,
  paging,
  searchText,
} from './kit.ts'
import { csv_columns_max, day_list_rows_max, day_list_undo_days } from './limits.ts'

/** What a column of a practice system's day list may hold. */
const dayListFields = [
  'day',
  'time',
  'endTime',
  'minutes',
  'patientNumber',
  'title',
  'firstName',
  'lastName',
  'fullName',
  'dateOfBirth',
  'nhsNumber',
  'phone',
  'email',
  'clinician',
  'treatment',
  'room',
  'status',
] as const
export type DayListField = (typeof dayListFields)[number]

/** What a row would do, seen before anything is written. */
export const dayListOutcomes = [
  'new',
  'new-patient',
  'changed',
  'same',
  'begun',
  'ended-here',
  'who',
  'whose',
  'cancelled',
  'left',
  'unusable',
] as const
export type DayListOutcome = (typeof dayListOutcomes)[number]

/** What somebody decided about a row: which patient, to add the patient, to leave it out, or to book anew what was cancelled here. */
export const dayListChoices = ['patient', 'create', 'leave', 'again'] as const

/** What became of a row, and what undoing made of it. */
export const dayListResults = ['booked', 'updated', 'unchanged', 'left-out'] as const
export const dayListUndoResults = ['removed', 'restored', 'kept'] as const

/** `draft`: read, its columns not settled; `checked`: nothing is written yet; `undoing` lasts no longer than its transaction. */
export const dayListStatuses = ['draft', 'checked', 'done', 'undoing', 'undone'] as const

const count = z.int().min(0)
const Person = z.object({ id, name: z.string(), dateOfBirth: z.string() })
const Clinician = z.object({ id, name: z.string() })

/** What cancelling and undoing have done counts beside what became of rows. */
const dayListCounters = [...dayListResults, 'cancelled', 'patients-added', ...dayListUndoResults] as const

const summary = z.object({
  id,
  fileName: z.string(),
  status: z.enum(dayListStatuses),
  createdBy: z.string(),
  createdAt: instant,
  finishedAt: instant.nullable(),
  /** Until when it can be undone; null where it cannot. */
  undoUntil: instant.nullable(),
  rowCount: count,
  results: z.record(z.enum(dayListCounters), count),
})

/** One row as it was read, with what it would do or has done. */
const Row = z.object({
  number: z.int(),
  name: z.string(),
  dateOfBirth: z.string(),
  patientNumber: z.string(),
  day: z.string(),
  time: z.string(),
  minutes: z.int().nullable(),
  clinicianWritten: z.string(),
  treatmentWritten: z.string(),
  room: z.string(),
  outcome: z.enum(dayListOutcomes),
  /** Why it cannot be used, each with the column it stands in. */
  faults: z.array(z.object({ column: z.string().nullable(), message: z.string() })),
  /** Why it is what it is, where that does not go without saying. */
  remark: z.string(),
  patient: Person.nullable(),
  /** Who it may be, where that is not certain. */
  candidates: z.array(Person),
  /** Whether the row says enough of somebody to add them as a patient. */
  canCreate: z.boolean(),
  /** Nobody here nor in an earlier row may be them: the row is among those added all at once. */
  isUnknown: z.boolean(),
  clinician: Clinician.nullable(),
  treatment: z.object({ templateId: id, title: z.string() }).nullable(),
  needsConsent: z.boolean(),
  changes: z.array(z.object({ field: z.string(), here: z.string(), inFile: z.string() })),
  choice: z.enum(dayListChoices).nullable(),
  result: z.enum([...dayListResults, ...dayListUndoResults]).nullable(),
})
export type DayListRow = z.infer<typeof Row>

/** What the whole list asks and would do, besides its rows. */
const Preview = z.object({
  days: z.array(isoDate),
  /** How the list names clinicians, and whom that means here. */
  clinicians: z.array(
    z.object({ written: z.string(), rows: count, clinician: Clinician.nullable(), isLeftOut: z.boolean() }),
  ),
  /** What it says of treatments, and which template that means; null where whoever treats says it. */
  treatments: z.array(
    z.object({
      written: z.string(),
      rows: count,
      template: z.object({ id, name: z.string() }).nullable(),
      needsConsent: z.boolean(),
      isDecided: z.boolean(),
    }),
  ),
  /** Appointments that an earlier list of these days had and this one has not, or says do not take place. */
  missing: z.array(
    z.object({
      id,
      patient: Person,
      clinician: Clinician,
      day: isoDate,
      time: z.string(),
      reason: z.string(),
    }),
  ),
  outcomes: z.record(z.enum(dayListOutcomes), count),
  /** Stands for all of this: who brings the list in says what they saw. */
  seen: z.string(),
})

export const DayList = summary.extend({
  encoding: z.string(),
  reading: CsvReading,
  columns: z.array(CsvColumn.extend({ field: z.enum(dayListFields).nullable() })),
  /** The columns were set as they were for the last list that looked like this one. */
  isRemembered: z.boolean(),
  dateOrder: z.enum(dateOrders),
  /** The day of rows that name none. */
  day: isoDate,
  rows: z.array(Row),
  preview: Preview.nullable(),
})
export type DayList = z.infer<typeof DayList>

const editPermissions = { anyOf: ['createConsents', 'canEditPatients'] } as const
const listId = z.object({ listId: id })
const dayListNotFound = { 'not-found': notFound('Day list') }
const wrongState = aborted('This list has changed. Reload to see its current status.')
const tooManyRowsRefusal = invalidArgument(
  `This list has more than ${day_list_rows_max} rows. Import it day by day.`,
)
const path = '/api/clinic/day-lists'

const dayListOperation = { needs: editPermissions, access: 'clinic' } as const

/** A practice system's list of a day, brought to the board: read, looked at, brought in, undone. */
export const dayLists = {
  list: operation({
    ...dayListOperation,
    method: 'GET',
    path,
    summary: 'Imported day lists, the newest first',
    audit: null,
    input: z.object(paging),
    output: paginated(summary),
    example: {},
  }),
  read: operation({
    ...dayListOperation,
    method: 'POST',
    path,
    summary: 'Read a CSV day list; nothing of it reaches the board yet',
    audit: { done: 'day_list.read' },
    feature: 'day-lists',
    idempotent: true,
    bodyBytesMax: csv_body_bytes_max,
    input: CsvUpload,
    output: DayList,
    refusals: {
      ...csvRefusals,
      'too-many-rows': tooManyRowsRefusal,
    },
    example: {
      fileName: 'today.csv',
      // Time,Patient,DOB,Dentist / 09:30,Ada Quill,14/03/1961,Priya Shah
      content: 'VGltZSxQYXRpZW50LERPQixEZW50aXN0CjA5OjMwLEFkYSBRdWlsbCwxNC8wMy8xOTYxLFByaXlhIFNoYWgK',
    },
  }),
  get: operation({
    ...dayListOperation,
    method: 'GET',
    path: `${path}/{listId}`,
    summary: 'One day list: what each row would do, or has done',
    audit: null,
    input: listId,
    output: DayList,
    refusals: dayListNotFound,
    example: { listId: ':listId' },
  }),
  readAgain: operation({
    ...dayListOperation,
    method: 'PUT',
    path: `${path}/{listId}/reading`,
    summary: 'Say whether the first row names the columns, and whether garbled letters are repaired',
    audit: { done: 'day_list.read_again' },
    input: listId.extend(csvReadingChoice),
    output: DayList,
    refusals: {
      ...dayListNotFound,
      'wrong-state': wrongState,
      'no-rows': csvRefusals['no-rows'],
      'too-many-rows': tooManyRowsRefusal,
      'too-many-columns': csvRefusals['too-many-columns'],
    },
    example: { listId: ':listId', hasHeaderRow: true, isRepaired: false },
  }),
  check: operation({
    ...dayListOperation,
    method: 'PUT',
    path: `${path}/{listId}/columns`,
    summary: 'Say what each column holds, and try every row; nothing reaches the board',
    audit: { done: 'day_list.checked' },
    input: listId.extend({
      /** One for each column of the file; null leaves a column out. */
      fields: z.array(z.enum(dayListFields).nullable()).min(1).max(csv_columns_max),
      dateOrder: z.enum(dateOrders),
      day: isoDate,
    }),
    output: DayList,
    refusals: {
      ...dayListNotFound,
      'wrong-state': wrongState,
      'wrong-columns': invalidArgument('Match each column of the file.'),
      'time-missing': invalidArgument('Choose the column for the start time.'),
      'who-missing': invalidArgument('Choose the patient columns: the number, the full name, or both names.'),
      'chosen-twice': invalidArgument('Two columns are chosen for the same thing. Choose one of them.'),
    },
    example: {
      listId: ':listId',
      fields: ['time', 'fullName', 'dateOfBirth', 'clinician'],
      dateOrder: 'day-first',
      day: '2027-01-04',
    },
  }),
  chooseClinician: operation({
    ...dayListOperation,
    method: 'PUT',
    path: `${path}/{listId}/clinicians`,
    summary: 'Say whom the list means by a name, from now on; null leaves their rows out',
    audit: { done: 'day_list.clinician_chosen' },
    input: listId.extend({ written: searchText(200), clinicianId: id.nullable() }),
    output: DayList,
    refusals: { ...dayListNotFound, 'wrong-state': wrongState, 'clinician-not-found': notFound('Clinician') },
    example: { listId: ':listId', written: 'Priya Shah', clinicianId: null },
  }),
  chooseTreatment: operation({
    ...dayListOperation,
    method: 'PUT',
    path: `${path}/{listId}/treatments`,
    summary: 'Say what the list means by a treatment, from now on; without a template whoever treats says it',
    audit: { done: 'day_list.treatment_chosen' },
    input: listId.extend({
      written: searchText(200),
      templateId: id.nullable(),
      /** False for examinations and reviews. */
      needsConsent: z.boolean(),
    }),
    output: DayList,
    refusals: { ...dayListNotFound, 'wrong-state': wrongState, 'template-not-found': notFound('Template') },
    example: { listId: ':listId', written: 'Exam', templateId: null, needsConsent: false },
  }),
  choose: operation({
    ...dayListOperation,
    method: 'PUT',
    path: `${path}/{listId}/choices`,
    summary: 'Decide about a row: which patient, to add them, to leave it out, or to book anew',
    audit: { done: 'day_list.row_chosen' },
    input: listId.extend({
      /** The row meant; null adds every unknown patient of whom the list says enough. */
      number: z.int().nullable(),
      /** Null takes a choice back. */
      choice: z.enum(dayListChoices).nullable(),
      patientId: id.nullable().default(null),
    }),
    output: DayList,
    refusals: {
      ...dayListNotFound,
      'wrong-state': wrongState,
      'no-such-row': notFound('Row'),
      'patient-not-found': notFound('Patient'),
      'patient-not-active': aborted('This patient’s record is not active. Restore it first.'),
      'too-little-known': invalidArgument(
        'The row does not have enough details to add a patient. Add them by hand, then choose them.',
      ),
    },
    example: { listId: ':listId', number: 2, choice: 'create' },
  }),
  bringIn: operation({
    ...dayListOperation,
    method: 'POST',
    path: `${path}/{listId}/appointments`,
    summary: 'Bring the list to the board as it was seen; all of it, or nothing',
    audit: { done: 'day_list.brought_in' },
    idempotent: true,
    input: listId.extend({
      /** What was seen: refused where somebody changed something since. */
      seen: z.string().max(100),
      /** Of the appointments that are no longer on the list, those to cancel. */
      cancel: z.array(id).max(day_list_rows_max).default([]),
    }),
    output: DayList,
    refusals: {
      ...dayListNotFound,
      'wrong-state': wrongState,
      'changed-since': aborted('The list has changed since you opened it. Check it again.'),
      'nothing-to-do': invalidArgument('There is nothing in this list to import.'),
    },
    example: { listId: ':listId', seen: 'as it was seen' },
  }),
  undo: operation({
    ...dayListOperation,
    method: 'POST',
    path: `${path}/{listId}/undo`,
    summary: 'Take a list back: what it booked, changed, cancelled and added, where nobody has used it since',
    audit: { done: 'day_list.undone' },
    idempotent: true,
    input: listId,
    output: DayList,
    refusals: {
      ...dayListNotFound,
      'wrong-state': wrongState,
      'too-late': aborted(`A list can be undone for ${day_list_undo_days} days.`),
    },
    example: { listId: ':listId' },
  }),
  discard: operation({
    ...dayListOperation,
    method: 'DELETE',
    path: `${path}/{listId}`,
    summary: 'Discard a list that was not imported',
    audit: { done: 'day_list.discarded' },
    input: listId,
    output: z.object({}),
    refusals: { ...dayListNotFound, 'wrong-state': wrongState },
    example: { listId: ':listId' },
  }),
}
