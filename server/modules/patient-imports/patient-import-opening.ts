import type { CsvReadingChoice } from '../../../contract/csv-files.ts'
import { dateInTimeZone } from '../../../contract/calendar-day.ts'
import { csv_columns_max, csv_rows_max } from '../../../contract/limits.ts'
import {
  findEncodingRepair,
  proposeColumns,
  readSettingsFor,
  type CsvReadSettings,
} from '../../platform/csv/csv-proposals.ts'
import { buildTable, type CsvTable } from '../../platform/csv/csv-reader.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { importVocabulary } from './patient-import-columns.ts'
import {
  changeImport,
  fileRows,
  insertImport,
  noOutcomes,
  findSimilarImport,
  setHeaderRow,
  type ImportRecord,
} from './patient-import-store.ts'

export const limits = { rowsMax: csv_rows_max, columnsMax: csv_columns_max }

/** What the columns of a table seem to hold: as the last such file was set, else by their names or their values. */
async function columnsOf(
  scope: ClinicScope,
  table: Pick<CsvTable, 'columns' | 'rows'>,
  reading: CsvReadSettings,
) {
  const { looks, fields, fingerprint } = await proposeColumns(table, {
    ...{ vocabulary: importVocabulary, reading, today: dateInTimeZone(scope.now) },
  })
  const remembered = await findSimilarImport(scope, fingerprint)
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
export async function createImport(
  scope: ClinicScope,
  fileName: string,
  table: CsvTable,
): Promise<ImportRecord> {
  const { first, hasHeaderRow, encoding, separator } = table
  const repair = findEncodingRepair([first, ...table.rows])
  const reading = readSettingsFor(repair, { hasHeaderRow, isRepaired: true })
  const made = { ...reading, ...(await columnsOf(scope, table, reading)), firstRow: first }
  return insertImport(scope, { ...made, fileName, encoding, separator }, table.rows)
}

/** Reads a file that is kept anew, as somebody says it is to be read. */
export async function reparseImport(scope: ClinicScope, found: ImportRecord, choice: CsvReadingChoice) {
  const { id, firstRow } = found
  if (!firstRow) return refuse('wrong-state')
  const kept = await fileRows(scope, id)
  const from = found.hasHeaderRow ? [firstRow, ...kept] : kept
  const table = buildTable(from, { hasHeaderRow: choice.hasHeaderRow, limits })
  if ('fault' in table) return refuse(table.fault, { row: table.row })
  const { hasHeaderRow } = choice
  if (hasHeaderRow !== found.hasHeaderRow) await setHeaderRow(scope, id, { firstRow, hasHeaderRow })
  const reading = readSettingsFor(found.repair, choice)
  const columns = await columnsOf(scope, table, reading)
  const changes = { ...reading, ...columns, status: 'draft' as const, outcomes: noOutcomes }
  return (await changeImport(scope, id, changes))!
}
