import type { ForeignField, SkippedFileReason } from '../../../contract/foreign-records.ts'
import { import_draft_hours, import_undo_days } from '../../../contract/limits.ts'
import { visibleLine } from '../../../contract/visible-text.ts'
import type { DateOrder } from '../../../contract/date-parsing.ts'
import { day_ms, minute_ms } from '../../platform/clock.ts'
import type { ColumnVocabulary } from '../../platform/csv/csv-columns.ts'
import { readDate, type ColumnDateFormat } from '../../platform/csv/csv-dates.ts'
import type { ImportedPerson } from '../patient-imports/index.ts'
import type { ImportRecord, NewRow } from './foreign-record-store.ts'

/** How exports of other products call their columns, the likeliest first. */
export const foreignVocabulary: ColumnVocabulary<ForeignField> = {
  ignored: [],
  repeated: [],
  matchesValue: {
    fileName: (value) => /\.pdf$/i.test(value),
    sha256: (value) => /^[\da-f]{64}$/i.test(value),
  },
  names: {
    fileName: [
      ...[
        'file name',
        'filename',
        'file',
        'pdf',
        'pdf file',
        'document file',
        'file path',
        'path',
        'attachment',
      ],
    ],
    sha256: ['sha 256', 'file sha 256', 'sha 256 hash', 'checksum', 'file hash', 'hash'],
    originalId: [
      ...[
        'record id',
        'consent id',
        'document id',
        'form id',
        'original id',
        'external id',
        'reference',
        'ref',
      ],
      ...['record number', 'uuid', 'id'],
    ],
    title: [
      ...[
        'document title',
        'consent title',
        'form title',
        'form name',
        'consent form',
        'document name',
        'form',
      ],
      ...['consent type', 'template', 'template name', 'procedure', 'treatment', 'title', 'name'],
    ],
    signedOn: [
      ...['signed on', 'signed date', 'date signed', 'signed at', 'signed', 'signature date', 'consent date'],
      ...['completed on', 'completed at', 'date completed', 'document date', 'date'],
    ],
    clinician: [
      ...['clinician', 'clinician name', 'dentist', 'dentist name', 'practitioner', 'practitioner name'],
      ...['provider', 'provider name'],
    ],
  },
}

const required: readonly ForeignField[] = ['originalId', 'title', 'signedOn', 'fileName']

export type ForeignColumnError = 'column-missing' | 'chosen-twice'

/** What is wrong with what the columns are said to hold; null where the rows can be read by them. */
export function foreignColumnError(fields: readonly (ForeignField | null)[]): ForeignColumnError | null {
  const chosen = fields.filter((field) => field !== null)
  if (new Set(chosen).size < chosen.length) return 'chosen-twice'
  return required.every((field) => chosen.includes(field)) ? null : 'column-missing'
}

const lengthMax: Record<ForeignField, number> = {
  originalId: 200,
  title: 300,
  signedOn: 60,
  clinician: 200,
  fileName: 400,
  sha256: 64,
}

const called: Record<ForeignField, string> = {
  originalId: 'identifier',
  title: 'title',
  signedOn: 'signed date',
  clinician: 'name of the clinician',
  fileName: 'file name',
  sha256: 'SHA-256',
}

/** Whether a name stays within the export: no drive, no root, no folder above. */
const isSafePath = (path: string): boolean =>
  !/^[/\\]|^[a-z]:|[\p{Cc}]/iu.test(path) && !path.split(/[/\\]/).includes('..')

type Columns = readonly { field: ForeignField | null; dates: ColumnDateFormat | null }[]
type Reading = { columns: Columns; dateOrder: DateOrder; today: string }

type Values = Record<ForeignField, string>

function valuesOf(cells: readonly string[], columns: Columns): Values {
  const values: Values = { originalId: '', title: '', signedOn: '', clinician: '', fileName: '', sha256: '' }
  for (const [index, { field }] of columns.entries())
    if (field) values[field] = visibleLine(cells[index] ?? '').trim()
  return values
}

/** What cannot be used of a row's values; null where all can. */
function valueFault(values: Values): string | null {
  for (const field of Object.keys(lengthMax) as ForeignField[]) {
    if (values[field].length > lengthMax[field])
      return `The ${called[field]} is longer than ${lengthMax[field]} characters.`
    if (values[field] === '' && required.includes(field) && field !== 'signedOn')
      return `The ${called[field]} is missing.`
  }
  if (values.sha256 !== '' && !/^[\da-f]{64}$/i.test(values.sha256))
    return 'The SHA-256 is not 64 hexadecimal digits.'
  if (!isSafePath(values.fileName)) return 'The file name leaves the folder of the export.'
  return /\.pdf$/i.test(values.fileName) ? null : 'The file is not a PDF by its name.'
}

/** The day of signing: null where the manifest says none, a fault where it cannot be read. */
function signedOnOf(written: string, { columns, dateOrder, today }: Reading) {
  if (written === '') return { date: null }
  // Systems write the time of day behind it, which no day needs.
  const day = written
    .replace(/^(\d{4}-\d{2}-\d{2})[T ].*$/, '$1')
    .replace(/\s+\d{1,2}:\d{2}(:\d{2})?\s*([ap]m)?$/i, '')
  const habit = columns.find(({ field }) => field === 'signedOn')?.dates
  const read = readDate(day, { order: dateOrder, latest: today, isOrderMixed: habit?.isMixed })
  return 'fault' in read ? read : { date: read.date }
}

/** The rows of a manifest as they would be imported; `here` tells what the source has here already. */
export function judgeRows(
  people: readonly ImportedPerson[],
  reading: Reading,
  here: ReadonlyMap<string, string>,
): NewRow[] {
  const first = new Map<string, number>()
  return people.map((person) => {
    const { number, cells, patientId } = person
    const { signedOn, sha256, ...values } = valuesOf(cells, reading.columns)
    const signed = signedOnOf(signedOn, reading)
    const row = {
      ...{ ...values, number, patientId, sha256: sha256.toLowerCase() },
      signedOn: 'date' in signed ? signed.date : null,
    }
    const settled = (state: NewRow['state'], reason = ''): NewRow => ({ ...cut(row), state, reason })
    const fault = valueFault({ ...values, signedOn, sha256 })
    if (fault) return settled('refused', fault)
    if ('fault' in signed) return settled('refused', `Signed date: ${signed.fault}`)
    const earlier = first.get(values.originalId)
    if (earlier !== undefined) return settled('refused', `Row ${earlier} has the same identifier.`)
    first.set(values.originalId, number)
    const known = here.get(values.originalId)
    if (known !== undefined)
      return row.sha256 === '' || row.sha256 === known
        ? settled('here', alreadyHere)
        : settled('refused', otherHere)
    if (person.patientId !== null) return settled('waiting')
    return settled(person.isHeld ? 'held' : 'refused', person.reason)
  })
}

/** As much of a value as fits into its column, where it is too long to be used. */
const cut = <Row extends Record<Exclude<ForeignField, 'signedOn'>, string>>(row: Row): Row => ({
  ...row,
  originalId: row.originalId.slice(0, lengthMax.originalId),
  title: row.title.slice(0, lengthMax.title),
  clinician: row.clinician.slice(0, lengthMax.clinician),
  fileName: row.fileName.slice(0, lengthMax.fileName),
  sha256: row.sha256.slice(0, lengthMax.sha256),
})

export const alreadyHere = 'This record was imported before.'
export const otherHere = 'A record with this identifier was imported before with another file.'

/** Why a file was not sent, in words for the report. */
export const skippedReasonText: Record<SkippedFileReason, string> = {
  missing: 'The export has no such file.',
  'too-large': 'The file is larger than 20 MB, or unpacks to more than the export says.',
  unreadable: 'The file could not be unpacked from the export.',
  infected: 'Malware was found in the file.',
  'unsafe-name': 'The export has this file under a name that leaves its folder.',
}

/** Until when an import can be undone; null where it cannot. */
export function undoEnd({
  status,
  finishedAt,
  forgottenAt,
}: Pick<ImportRecord, 'status' | 'finishedAt' | 'forgottenAt'>): Date | null {
  if (status !== 'done' || !finishedAt || forgottenAt) return null
  return new Date(finishedAt.getTime() + import_undo_days * day_ms)
}

/** Whether the rows of an import are to be forgotten. */
export function isExpired({ status, finishedAt, movedAt }: ImportRecord, now: Date): boolean {
  if (status === 'draft' || status === 'checked')
    return now.getTime() - movedAt.getTime() > import_draft_hours * 60 * minute_ms
  const isIdle = status === 'done' || status === 'undone'
  return isIdle && finishedAt !== null && now.getTime() - finishedAt.getTime() > import_undo_days * day_ms
}
