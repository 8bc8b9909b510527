/** A cell that no spreadsheet takes for a formula. */
function formatCell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${plain.replaceAll('"', '""')}"`
}

/** Lines of a table, each with its end. */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map(formatCell).join(',')}\r\n`).join('')

/** What stands at the beginning, so that letters beyond ASCII are read as they are, and the names of the columns. */
export const csvHeader = (header: readonly string[]): string => `\uFEFF${csvLines([header])}`

/** A table as a file that spreadsheets open. */
export const csvFile = (header: readonly string[], rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(csvHeader(header) + csvLines(rows))
