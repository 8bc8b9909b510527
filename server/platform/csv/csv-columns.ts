import { createHash } from 'node:crypto'

/** A column's name as words: 'PatientDOB', 'patient_dob' and 'Patient D.O.B.' are the same. */
function normaliseColumnName(name: string, ignored: readonly string[]): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\b(?:[A-Za-z]\.){2,}/g, (dotted) => dotted.replaceAll('.', ''))
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replaceAll(/([A-Za-z])(\d)/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean)
  const telling = words.filter((word) => !ignored.includes(word))
  return (telling.length > 0 ? telling : words).join(' ')
}

export type ColumnVocabulary<Field extends string> = {
  /** For each field the names of its column, the likeliest first; fields that come first choose first. */
  names: Readonly<Record<Field, readonly string[]>>
  /** Fields that several columns may hold together. */
  repeated: readonly Field[]
  /** Words that say nothing: left out of a column's name. */
  ignored: readonly string[]
  /** Fields that can be told by their values where no column has a name; today as YYYY-MM-DD. */
  matchesValue: Partial<Record<Field, (value: string, today: string) => boolean>>
}

/** The field that each column seems to hold, by its name; null where none does. */
export function guessFieldsByName<Field extends string>(
  columns: readonly string[],
  { names, repeated, ignored }: ColumnVocabulary<Field>,
): (Field | null)[] {
  const written = columns.map((column) => normaliseColumnName(column, ignored))
  const proposed = columns.map((): Field | null => null)
  for (const field of Object.keys(names) as Field[]) {
    const free = names[field].flatMap((name) =>
      written.flatMap((words, index) => (words === name && proposed[index] === null ? [index] : [])),
    )
    for (const index of repeated.includes(field) ? free : free.slice(0, 1)) proposed[index] = field
  }
  return proposed
}

const sampled_values_max = 100
/** The part of a column's values that must be of a kind for the column to be. */
const matching_share_min = 0.8

/** The field that each column seems to hold, by its values; names of people are not told apart by them. */
export function guessFieldsByValues<Field extends string>(
  { columns, rows }: { columns: readonly string[]; rows: readonly { cells: readonly string[] }[] },
  { matchesValue, repeated }: ColumnVocabulary<Field>,
  today: string,
): (Field | null)[] {
  const proposed = columns.map((): Field | null => null)
  for (const field of Object.keys(matchesValue) as Field[])
    for (const [index, before] of proposed.entries()) {
      const isTaken = before !== null || (proposed.includes(field) && !repeated.includes(field))
      if (isTaken) continue
      const values = rows.flatMap(({ cells }) => cells[index] || []).slice(0, sampled_values_max)
      const alike = values.filter((value) => matchesValue[field]!(value, today)).length
      if (alike > 0 && alike >= values.length * matching_share_min) proposed[index] = field
    }
  return proposed
}

/** The same for every file with these columns in this order, and for no other. */
export const columnsFingerprint = (columns: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(columns.map((column) => normaliseColumnName(column, []))))
    .digest('hex')
