/** A cell that no spreadsheet takes for a formula. */
function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${plain.replaceAll('"', '""')}"`
}

/** A table as a file that spreadsheets open, with its letters beyond ASCII as they are. */
export function csvFile(header: readonly string[], rows: readonly (readonly string[])[]): Buffer {
  const lines = [header, ...rows].map((cells) => cells.map(cell).join(','))
  return Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`)
}
