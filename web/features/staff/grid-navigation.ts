/** A cell of a table that is walked with the arrow keys; columns count from the row's name. */
export type GridCell = { row: number; column: number }

/** Where a key leads in a grid of this size; undefined for keys that are none of its business. */
export function nextGridCell(
  { row, column }: GridCell,
  key: string,
  size: { rows: number; columns: number },
): GridCell | undefined {
  const [lastRow, lastColumn] = [size.rows - 1, size.columns - 1]
  switch (key) {
    case 'ArrowUp':
      return { row: Math.max(row - 1, 0), column }
    case 'ArrowDown':
      return { row: Math.min(row + 1, lastRow), column }
    case 'ArrowLeft':
      return { row, column: Math.max(column - 1, 0) }
    case 'ArrowRight':
      return { row, column: Math.min(column + 1, lastColumn) }
    case 'Home':
      return { row, column: 0 }
    case 'End':
      return { row, column: lastColumn }
    default:
      return undefined
  }
}
