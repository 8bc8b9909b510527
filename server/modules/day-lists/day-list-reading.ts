import type { DayListField } from '../../../contract/day-lists.ts'
import type { EncodingFault } from '../../../contract/encoding-faults.ts'
import type { ImportField } from '../../../contract/patient-imports.ts'
import { unprintable, unprintableMessage } from '../../../contract/printable-text.ts'
import { visibleLine } from '../../../contract/visible-text.ts'
import type { DateOrder } from '../../../contract/written-dates.ts'
import type { DateHabit } from '../../platform/csv/csv-dates.ts'
import { repairText } from '../../platform/csv/encoding-repair.ts'
import { readRow, type ReadRow } from '../patient-imports/index.ts'
import { foldName, readFullName } from '../patients/index.ts'
import { readLength, readWhen, type Cell, type Fault, type When } from './day-list-times.ts'

/** One row of a day list as it was read. */
export type Entry = {
  /** What it says of the patient, and whether that is enough to add them. */
  person: ReadRow
  hasPatient: boolean
  patientNumber: string
  when: When | null
  minutes: number | null
  clinician: string
  treatment: string
  room: string
  /** The practice system says that nobody comes. */
  isOff: boolean
  /** What is wrong with the row itself; of the patient's details `person` tells. */
  faults: Fault[]
  /** What is set aside though the row is used. */
  notes: Fault[]
}

type Reading = {
  columns: readonly { name: string; field: DayListField | null; dates?: DateHabit | null | undefined }[]
  dateOrder: DateOrder
  /** The day of rows that name none. */
  day: string
  /** The practice's own day, YYYY-MM-DD. */
  today: string
  zone: string
  /** What is repaired in its letters. */
  repair?: EncodingFault | null
}

const ofPerson = [
  'title',
  'firstName',
  'lastName',
  'fullName',
  'dateOfBirth',
  'nhsNumber',
  'phone',
  'email',
] as const
/** What a column says of the person, as lists of patients call it. */
const asImportField = (field: DayListField | null): ImportField | null =>
  ofPerson.find((each) => each === field) ?? null
const whoFields = ['patientNumber', 'fullName', 'firstName', 'lastName'] as const

/** What lists say of appointments that do not take place: cancelled, moved, or nobody came. */
const offWords = /^(cancel|fta|f t a|dna|did not|failed|no[ -]?show|deleted|rescheduled|moved|uta)/i

const room_length_max = 60
const written_length_max = 200
const number_length_max = 60
const line = (text: string, max: number) => visibleLine(text).slice(0, max).trim()

/** One row by what its columns are said to hold. */
export function readEntry(written: readonly string[], reading: Reading): Entry {
  const cells = written.map((cell) => repairText(cell, reading.repair ?? null))
  const { columns, dateOrder, today } = reading
  const mapped = columns.map((column) => ({ ...column, field: asImportField(column.field) }))
  const person = readRow(cells, { columns: mapped, dateOrder, today })
  const cellOf = (field: DayListField): Cell | undefined => {
    const index = columns.findIndex((column) => column.field === field)
    const text = cells[index]?.trim()
    return text ? { column: columns[index]!.name, text } : undefined
  }
  const textOf = (field: DayListField, max: number) => line(cellOf(field)?.text ?? '', max)
  const notes: Fault[] = []
  const printedOf = (field: DayListField, max: number): string => {
    const text = textOf(field, max)
    const found = unprintable(text)
    if (found.length === 0) return text
    const message = `'${text}': ${unprintableMessage(found)}. The row is used without it.`
    notes.push({ column: cellOf(field)?.column ?? null, message })
    return ''
  }
  const isTooLong = cells.length > columns.length
  const isOrderMixed = columns.some(
    ({ field, dates }) => (field === 'day' || field === 'time') && dates?.isMixed,
  )
  const when = { ...reading, order: dateOrder, isOrderMixed }
  const read = isTooLong ? null : readWhenAndLength(cellOf, when)
  const patientNumber = textOf('patientNumber', number_length_max)
  return {
    person,
    hasPatient: whoFields.some((field) => cellOf(field)),
    patientNumber,
    when: read?.when ?? null,
    minutes: read?.minutes ?? null,
    clinician: textOf('clinician', written_length_max),
    treatment: printedOf('treatment', written_length_max),
    room: printedOf('room', room_length_max),
    isOff: offWords.test(textOf('status', written_length_max)),
    faults: isTooLong ? person.faults : (read?.faults ?? []),
    notes,
  }
}

function readWhenAndLength(
  cellOf: (field: DayListField) => Cell | undefined,
  reading: Parameters<typeof readWhen>[1],
): { when: When | null; minutes: number | null; faults: Fault[] } {
  const when = readWhen({ day: cellOf('day'), time: cellOf('time') }, reading)
  if ('message' in when) return { when: null, minutes: null, faults: [when] }
  const length = readLength({ minutes: cellOf('minutes'), end: cellOf('endTime') ?? when.end }, when.time)
  if ('message' in length) return { when, minutes: null, faults: [length] }
  return { when, minutes: length.minutes, faults: [] }
}

/** Names and treatments by which a choice is remembered: alike however they are written. */
export const keyOf = (written: string): string => foldName(written).replaceAll(/\s+/g, ' ').trim()

/** 'Dr Priya Shah' and 'Shah, Priya' as 'priya shah'. */
export function personKeyOf(written: string): string {
  const read = readFullName(written)
  return keyOf(read ? `${read.firstName} ${read.lastName}` : written)
}
