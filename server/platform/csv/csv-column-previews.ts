import { setImmediate } from 'node:timers/promises'
import { detectDateFormat, type ColumnDateFormat } from './csv-dates.ts'
import type { CsvTable } from './csv-reader.ts'

type Columns = Pick<CsvTable, 'columns' | 'rows'>

/** What whoever says what a column holds needs to see of it. */
type ColumnPreview = { name: string; samples: string[]; dates: ColumnDateFormat | null }

const samples_max = 3
const sample_length_max = 60

/** Values shown beside a column: the first few that it holds. */
function samplesOf({ rows }: Columns, index: number): string[] {
  const samples: string[] = []
  for (const { cells } of rows) {
    const value = (cells[index] ?? '').slice(0, sample_length_max)
    if (value && !samples.includes(value)) samples.push(value)
    if (samples.length === samples_max) break
  }
  return samples
}

/** Enough to see that a column holds no dates. */
const sampled_values_max = 100

/** How a column writes dates; all of it is read only where it seems to hold any. */
function columnDateFormat({ rows }: Columns, index: number): ColumnDateFormat | null {
  const values = rows.flatMap(({ cells }) => cells[index] || [])
  return detectDateFormat(values.slice(0, sampled_values_max)) && detectDateFormat(values)
}

/** Each column of a table with a few of its values, and how it writes dates where it holds any. */
export async function previewColumns(table: Columns): Promise<ColumnPreview[]> {
  const looks: ColumnPreview[] = []
  for (const [index, name] of table.columns.entries()) {
    looks.push({ name, samples: samplesOf(table, index), dates: columnDateFormat(table, index) })
    // Between two columns others get their turn.
    await setImmediate()
  }
  return looks
}
