import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { decodeText, type TextEncoding, type Undecodable } from './csv-encoding.ts'
import { detectSeparator, type Separator } from './csv-separator.ts'

/** Between two slices everybody else gets their turn. */
const slice_bytes = 64 * 1024
/** One row; an opened quotation mark that is never closed would otherwise swallow the rest of a file. */
const row_bytes_max = 64 * 1024
const sampled_characters = 64 * 1024

export type CsvLimits = { rowsMax: number; columnsMax: number }
/** `number` is the row's own in the file, counted as spreadsheets do: the first is 1, also where it is empty. */
export type CsvRow = { number: number; cells: string[] }
export type CsvTable = {
  /** The first row that tells the columns apart, as it is written; it names them, unless it holds values itself. */
  first: CsvRow
  hasHeaderRow: boolean
  columns: string[]
  /** Without empty ones; each has at least one cell for each column. */
  rows: CsvRow[]
  encoding: TextEncoding
  separator: Separator
}
type TableProblem = 'no-rows' | 'too-many-rows' | 'too-many-columns'
/** Why a file cannot be read, and at which row; null where it is none in particular. */
export type CsvProblem = {
  fault: Undecodable | TableProblem | 'empty' | 'quote-not-closed' | 'row-too-long'
  row: number | null
}

/** Reads a table from the bytes of a file, whatever its encoding, its separator and its line ends. */
export async function readCsv(bytes: Uint8Array, limits: CsvLimits): Promise<CsvTable | CsvProblem> {
  const decoded = decodeText(bytes)
  if (typeof decoded === 'string') return { fault: decoded, row: null }
  const { encoding } = decoded
  const [, named] = /^sep=([,;\t|])\r?\n/.exec(decoded.text) ?? []
  const separator =
    (named as Separator | undefined) ?? detectSeparator(decoded.text.slice(0, sampled_characters))
  const records = await readRecords(decoded.text, separator, limits.rowsMax)
  if ('fault' in records) return records
  const rows = records.rows.slice(named ? 1 : 0).filter(({ cells }) => cells.some(Boolean))
  const header = rows.find(({ cells }) => cells.filter(Boolean).length > 1) ?? rows[0]
  if (!header) return { fault: 'empty', row: null }
  const hasHeaderRow = !header.cells.some(looksLikeValue)
  const read = buildTable(rows.slice(rows.indexOf(header)), { hasHeaderRow, limits })
  return 'fault' in read ? read : { ...read, first: header, hasHeaderRow, encoding, separator }
}

/** What no column is called: an e-mail address, a date, a time of day, or seven figures and more. */
const looksLikeValue = (cell: string): boolean =>
  /\S@\S+\.\S|^\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4}\b|^\d{1,2}[:.]\d{2}$|^\+?(?:[\s()-]*\d){7,}[\s()-]*$/.test(
    cell,
  )

/** The rows of a table from the first one on, which names the columns where it is the header; or why they are none. */
export function buildTable(
  rows: readonly CsvRow[],
  { hasHeaderRow, limits }: { hasHeaderRow: boolean; limits: CsvLimits },
): Pick<CsvTable, 'columns' | 'rows'> | (CsvProblem & { fault: TableProblem }) {
  const columns = hasHeaderRow ? uniqueColumnNames(rows[0]!.cells) : columnLetters(rows)
  const below = hasHeaderRow ? rows.slice(1) : rows
  if (columns.length > limits.columnsMax) return { fault: 'too-many-columns', row: rows[0]!.number }
  if (below.length === 0) return { fault: 'no-rows', row: null }
  if (below.length > limits.rowsMax) return { fault: 'too-many-rows', row: null }
  return { columns, rows: below.map((row) => padRow(row, columns.length)) }
}

/** 'Column A' to 'Column Z', then 'Column AA', as spreadsheets call what has no name. */
const columnLetters = (rows: readonly CsvRow[]): string[] =>
  Array.from(
    { length: rows.reduce((most, { cells }) => Math.max(most, cells.findLastIndex(Boolean) + 1), 0) },
    (_, index) => `Column ${columnLetter(index)}`,
  )

const columnLetter = (index: number): string =>
  (index < 26 ? '' : columnLetter(Math.floor(index / 26) - 1)) + String.fromCodePoint(65 + (index % 26))

async function* splitIntoSlices(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += slice_bytes) {
    yield bytes.subarray(at, at + slice_bytes)
    await setImmediate()
  }
}

/** Titles, an empty line or two: what may stand above the first row besides. */
const preamble_rows_max = 50

async function readRecords(
  text: string,
  separator: Separator,
  rowsMax: number,
): Promise<{ rows: CsvRow[] } | CsvProblem> {
  const parser = parse({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: row_bytes_max,
  })
  const rows: CsvRow[] = []
  let number = 0
  try {
    // The parser's own type of a record is any: without `columns` it is the cells.
    for await (const record of Readable.from(splitIntoSlices(text)).pipe(parser) as AsyncIterable<string[]>) {
      number++
      const cells = record.map(cleanCell)
      if (cells.some(Boolean)) rows.push({ number, cells })
      if (rows.length > rowsMax + preamble_rows_max) return { fault: 'too-many-rows', row: null }
    }
  } catch (error) {
    const fault = error instanceof CsvError && problemOf(error)
    if (!fault) throw error
    return { fault, row: number + 1 }
  }
  return { rows }
}

function problemOf({ code }: CsvError): CsvProblem['fault'] | null {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'quote-not-closed'
  return code === 'CSV_MAX_RECORD_SIZE' ? 'row-too-long' : null
}

/**
 * A cell as somebody meant it: without blanks round it, without the formula that keeps a spreadsheet from taking
 * figures for a number, and without the sign that our own files put before what looks like a formula.
 */
function cleanCell(written: string): string {
  const [, kept] = /^="(.*)"$/s.exec(written) ?? []
  return (kept ?? written).replace(/^'(?=[=+\-@])/, '').trim()
}

/** Every column by a name of its own, also where the file gives none or the same twice. */
function uniqueColumnNames(header: string[]): string[] {
  const width = header.findLastIndex(Boolean) + 1
  const names: string[] = []
  for (const [index, written] of header.slice(0, width).entries()) {
    const name = written || `Column ${index + 1}`
    let [free, count] = [name, 1]
    while (names.includes(free)) free = `${name} (${++count})`
    names.push(free)
  }
  return names
}

/** Cells that the row leaves out at its end are empty; empty ones too many are none. */
function padRow({ number, cells }: CsvRow, width: number): CsvRow {
  const used = Math.max(width, cells.findLastIndex(Boolean) + 1)
  return { number, cells: Array.from({ length: used }, (_, index) => cells[index] ?? '') }
}
