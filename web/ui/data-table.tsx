import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link } from './plain/link.tsx'
import { TableRow, hideOnMediumClass, type RowSelection, type Column } from './table-row.tsx'

export type DataTableProps<Row> = {
  /** Read out before the table. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Where a row leads; its first cell becomes the link, and the whole row answers to a press. */
  rowHref?: ((row: Row) => string) | undefined
  /** Where rows can be chosen, to do the same with several. */
  selection?: RowSelection<Row> | undefined
  empty: ReactNode
  /** Other rows are on their way; these stay, dimmed. */
  busy?: boolean | undefined
  footer?: ReactNode
  className?: string | undefined
}

const arrows = { ascending: '↑', descending: '↓' }

/** Narrow places hide the headers, so that none of them may be a stop of the keyboard there. */
function ColumnHeader<Row>({ column: { header, hideHeader, sort } }: { column: Column<Row> }) {
  if (hideHeader) return <span className="sr-only">{header}</span>
  if (!sort) return header
  return (
    <>
      <span className="@2xl:hidden">{header}</span>
      <Link
        href={sort.href}
        className="hidden items-center gap-1 underline-offset-4 hover:text-ink hover:underline @2xl:inline-flex @4xl:whitespace-nowrap"
      >
        {header}
        <span aria-hidden>{sort.direction ? arrows[sort.direction] : '↕'}</span>
      </Link>
    </>
  )
}

type HeaderRowProps<Row> = { columns: readonly Column<Row>[]; isSelectable: boolean }

function HeaderRow<Row>({ columns, isSelectable }: HeaderRowProps<Row>) {
  return (
    <thead
      role="rowgroup"
      className="sr-only border-b border-line text-small text-muted @2xl:not-sr-only @2xl:table-header-group"
    >
      <tr role="row">
        {isSelectable && (
          <th role="columnheader" scope="col" className="w-12">
            <span className="sr-only">Selected</span>
          </th>
        )}
        {columns.map((column) => (
          <th
            key={column.key}
            role="columnheader"
            scope="col"
            {...(column.sort?.direction && { 'aria-sort': column.sort.direction })}
            className={clsx(
              'px-2 py-3 font-medium first:ps-4 last:pe-4 @4xl:px-4 @4xl:first:ps-5 @4xl:last:pe-5',
              column.hideOnMedium && hideOnMediumClass,
              column.align === 'end' ? 'text-end' : 'text-start',
            )}
          >
            <ColumnHeader column={column} />
          </th>
        ))}
      </tr>
    </thead>
  )
}

/**
 * A server-paged list. In a narrow place each row stands as a small sheet with named lines; the roles are
 * written out because Safari forgets them where the display is not a table's.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, rowHref, selection, empty, busy = false, footer, className } = props
  const bare = rows.length === 0
  return (
    <div className={clsx('card @container overflow-x-auto overflow-y-hidden', className)}>
      <p role="status" className="sr-only">
        {busy ? 'Loading' : ''}
      </p>
      {bare ? (
        empty
      ) : (
        <table role="table" aria-busy={busy} className="block w-full border-collapse text-start @2xl:table">
          <caption className="sr-only">{caption}</caption>
          <HeaderRow columns={columns} isSelectable={selection !== undefined} />
          <tbody
            role="rowgroup"
            className={clsx(
              'block divide-y divide-line transition-opacity @2xl:table-row-group',
              busy && 'opacity-55',
            )}
          >
            {rows.map((row) => (
              <TableRow
                key={rowKey(row)}
                row={row}
                columns={columns}
                href={rowHref?.(row)}
                selection={selection}
              />
            ))}
          </tbody>
        </table>
      )}
      {Boolean(footer) && !bare && <div className="border-t border-line px-5 py-3">{footer}</div>}
    </div>
  )
}
