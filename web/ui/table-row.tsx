import { clsx } from 'clsx'
import { useId, type MouseEvent, type ReactNode } from 'react'
import { Link } from './plain/link.tsx'
import { TickBox } from './plain/tick-box.tsx'

export type Column<Row> = {
  key: string
  header: string
  /** For columns that explain themselves, such as a menu; where rows are sheets they stand beside the name. */
  hideHeader?: boolean | undefined
  /** Where rows are sheets, under all else: for whole buttons, which have no room beside the name. */
  below?: boolean | undefined
  cell: (row: Row) => ReactNode
  /** Where the list can be sorted by it: how it is now, and what a press on the header leads to. */
  sort?: { direction: 'ascending' | 'descending' | null; href: string } | undefined
  align?: 'end' | undefined
  /** What a table leaves out where there is no room for all its columns; the page of the row has it. */
  hideOnMedium?: boolean | undefined
  className?: string | undefined
}

/** Which rows are chosen, and how each choice is named. */
export type RowSelection<Row> = {
  isSelected: (row: Row) => boolean
  onToggle: (row: Row) => void
  labelOf: (row: Row) => string
}

const cellClass =
  'block wrap-anywhere @2xl:table-cell @2xl:wrap-break-word @2xl:px-2 @2xl:py-3 @4xl:px-4 @2xl:align-middle @2xl:first:ps-4 @2xl:last:pe-4 @4xl:first:ps-5 @4xl:last:pe-5'

/** Hides a column of a table in the middle widths: narrower, its rows are sheets, which have room for everything. */
export const hideOnMediumClass = '@2xl:@max-4xl:hidden!'

/** Passes a press anywhere on the row on to its link, with the keys that open it elsewhere. */
function openRowLink(event: MouseEvent<HTMLTableRowElement>) {
  const pressed = event.target as Element
  const inRow = event.currentTarget.contains(pressed)
  const selecting = getSelection()?.isCollapsed === false
  if (!inRow || selecting || pressed.closest('a, button, input, label, select, [role=menu]')) return
  const { ctrlKey, metaKey, shiftKey } = event
  const press = new window.MouseEvent('click', {
    bubbles: true,
    cancelable: true,
    ctrlKey,
    metaKey,
    shiftKey,
  })
  event.currentTarget.querySelector('a[data-row-link]')?.dispatchEvent(press)
}

/** Where a cell that is not the name stands in a sheet. */
function placeInSheet<Row>({ hideHeader, below }: Column<Row>): string {
  if (below) return 'col-span-2 mt-3 @2xl:mt-0'
  if (hideHeader) return 'col-start-2 row-start-1 ms-3 -me-2 -mt-1 -mb-3 @2xl:m-0'
  return 'col-span-2 mt-1.5 grid grid-cols-[6.5rem_1fr] items-baseline gap-3 @2xl:mt-0'
}

type TableRowProps<Row> = {
  row: Row
  columns: readonly Column<Row>[]
  href: string | undefined
  selection: RowSelection<Row> | undefined
}

type SelectionCellProps<Row> = { row: Row; choosing: RowSelection<Row> }

/** The whole cell answers to a press, which a finger needs. */
function SelectionCell<Row>({ row, choosing: { isSelected, onToggle, labelOf } }: SelectionCellProps<Row>) {
  const id = useId()
  return (
    <td role="cell" className="absolute start-1 top-1.5 @2xl:static @2xl:table-cell @2xl:align-middle">
      <label htmlFor={id} className="grid size-11 place-items-center @2xl:ms-1">
        <TickBox
          id={id}
          type="checkbox"
          aria-label={labelOf(row)}
          checked={isSelected(row)}
          onChange={() => onToggle(row)}
          className="mt-0!"
        />
      </label>
    </td>
  )
}

/** One row: its first cell names it, the others say their column's name where there is no head above them. */
export function TableRow<Row>({ row, columns: [first, ...others], href, selection }: TableRowProps<Row>) {
  if (!first) return null
  const name = first.cell(row)
  return (
    <tr
      role="row"
      onClick={href === undefined ? undefined : openRowLink}
      className={clsx(
        'relative grid grid-cols-[minmax(0,1fr)_auto] px-5 py-3.5 transition-colors @2xl:table-row @2xl:p-0',
        selection && 'ps-13',
        href !== undefined && 'cursor-pointer hover:bg-paper',
      )}
    >
      {selection && <SelectionCell row={row} choosing={selection} />}
      <th
        role="rowheader"
        scope="row"
        className={clsx(cellClass, 'text-start font-semibold', first.className)}
      >
        {href === undefined ? (
          name
        ) : (
          <Link href={href} data-row-link="" className="block rounded-sm underline-offset-4 hover:underline">
            {name}
          </Link>
        )}
      </th>
      {others.map((column) => (
        <td
          key={column.key}
          role="cell"
          className={clsx(
            cellClass,
            placeInSheet(column),
            column.align === 'end' && '@2xl:text-end',
            column.hideOnMedium && hideOnMediumClass,
            column.className,
          )}
        >
          {!column.hideHeader && (
            <span aria-hidden className="text-small text-muted @2xl:hidden">
              {column.header}
            </span>
          )}
          <div className={clsx(column.align === 'end' && '@2xl:flex @2xl:justify-end')}>
            {column.cell(row)}
          </div>
        </td>
      ))}
    </tr>
  )
}
