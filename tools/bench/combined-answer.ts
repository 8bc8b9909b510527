/**
 * Reads what a combined select of the product answers, from its text alone: several selects are one statement there, and
 * each comes as a JSON list of rows without names (server/platform/database/combined-select.ts).
 */

/** One select of a statement: its own text, and what its columns are called there. */
export type Subselect = { text: string; columns: string[] }
type Row = Record<string, unknown>

const subselectHead = '(select coalesce(json_agg(json_build_array('
const subselectBody = ")), '[]') from ("

/** Where the parenthesis is closed that is open at this place. */
function closingIndex(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "'") at = text.indexOf("'", at + 1)
    else if (text[at] === '(') depth += 1
    else if (text[at] === ')' && (depth -= 1) < 0) return at
  }
  throw new Error(`A combined select is not closed: ${text.slice(from, from + 80)}`)
}

/** What stands between the commas of a list that begins here, up to what ends it; commas in parentheses do not count. */
function listItems(text: string, begin: number, isEnd: (at: number) => boolean): string[] {
  const items: string[] = []
  let from = begin
  let at = begin
  for (; at < text.length && !isEnd(at); at += 1) {
    if (text[at] === '(') at = closingIndex(text, at + 1)
    if (text[at] !== ',') continue
    items.push(text.slice(from, at).trim())
    from = at + 1
  }
  return [...items, text.slice(from, at).trim()]
}

/** The fields of a select in their order, each by its last name. */
const columnsOf = (select: string): string[] =>
  listItems(select, select.indexOf('select ') + 'select '.length, (at) =>
    select.startsWith(' from ', at),
  ).map((field) => /"([^"]+)"$/.exec(field)?.[1] ?? '')

/** What a statement puts into a table: each column with what stands for its value. */
export function insertedItems(text: string, table: string): Record<string, string> {
  const insert = text.slice(text.indexOf(`insert into "${table}" (`))
  const listAt = (begin: number) => listItems(insert, begin, (at) => insert[at] === ')')
  const columns = listAt(insert.indexOf('(') + 1)
  const values = listAt(insert.indexOf('values (') + 'values ('.length)
  return Object.fromEntries(columns.map((column, at) => [column.replaceAll('"', ''), values[at]!]))
}

/** The selects that a statement is made of; none where it is no combined one. */
export function subselectsIn(text: string): Subselect[] {
  return text.split(subselectHead).flatMap((piece, at) => {
    if (at === 0) return []
    const begin = piece.indexOf(subselectBody) + subselectBody.length
    const select = piece.slice(begin, closingIndex(piece, begin)).replace(/^\((.*)\)$/s, '$1')
    return { text: select, columns: columnsOf(select) }
  })
}

/** The rows of each subselect of what a combined select answered, which is one row of lists. */
export const subselectRows = (subselects: readonly Subselect[], answer: readonly unknown[][][]): Row[][] =>
  subselects.map(({ columns }, at) =>
    answer[at]!.map((values) => Object.fromEntries(columns.map((column, place) => [column, values[place]]))),
  )
