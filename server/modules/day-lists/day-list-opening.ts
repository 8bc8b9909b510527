import type { CsvReadingChoice } from '../../../contract/csv-files.ts'
import { csv_columns_max, day_list_rows_max } from '../../../contract/limits.ts'
import { findRepair, proposeColumns, readingAs, type Reading } from '../../platform/csv/csv-proposals.ts'
import { tableOf, type CsvTable } from '../../platform/csv/csv-reading.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { dayAt } from '../../platform/zoned-time.ts'
import { timeZoneOf } from '../clinics/index.ts'
import { dayListVocabulary } from './day-list-columns.ts'
import {
  changeList,
  insertList,
  rememberedList,
  rowsOf,
  setHeaderRow,
  type ListRecord,
} from './day-list-store.ts'

export const limits = { rowsMax: day_list_rows_max, columnsMax: csv_columns_max }

/** What the columns of a table seem to hold: as the last such list was set, else by their names or their values. */
async function columnsOf(
  scope: ClinicScope,
  table: Pick<CsvTable, 'columns' | 'rows'>,
  { reading, day }: { reading: Reading; day: string },
) {
  const { looks, fields, fingerprint } = await proposeColumns(table, {
    ...{ vocabulary: dayListVocabulary, reading, today: day },
  })
  const remembered = await rememberedList(scope, fingerprint)
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

const todayOf = async (scope: ClinicScope) => dayAt(scope.now, await timeZoneOf(scope))

/**
 * Keeps a table with what its columns seem to hold. Set as the last such list was, it is tried at once, unless its letters
 * look broken: then somebody sees first what a repair makes of them.
 */
export async function openList(scope: ClinicScope, fileName: string, table: CsvTable): Promise<ListRecord> {
  const { first, hasHeaderRow, encoding, separator } = table
  const repair = findRepair([first, ...table.rows])
  const reading = readingAs(repair, { hasHeaderRow, isRepaired: true })
  const day = await todayOf(scope)
  const columns = await columnsOf(scope, table, { reading, day })
  const status = columns.isRemembered && !repair ? ('checked' as const) : ('draft' as const)
  const made = { ...reading, ...columns, firstRow: first, fileName, encoding, separator, day, status }
  return insertList(scope, made, table.rows)
}

/** Reads a list that is kept anew, as somebody says it is to be read. */
export async function readListAgain(scope: ClinicScope, found: ListRecord, choice: CsvReadingChoice) {
  const { id, firstRow } = found
  if (!firstRow) return refuse('wrong-state')
  const kept = (await rowsOf(scope, id)).map(({ number, cells }) => ({ number, cells: cells ?? [] }))
  const from = found.hasHeaderRow ? [firstRow, ...kept] : kept
  const table = tableOf(from, { hasHeaderRow: choice.hasHeaderRow, limits })
  if ('fault' in table) return refuse(table.fault, { row: table.row })
  const { hasHeaderRow } = choice
  if (hasHeaderRow !== found.hasHeaderRow) await setHeaderRow(scope, id, { firstRow, hasHeaderRow })
  const reading = readingAs(found.repair, choice)
  const columns = await columnsOf(scope, table, { reading, day: await todayOf(scope) })
  return changeList(scope, id, { ...reading, ...columns, status: 'draft' })
}
