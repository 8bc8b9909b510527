import type { ImportField } from '../../../contract/patient-imports.ts'
import { fingerprintOf, proposeFields } from '../../platform/csv/csv-columns.ts'
import { lookAtColumns } from '../../platform/csv/csv-looks.ts'
import type { CsvTable } from '../../platform/csv/csv-reading.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { importVocabulary } from './patient-import-columns.ts'
import { insertImport, rememberedImport, type ImportRecord } from './patient-import-store.ts'

/** Keeps a table with what its columns seem to hold: as the last such file was set, else by their names. */
export async function openImport(
  scope: ClinicScope,
  fileName: string,
  table: CsvTable,
): Promise<ImportRecord> {
  const fingerprint = fingerprintOf(table.columns)
  const remembered = await rememberedImport(scope, fingerprint)
  const fields: (ImportField | null)[] = remembered
    ? remembered.columns.map(({ field }) => field)
    : proposeFields(table.columns, importVocabulary)
  const looks = await lookAtColumns(table)
  const columns = looks.map((look, index) => ({ ...look, field: fields[index]! }))
  const born = columns.find(({ field }) => field === 'dateOfBirth')?.dates
  const made = {
    ...{ fileName, fingerprint, columns, isRemembered: remembered !== undefined },
    ...{ encoding: table.encoding, separator: table.separator, rowCount: table.rows.length },
    // What the file itself shows counts more than what the last one did.
    dateOrder: born?.isCertain ? born.order : (remembered?.dateOrder ?? 'day-first'),
  }
  return insertImport(scope, made, table.rows)
}
