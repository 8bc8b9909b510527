import type { CsvReadingChoice } from '../../../contract/csv-files.ts'
import { dayIn } from '../../../contract/calendar-day.ts'
import { csv_columns_max, csv_rows_max } from '../../../contract/limits.ts'
import { findRepair, proposeColumns } from '../../platform/csv/csv-proposals.ts'
import { tableOf, type CsvTable } from '../../platform/csv/csv-reading.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { importVocabulary } from './patient-import-columns.ts'
import {
  changeImport,
  fileRows,
  insertImport,
  noOutcomes,
  rememberedImport,
  setHeaderRow,
  type ImportRecord,
} from './patient-import-store.ts'

type Read = Pick<ImportRecord, 'hasHeaderRow' | 'repair' | 'isRepaired'>

/** What the columns of a table seem to hold: as the last such file was set, else by their names or their values. */
async function columnsOf(scope: ClinicScope, table: Pick<CsvTable, 'columns' | 'rows'>, read: Read) {
  const { looks, fields, fingerprint } = await proposeColumns(table, {
    ...{ vocabulary: importVocabulary, hasHeaderRow: read.hasHeaderRow, today: dayIn(scope.now) },
    fault: read.isRepaired ? (read.repair?.fault ?? null) : null,
  })
  const remembered = await rememberedImport(scope, fingerprint)
  const set = remembered?.columns.map(({ field }) => field) ?? fields
  const columns = looks.map((look, index) => ({ ...look, field: set[index]! }))
  const born = columns.find(({ field }) => field === 'dateOfBirth')?.dates
  return {
    ...{ fingerprint, columns, isRemembered: remembered !== undefined, rowCount: table.rows.length },
    // What the file itself shows counts more than what the last one did.
    dateOrder: born?.isCertain ? born.order : (remembered?.dateOrder ?? ('day-first' as const)),
  }
}

/** Keeps a table with what its columns seem to hold. */
export async function openImport(
  scope: ClinicScope,
  fileName: string,
  table: CsvTable,
): Promise<ImportRecord> {
  const { first, hasHeaderRow, encoding, separator } = table
  const repair = findRepair([first, ...table.rows])
  const read = { hasHeaderRow, repair, isRepaired: repair !== null }
  const made = { ...read, ...(await columnsOf(scope, table, read)), firstRow: first }
  return insertImport(scope, { ...made, fileName, encoding, separator }, table.rows)
}

/** Reads a file that is kept anew, as somebody says it is to be read. */
export async function readImportAgain(
  scope: ClinicScope,
  found: ImportRecord,
  { hasHeaderRow, isRepaired }: CsvReadingChoice,
) {
  const { id, firstRow } = found
  if (!firstRow) return refuse('wrong-state')
  const kept = await fileRows(scope, id)
  const table = tableOf(found.hasHeaderRow ? [firstRow, ...kept] : kept, hasHeaderRow)
  if (table.rows.length === 0) return refuse('no-rows')
  if (table.rows.length > csv_rows_max) return refuse('too-many-rows')
  if (table.columns.length > csv_columns_max) return refuse('too-many-columns', { row: firstRow.number })
  if (hasHeaderRow !== found.hasHeaderRow) await setHeaderRow(scope, id, { firstRow, hasHeaderRow })
  const read = { hasHeaderRow, repair: found.repair, isRepaired: isRepaired && found.repair !== null }
  const columns = await columnsOf(scope, table, read)
  return changeImport(scope, id, { ...read, ...columns, status: 'draft', outcomes: noOutcomes })
}
