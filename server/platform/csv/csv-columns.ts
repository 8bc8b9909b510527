import { createHash } from 'node:crypto'

/** A column's name as words: 'PatientDOB', 'patient_dob' and 'Patient D.O.B.' are the same. */
function wordsOf(name: string, ignored: readonly string[]): string {
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

export type Vocabulary<Field extends string> = {
  /** For each field the names of its column, the likeliest first; fields that come first choose first. */
  names: Readonly<Record<Field, readonly string[]>>
  /** Fields that several columns may hold together. */
  repeated: readonly Field[]
  /** Words that say nothing: left out of a column's name. */
  ignored: readonly string[]
}

/** The field that each column seems to hold, by its name; null where none does. */
export function proposeFields<Field extends string>(
  columns: readonly string[],
  { names, repeated, ignored }: Vocabulary<Field>,
): (Field | null)[] {
  const written = columns.map((column) => wordsOf(column, ignored))
  const proposed = columns.map((): Field | null => null)
  for (const field of Object.keys(names) as Field[]) {
    const free = names[field].flatMap((name) =>
      written.flatMap((words, index) => (words === name && proposed[index] === null ? [index] : [])),
    )
    for (const index of repeated.includes(field) ? free : free.slice(0, 1)) proposed[index] = field
  }
  return proposed
}

/** The same for every file with these columns in this order, and for no other. */
export const fingerprintOf = (columns: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(columns.map((column) => wordsOf(column, []))))
    .digest('hex')
