import { setImmediate } from 'node:timers/promises'
import type { ImportField, PatientImport } from '../../../contract/patient-imports.ts'
import { fingerprintOf, proposeFields } from '../../platform/csv/csv-columns.ts'
import { dateHabitOf, type DateHabit } from '../../platform/csv/csv-dates.ts'
import type { CsvTable } from '../../platform/csv/csv-reading.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { importVocabulary } from './patient-import-columns.ts'
import { insertImport, rememberedImport, type ImportRecord } from './patient-import-store.ts'

const samples_max = 3
const sample_length_max = 60

/** Values shown beside a column: the first few that it holds. */
function samplesOf({ rows }: CsvTable, index: number): string[] {
  const samples: string[] = []
  for (const { cells } of rows) {
    const value = cells[index]!.slice(0, sample_length_max)
    if (value && !samples.includes(value)) samples.push(value)
    if (samples.length === samples_max) break
  }
  return samples
}

/** Enough to see that a column holds no dates. */
const values_looked_at = 100

/** How a column writes dates; all of it is read only where it seems to hold any. */
function habitOf({ rows }: CsvTable, index: number): DateHabit | null {
  const values = rows.flatMap(({ cells }) => cells[index] || [])
  return dateHabitOf(values.slice(0, values_looked_at)) && dateHabitOf(values)
}

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
  const columns: PatientImport['columns'] = []
  for (const [index, name] of table.columns.entries()) {
    const shown = { samples: samplesOf(table, index), dates: habitOf(table, index) }
    columns.push({ name, field: fields[index]!, ...shown })
    // Between two columns others get their turn.
    await setImmediate()
  }
  const born = columns.find(({ field }) => field === 'dateOfBirth')?.dates
  const made = {
    ...{ fileName, fingerprint, columns, isRemembered: remembered !== undefined },
    ...{ encoding: table.encoding, separator: table.separator, rowCount: table.rows.length },
    // What the file itself shows counts more than what the last one did.
    dateOrder: born?.isCertain ? born.order : (remembered?.dateOrder ?? 'day-first'),
  }
  return insertImport(scope, made, table.rows)
}
