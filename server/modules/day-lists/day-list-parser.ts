import type { DayListField } from '../../../contract/day-lists.ts'
import type { EncodingError } from '../../../contract/encoding-errors.ts'
import type { ImportField } from '../../../contract/patient-imports.ts'
import { unprintableCharacters, unprintableMessage } from '../../../contract/printable-text.ts'
import { visibleLine } from '../../../contract/visible-text.ts'
import type { DateOrder } from '../../../contract/date-parsing.ts'
import type { ColumnDateFormat } from '../../platform/csv/csv-dates.ts'
import { repairText } from '../../platform/csv/encoding-repair.ts'
import { readRow, type ParsedRow } from '../patient-imports/index.ts'
import { foldName } from '../../../wording/name-folding.ts'
import { parseFullName } from '../patients/index.ts'
import {
  parseDuration,
  parseAppointmentStart,
  type Cell,
  type CellError,
  type AppointmentStart,
} from './day-list-times.ts'

/** One row of a day list as it was read. */
export type DayListEntry = {
  /** What it says of the patient, and whether that is enough to add them. */
  person: ParsedRow
  hasPatient: boolean
  patientNumber: string
  start: AppointmentStart | null
  minutes: number | null
  clinician: string
  treatment: string
  room: string
  /** The practice system says that nobody comes. */
  isCancelled: boolean
  /** What is wrong with the row itself; of the patient's details `person` tells. */
  errors: CellError[]
  /** What is set aside though the row is used. */
  warnings: CellError[]
}

type ParseOptions = {
  columns: readonly {
    name: string
    field: DayListField | null
    dates?: ColumnDateFormat | null | undefined
  }[]
  dateOrder: DateOrder
  /** The day of rows that name none. */
  day: string
  /** The practice's own day, YYYY-MM-DD. */
  today: string
  zone: string
  /** What is repaired in its letters. */
  repair?: EncodingError | null
}

const personFields = [
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
  personFields.find((each) => each === field) ?? null
const identifyingFields = ['patientNumber', 'fullName', 'firstName', 'lastName'] as const

/** What lists say of appointments that do not take place: cancelled, moved, or nobody came. */
const cancelledPattern = /^(cancel|fta|f t a|dna|did not|failed|no[ -]?show|deleted|rescheduled|moved|uta)/i

const room_length_max = 60
const written_length_max = 200
const number_length_max = 60
const truncateLine = (text: string, max: number) => visibleLine(text).slice(0, max).trim()

/** One row by what its columns are said to hold. */
export function parseEntry(written: readonly string[], reading: ParseOptions): DayListEntry {
  const cells = written.map((cell) => repairText(cell, reading.repair ?? null))
  const { columns, dateOrder, today } = reading
  const mapped = columns.map((column) => ({ ...column, field: asImportField(column.field) }))
  const person = readRow(cells, { columns: mapped, dateOrder, today })
  const cellOf = (field: DayListField): Cell | undefined => {
    const index = columns.findIndex((column) => column.field === field)
    const text = cells[index]?.trim()
    return text ? { column: columns[index]!.name, text } : undefined
  }
  const textOf = (field: DayListField, max: number) => truncateLine(cellOf(field)?.text ?? '', max)
  const warnings: CellError[] = []
  const printedOf = (field: DayListField, max: number): string => {
    const text = textOf(field, max)
    const found = unprintableCharacters(text)
    if (found.length === 0) return text
    const message = `'${text}': ${unprintableMessage(found)}. The row is used without it.`
    warnings.push({ column: cellOf(field)?.column ?? null, message })
    return ''
  }
  const isTooLong = cells.length > columns.length
  const isOrderMixed = columns.some(
    ({ field, dates }) => (field === 'day' || field === 'time') && dates?.isMixed,
  )
  const when = { ...reading, order: dateOrder, isOrderMixed }
  const read = isTooLong ? null : parseStartAndDuration(cellOf, when)
  const patientNumber = textOf('patientNumber', number_length_max)
  return {
    person,
    hasPatient: identifyingFields.some((field) => cellOf(field)),
    patientNumber,
    start: read?.when ?? null,
    minutes: read?.minutes ?? null,
    clinician: textOf('clinician', written_length_max),
    treatment: printedOf('treatment', written_length_max),
    room: printedOf('room', room_length_max),
    isCancelled: cancelledPattern.test(textOf('status', written_length_max)),
    errors: isTooLong ? person.faults : (read?.faults ?? []),
    warnings,
  }
}

function parseStartAndDuration(
  cellOf: (field: DayListField) => Cell | undefined,
  reading: Parameters<typeof parseAppointmentStart>[1],
): { when: AppointmentStart | null; minutes: number | null; faults: CellError[] } {
  const when = parseAppointmentStart({ day: cellOf('day'), time: cellOf('time') }, reading)
  if ('message' in when) return { when: null, minutes: null, faults: [when] }
  const length = parseDuration({ minutes: cellOf('minutes'), end: cellOf('endTime') ?? when.end }, when.time)
  if ('message' in length) return { when, minutes: null, faults: [length] }
  return { when, minutes: length.minutes, faults: [] }
}

/** Names and treatments by which a choice is remembered: alike however they are written. */
export const normalizeKey = (written: string): string => foldName(written).replaceAll(/\s+/g, ' ').trim()

/** 'Dr Priya Shah' and 'Shah, Priya' as 'priya shah'. */
export function normalizePersonKey(written: string): string {
  const read = parseFullName(written)
  return normalizeKey(read ? `${read.firstName} ${read.lastName}` : written)
}
