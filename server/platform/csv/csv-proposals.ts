import type { LetterFault, LetterRepair } from '../../../contract/letter-faults.ts'
import { fingerprintOf, proposeByValues, proposeFields, type Vocabulary } from './csv-columns.ts'
import { lookAtColumns } from './csv-looks.ts'
import type { CsvRow, CsvTable } from './csv-reading.ts'
import { findLetterFault, repairText } from './letter-repair.ts'

const examples_max = 3
const example_length_max = 60

/** How the letters of a table may be repaired, with what that does; null where they look as they were meant. */
export function findRepair(rows: readonly CsvRow[]): LetterRepair | null {
  const cells = [...new Set(rows.flatMap((row) => row.cells))]
  const fault = findLetterFault(cells)
  if (!fault) return null
  const examples = cells
    .map((cell) => ({ written: cell, meant: repairText(cell, fault) }))
    .filter(({ written, meant }) => written !== meant && written.length <= example_length_max)
  return { fault, examples: examples.slice(0, examples_max) }
}

type Proposing<Field extends string> = {
  vocabulary: Vocabulary<Field>
  hasHeaderRow: boolean
  /** What is repaired in its letters. */
  fault: LetterFault | null
  /** YYYY-MM-DD. */
  today: string
}

/** What the columns of a table look like and seem to hold, and what is the same for every table of this form. */
export async function proposeColumns<Field extends string>(
  table: Pick<CsvTable, 'columns' | 'rows'>,
  { vocabulary, hasHeaderRow, fault, today }: Proposing<Field>,
) {
  const meant = {
    columns: table.columns.map((name) => repairText(name, fault)),
    rows: table.rows.map(({ number, cells }) => ({
      ...{ number, cells: fault ? cells.map((cell) => repairText(cell, fault)) : cells },
    })),
  }
  const looks = await lookAtColumns(meant)
  const fields = hasHeaderRow
    ? proposeFields(meant.columns, vocabulary)
    : proposeByValues(meant, vocabulary, today)
  // A column that a file names has a name, so none of those begins with an empty one.
  const fingerprint = fingerprintOf(
    hasHeaderRow ? meant.columns : ['', ...fields.map((field) => field ?? '')],
  )
  return { looks, fields, fingerprint }
}
