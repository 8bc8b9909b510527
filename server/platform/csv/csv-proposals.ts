import type { EncodingRepair } from '../../../contract/encoding-errors.ts'
import {
  columnsFingerprint,
  guessFieldsByValues,
  guessFieldsByName,
  type ColumnVocabulary,
} from './csv-columns.ts'
import { previewColumns } from './csv-column-previews.ts'
import type { CsvRow, CsvTable } from './csv-reader.ts'
import { appliedRepair, detectEncodingProblem, repairText } from './encoding-repair.ts'

const examples_max = 3
const example_length_max = 60

/** How the letters of a table may be repaired, with what that does; null where they look as they were meant. */
export function findEncodingRepair(rows: readonly CsvRow[]): EncodingRepair | null {
  const cells = [...new Set(rows.flatMap((row) => row.cells))]
  const fault = detectEncodingProblem(cells)
  if (!fault) return null
  const examples = cells
    .map((cell) => ({ written: cell, repaired: repairText(cell, fault) }))
    .filter(({ written, repaired }) => written !== repaired && written.length <= example_length_max)
  return { fault, examples: examples.slice(0, examples_max) }
}

/** How a file is read that says little of itself. */
export type CsvReadSettings = { hasHeaderRow: boolean; isRepaired: boolean; repair: EncodingRepair | null }

/** A file as it was read first, or as somebody says it is to be read. */
export const readSettingsFor = (
  repair: EncodingRepair | null,
  { hasHeaderRow, isRepaired }: Pick<CsvReadSettings, 'hasHeaderRow' | 'isRepaired'>,
): CsvReadSettings => ({ hasHeaderRow, repair, isRepaired: isRepaired && repair !== null })

type ProposalInput<Field extends string> = {
  vocabulary: ColumnVocabulary<Field>
  reading: CsvReadSettings
  /** YYYY-MM-DD. */
  today: string
}

/** What the columns of a table look like and seem to hold, and what is the same for every table of this form. */
export async function proposeColumns<Field extends string>(
  table: Pick<CsvTable, 'columns' | 'rows'>,
  { vocabulary, reading, today }: ProposalInput<Field>,
) {
  const { hasHeaderRow } = reading
  const fault = appliedRepair(reading)
  const meant = {
    columns: table.columns.map((name) => repairText(name, fault)),
    rows: table.rows.map(({ number, cells }) => ({
      ...{ number, cells: fault ? cells.map((cell) => repairText(cell, fault)) : cells },
    })),
  }
  const looks = await previewColumns(meant)
  const fields = hasHeaderRow
    ? guessFieldsByName(meant.columns, vocabulary)
    : guessFieldsByValues(meant, vocabulary, today)
  // A column that a file names has a name, so none of those begins with an empty one.
  const fingerprint = columnsFingerprint(
    hasHeaderRow ? meant.columns : ['', ...fields.map((field) => field ?? '')],
  )
  return { looks, fields, fingerprint }
}
