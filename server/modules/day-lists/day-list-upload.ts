import type { CsvReadingChoice } from '../../../contract/csv-files.ts'
import { csv_columns_max, day_list_rows_max } from '../../../contract/limits.ts'
import {
  findEncodingRepair,
  proposeColumns,
  readSettingsFor,
  type CsvReadSettings,
} from '../../platform/csv/csv-proposals.ts'
import { buildTable, type CsvTable } from '../../platform/csv/csv-reader.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { todayOf } from '../clinics/index.ts'
import { dayListVocabulary } from './day-list-columns.ts'
import {
  updateList,
  insertList,
  findSimilarImportedList,
  listDayListRows,
  setHeaderRow,
  type ListRecord,
} from './day-list-store.ts'

export const tableLimits = { rowsMax: day_list_rows_max, columnsMax: csv_columns_max }

/** What the columns of a table seem to hold: as the last such list was set, else by their names or their values. */
async function detectColumns(
  scope: ClinicScope,
  table: Pick<CsvTable, 'columns' | 'rows'>,
  { reading, day }: { reading: CsvReadSettings; day: string },
) {
  const { looks, fields, fingerprint } = await proposeColumns(table, {
    ...{ vocabulary: dayListVocabulary, reading, today: day },
  })
  const remembered = await findSimilarImportedList(scope, fingerprint)
  const set = remembered?.columns.map(({ field }) => field) ?? fields
  const columns = looks.map((look, index) => ({ ...look, field: set[index]! }))
  const dated = columns.filter(
    ({ field, dates }) => dates?.isCertain && (field === 'day' || field === 'dateOfBirth'),
  )
  return {
    ...{ fingerprint, columns, isRemembered: remembered !== undefined, rowCount: table.rows.length },
    // What the file itself shows counts more than what the last one did.
    dateOrder: dated[0]?.dates?.order ?? remembered?.dateOrder ?? ('day-first' as const),
  }
}

/**
 * Keeps a table with what its columns seem to hold. Set as the last such list was, it is tried at once, unless its letters
 * look broken: then somebody sees first what a repair makes of them.
 */
export async function createList(scope: ClinicScope, fileName: string, table: CsvTable): Promise<ListRecord> {
  const { first, hasHeaderRow, encoding, separator } = table
  const repair = findEncodingRepair([first, ...table.rows])
  const reading = readSettingsFor(repair, { hasHeaderRow, isRepaired: true })
  const day = await todayOf(scope)
  const columns = await detectColumns(scope, table, { reading, day })
  const status = columns.isRemembered && !repair ? ('checked' as const) : ('draft' as const)
  const made = { ...reading, ...columns, firstRow: first, fileName, encoding, separator, day, status }
  return insertList(scope, made, table.rows)
}

/** Reads a list that is kept anew, as somebody says it is to be read. */
export async function reparseList(scope: ClinicScope, found: ListRecord, choice: CsvReadingChoice) {
  const { id, firstRow } = found
  if (!firstRow) return refuse('wrong-state')
  const kept = (await listDayListRows(scope, id)).map(({ number, cells }) => ({ number, cells: cells ?? [] }))
  const from = found.hasHeaderRow ? [firstRow, ...kept] : kept
  const table = buildTable(from, { hasHeaderRow: choice.hasHeaderRow, limits: tableLimits })
  if ('fault' in table) return refuse(table.fault, { row: table.row })
  const { hasHeaderRow } = choice
  if (hasHeaderRow !== found.hasHeaderRow) await setHeaderRow(scope, id, { firstRow, hasHeaderRow })
  const reading = readSettingsFor(found.repair, choice)
  const columns = await detectColumns(scope, table, { reading, day: await todayOf(scope) })
  return updateList(scope, id, { ...reading, ...columns, status: 'draft' })
}
