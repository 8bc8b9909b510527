import type { ImportField, PatientImportRow } from '../../../contract/patient-imports.ts'
import { isUnprintableIssue } from '../../../contract/kit.ts'
import { parseNhsNumber } from '../../../contract/nhs-number.ts'
import { PatientDetails, type Guardian } from '../../../contract/patients.ts'
import type { EncodingError } from '../../../contract/encoding-errors.ts'
import type { DateOrder } from '../../../contract/date-parsing.ts'
import { isPlaceholderDate, readDate, type ColumnDateFormat } from '../../platform/csv/csv-dates.ts'
import { repairText } from '../../platform/csv/encoding-repair.ts'
import { parseFullName, normalizeName } from '../patients/index.ts'
import { readEmailCell, readPhoneCells } from './patient-import-contacts.ts'

/** The details that a file says something of; what its cells leave empty is not among them. */
export type ParsedDetails = Partial<
  Pick<
    PatientDetails,
    | 'title'
    | 'firstName'
    | 'lastName'
    | 'dateOfBirth'
    | 'nhsNumber'
    | 'email'
    | 'phone'
    | 'phoneNote'
    | 'otherPhone'
    | 'otherPhoneNote'
    | 'address'
    | 'guardians'
  >
>
export type ParsedRow = {
  said: ParsedDetails
  faults: PatientImportRow['faults']
  /** What is set aside though the row is used. */
  notes: PatientImportRow['notes']
  /** The column that holds the NHS number, to name where the number is what a person has to look at. */
  numberColumn: string | null
  /** Whole and valid, ready to be added; null where there is a fault. */
  details: PatientDetails | null
}

export type ParseOptions = {
  columns: readonly { name: string; field: ImportField | null; dates?: ColumnDateFormat | null | undefined }[]
  dateOrder: DateOrder
  /** YYYY-MM-DD: nobody is born later. */
  today: string
  /** What is repaired in its letters. */
  repair?: EncodingError | null
}

/** What people write where there is nothing to write. */
const emptyValuePattern =
  /^(n\/?a|none|nil|null|unknown|not known|not given|no e-?mail|no phone|no mobile|-+|\.|\?)$/i
/** What a spreadsheet makes of long figures. */
const scientificNotation = /^\d([.,]\d+)?E\+?\d+$/i

type Cell = { column: string; text: string }
type Cells = Map<ImportField, Cell[]>

/** One row by what its columns are said to hold. */
export function readRow(
  written: readonly string[],
  { columns, dateOrder, today, repair = null }: ParseOptions,
): ParsedRow {
  const cells = written.map((cell) => repairText(cell, repair))
  const faults: PatientImportRow['faults'] = []
  if (cells.length > columns.length) {
    faults.push({
      column: null,
      message: `The row has ${cells.length} values for ${columns.length} columns. Is a separator in a value without quotation marks?`,
    })
    return { said: {}, faults, notes: [], numberColumn: null, details: null }
  }
  const byField = cellsByField(cells, columns)
  const contact = contactOf(byField, faults)
  const said: ParsedDetails = { ...nameOf(byField), ...contact.said }
  const born = parseBirthDate(byField, { columns, dateOrder, today }, faults)
  if (born) said.dateOfBirth = born.date
  const { guardian, notes: guardianNotes } = guardianOf(byField, faults)
  if (guardian) said.guardians = [guardian]
  const unreadable = dropUnreadable(said, byField)
  return {
    ...validateDetails(unreadable.said, faults, { byField, columns }),
    numberColumn: firstCell(byField, 'nhsNumber')?.column ?? null,
    notes: [
      ...contact.notes,
      ...onlyNameNote(said, byField),
      ...(born?.notes ?? []),
      ...guardianNotes,
      ...unreadable.notes,
    ],
  }
}

/** The day of birth as it is written, with what there is to say of it. */
function parseBirthDate(
  cells: Cells,
  { columns, dateOrder, today }: ParseOptions,
  faults: PatientImportRow['faults'],
): { date: string; notes: PatientImportRow['notes'] } | null {
  const cell = firstCell(cells, 'dateOfBirth')
  if (!cell) return null
  const { column, text } = cell
  const habit = columns.find(({ field }) => field === 'dateOfBirth')?.dates
  const read = readDate(text, { order: dateOrder, latest: today, isOrderMixed: habit?.isMixed })
  const fault = 'fault' in read ? read.fault : isBeforeAll(read.date) ? standsForNone(text) : null
  if (fault !== null) faults.push({ column, message: fault })
  if ('fault' in read || fault !== null) return null
  const shared = habit?.fillers?.includes(read.date)
    ? `'${text}': several rows have this date of birth, and systems write it where none is known. Check it with the patient.`
    : null
  const messages = [read.note, shared].filter((message) => message !== null)
  return { date: read.date, notes: messages.map((message) => ({ column, message })) }
}

/** A filler that nobody living is born on: no date at all. */
const isBeforeAll = (day: string): boolean => isPlaceholderDate(day) && day < '1900-01-01'
const standsForNone = (written: string) => `'${written}' is what systems write where no date is known.`

function cellsByField(cells: readonly string[], columns: ParseOptions['columns']): Cells {
  const byField: Cells = new Map()
  for (const [index, { name, field }] of columns.entries()) {
    const text = cells[index] ?? ''
    if (!field || text === '' || emptyValuePattern.test(text)) continue
    byField.set(field, [...(byField.get(field) ?? []), { column: name, text }])
  }
  return byField
}

/** Takes a number that stands for none out of a row, and says so. */
function setAsidePlaceholder(cells: Cells): PatientImportRow['notes'] {
  const cell = firstCell(cells, 'nhsNumber')
  if (!cell) return []
  const read = parseNhsNumber(cell.text)
  if ('number' in read || read.problem !== 'unknown') return []
  cells.delete('nhsNumber')
  const message = `'${cell.text}' stands for a number that is not known. The patient is imported without one.`
  return [{ column: cell.column, message }]
}

const firstCell = (cells: Cells, field: ImportField): Cell | undefined => cells.get(field)?.[0]
const textOf = (cells: Cells, field: ImportField): string =>
  firstCell(cells, field)?.text.replaceAll(/\s+/g, ' ') ?? ''

/** The columns in which a name may stand. */
const nameFields = ['lastName', 'firstName', 'fullName'] as const

function nameOf(cells: Cells): ParsedDetails {
  const title = textOf(cells, 'title')
  const apart = { firstName: textOf(cells, 'firstName'), lastName: textOf(cells, 'lastName') }
  const whole = textOf(cells, 'fullName')
  const isApart = whole === '' || (apart.firstName !== '' && apart.lastName !== '')
  const read = isApart ? normalizeName({ title, ...apart }) : parseFullName(whole)
  return read ? filled({ ...read, title: title || read.title }) : {}
}

/** Somebody with one name is taken in under it, and the row says so: the other may be missing in the list. */
function onlyNameNote({ firstName, lastName }: ParsedDetails, cells: Cells): PatientImportRow['notes'] {
  if (firstName || !lastName) return []
  const column = cellOf(cells, nameFields)?.column ?? null
  return [{ column, message: `There is only one name, '${lastName}'. The patient is imported under it.` }]
}

type ReadContact = { said: ParsedDetails; notes: PatientImportRow['notes'] }

function contactOf(cells: Cells, faults: PatientImportRow['faults']): ReadContact {
  const placeholder = setAsidePlaceholder(cells)
  const { email, notes: emailNotes } = readEmailCell(firstCell(cells, 'email'))
  const { phones, notes: phoneNotes } = readPhoneCells([
    firstCell(cells, 'phone'),
    firstCell(cells, 'otherPhone'),
  ])
  const nhsCell = firstCell(cells, 'nhsNumber')
  if (nhsCell && scientificNotation.test(nhsCell.text))
    faults.push({
      column: nhsCell.column,
      message: `A spreadsheet has shortened '${nhsCell.text}'. Show the column as text and save the file again.`,
    })
  const lines = [...(cells.get('address') ?? []), ...(cells.get('postcode') ?? [])]
  const kept = (cell: Cell | undefined) => (cell && !scientificNotation.test(cell.text) ? cell.text : '')
  const said = filled({
    ...{ email, ...phones, nhsNumber: kept(nhsCell) },
    address: lines.map(({ text }) => text).join('\n'),
  })
  return { said, notes: [...placeholder, ...emailNotes, ...phoneNotes] }
}

/**
 * Who a list names as guardian decides nothing yet by being named: the authority is 'other' until staff record which
 * it is.
 */
function guardianOf(
  cells: Cells,
  faults: PatientImportRow['faults'],
): { guardian: Guardian | null; notes: PatientImportRow['notes'] } {
  const name = textOf(cells, 'guardianName')
  const detail = firstCell(cells, 'guardianEmail') ?? firstCell(cells, 'guardianPhone')
  if (!name) {
    if (detail) faults.push({ column: detail.column, message: 'The name of the guardian is missing.' })
    return { guardian: null, notes: [] }
  }
  const { email, notes: emailNotes } = readEmailCell(firstCell(cells, 'guardianEmail'))
  const { phones, notes: phoneNotes } = readPhoneCells([firstCell(cells, 'guardianPhone')])
  const guardian: Guardian = {
    name,
    relationship: textOf(cells, 'guardianRelationship') || relationshipUnknown,
    authority: 'other',
    basis: 'not-recorded',
    ...{ email, ...phones },
    evidence: '',
    evidenceOn: null,
    evidenceBy: '',
    validUntil: null,
  }
  return { guardian, notes: [...emailNotes, ...phoneNotes] }
}

const filled = <T extends Record<string, string>>(details: T): Partial<T> =>
  Object.fromEntries(Object.entries(details).filter(([, text]) => text !== '')) as Partial<T>

const missing: Record<string, string> = {
  dateOfBirth: 'The date of birth is missing.',
}

/** The columns in which a detail may stand. */
const fieldsOf: Record<string, readonly ImportField[]> = {
  firstName: ['firstName', 'fullName'],
  lastName: ['lastName', 'fullName'],
  address: ['address', 'postcode'],
  'guardians.0.name': ['guardianName'],
  'guardians.0.relationship': ['guardianRelationship'],
}

/** What a guardian is to the patient, where a list does not say so or it cannot be kept. */
const relationshipUnknown = 'Not stated'

type Issue = { code: string; path: PropertyKey[]; params?: Record<string, unknown> | undefined }
/** Somebody is still who they are without an NHS number, and without words that cannot be printed, but for a name. */
const isDispensable = (issue: Issue): boolean =>
  issue.path[0] === 'nhsNumber' ||
  (isUnprintableIssue(issue) && !['firstName', 'lastName', 'name'].includes(String(issue.path.at(-1))))

/** The details without this one. */
function without(said: ParsedDetails, [field, at, detail]: readonly PropertyKey[]): ParsedDetails {
  if (field !== 'guardians' || detail === undefined)
    return Object.fromEntries(Object.entries(said).filter(([name]) => name !== field))
  const empty = detail === 'relationship' ? relationshipUnknown : ''
  const guardians = said.guardians?.map((each, index) => (index === at ? { ...each, [detail]: empty } : each))
  return { ...said, ...(guardians && { guardians }) }
}

/** Takes out single values that cannot be read, so that the person is imported without them, and says so. */
function dropUnreadable(
  said: ParsedDetails,
  byField: Cells,
): { said: ParsedDetails; notes: PatientImportRow['notes'] } {
  const found = PatientDetails.safeParse(said).error?.issues.filter(isDispensable) ?? []
  const notes = found.map(({ path, message: reason }) => {
    const field = path.join('.')
    const cell = cellOf(byField, fieldsOf[field] ?? [field as ImportField])
    const written = cell ? `'${cell.text}': ` : ''
    const message = `${written}${reason}.`.replace(/\.\.$/, '.')
    return { column: cell?.column ?? null, message: `${message} The row is used without it.` }
  })
  return { said: found.reduce((kept, { path }) => without(kept, path), said), notes }
}

/** The first cell of these that says something. */
const cellOf = (byField: Cells, fields: readonly ImportField[]): Cell | undefined =>
  fields.map((each) => firstCell(byField, each)).find(Boolean)

/** Judged by the rules that people's own entries are judged by. */
function validateDetails(
  said: ParsedDetails,
  faults: PatientImportRow['faults'],
  { byField, columns }: { byField: Cells; columns: ParseOptions['columns'] },
): Omit<ParsedRow, 'notes' | 'numberColumn'> {
  if (!said.lastName) {
    const cell = cellOf(byField, nameFields)
    const column = columns.find(({ field }) => nameFields.some((each) => each === field))?.name ?? null
    const message = cell ? `'${cell.text}' names nobody.` : 'The name is missing.'
    faults.push({ column: cell?.column ?? column, message })
  }
  const parsed = PatientDetails.safeParse({ dateOfBirth: '', ...said })
  if (parsed.success && faults.length === 0)
    return { said: normalizeDetails(said, parsed.data), faults, details: parsed.data }
  const told = new Set(faults.map(({ column }) => column))
  const explained = new Set<string>()
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = path.join('.')
    if (explained.has(field)) continue
    explained.add(field)
    const fields = fieldsOf[field] ?? [field as ImportField]
    const cell = cellOf(byField, fields)
    const column =
      cell?.column ?? columns.find((each) => each.field && fields.includes(each.field))?.name ?? null
    if (told.has(column)) continue
    const text = cell
      ? `'${cell.text}': ${message}.`.replace(/\.\.$/, '.')
      : (missing[field] ?? `${message}.`)
    faults.push({ column, message: text })
  }
  return { said, faults, details: null }
}

/** The same details as they would be kept: trimmed, figures without blanks. */
const normalizeDetails = (said: ParsedDetails, details: PatientDetails): ParsedDetails =>
  Object.fromEntries(Object.keys(said).map((field) => [field, details[field as keyof ParsedDetails]]))
