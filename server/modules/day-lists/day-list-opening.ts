import type { CsvReadingChoice } from '../../../contract/csv-files.ts'
import { csv_columns_max, day_list_rows_max } from '../../../contract/limits.ts'
import { findRepair, proposeColumns } from '../../platform/csv/csv-proposals.ts'
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

type Read = Pick<ListRecord, 'hasHeaderRow' | 'repair' | 'isRepaired'>

/** What the columns of a table seem to hold: as the last such list was set, else by their names or their values. */
async function columnsOf(
  scope: ClinicScope,
  table: Pick<CsvTable, 'columns' | 'rows'>,
  { read, day }: { read: Read; day: string },
) {
  const { looks, fields, fingerprint } = await proposeColumns(table, {
    ...{ vocabulary: dayListVocabulary, hasHeaderRow: read.hasHeaderRow, today: day },
    fault: read.isRepaired ? (read.repair?.fault ?? null) : null,
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
  const read = { hasHeaderRow, repair, isRepaired: repair !== null }
  const day = await todayOf(scope)
  const columns = await columnsOf(scope, table, { read, day })
  const status = columns.isRemembered && !repair ? ('checked' as const) : ('draft' as const)
  const made = { ...read, ...columns, firstRow: first, fileName, encoding, separator, day, status }
  return insertList(scope, made, table.rows)
}

/** Reads a list that is kept anew, as somebody says it is to be read. */
export async function readListAgain(
  scope: ClinicScope,
  found: ListRecord,
  { hasHeaderRow, isRepaired }: CsvReadingChoice,
) {
  const { id, firstRow } = found
  if (!firstRow) return refuse('wrong-state')
  const kept = (await rowsOf(scope, id)).map(({ number, cells }) => ({ number, cells: cells ?? [] }))
  const table = tableOf(found.hasHeaderRow ? [firstRow, ...kept] : kept, hasHeaderRow)
  if (table.rows.length === 0) return refuse('no-rows')
  if (table.rows.length > day_list_rows_max) return refuse('too-many-rows')
  if (table.columns.length > csv_columns_max) return refuse('too-many-columns', { row: firstRow.number })
  if (hasHeaderRow !== found.hasHeaderRow) await setHeaderRow(scope, id, { firstRow, hasHeaderRow })
  const read = { hasHeaderRow, repair: found.repair, isRepaired: isRepaired && found.repair !== null }
  const columns = await columnsOf(scope, table, { read, day: await todayOf(scope) })
  return changeList(scope, id, { ...read, ...columns, status: 'draft' })
}
