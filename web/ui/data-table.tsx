import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { TableRow, cellClass, type Column } from './table-row.tsx'
import { Skeleton } from './plain/skeleton.tsx'

export type DataTableProps<Row> = {
  /** Read out before the table. */
  caption: string
  columns: readonly Column<Row>[]
  /** Nothing while the first answer is on its way. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** Where a row leads; its first cell becomes the link, and the whole row answers to a press. */
  rowHref?: ((row: Row) => string) | undefined
  state?: 'ready' | 'loading' | 'failed' | undefined
  empty: ReactNode
  failed?: ReactNode
  /** Other rows are on their way; these stay, dimmed. */
  busy?: boolean | undefined
  footer?: ReactNode
  className?: string | undefined
}

const waitingRows = 6

function Head<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <thead
      role="rowgroup"
      className="sr-only border-b border-line text-small text-muted @2xl:not-sr-only @2xl:table-header-group"
    >
      <tr role="row">
        {columns.map((column) => (
          <th
            key={column.key}
            role="columnheader"
            scope="col"
            className={clsx(
              'px-4 py-3 font-medium first:ps-5 last:pe-5',
              column.align === 'end' ? 'text-end' : 'text-start',
            )}
          >
            {column.hideHeader ? <span className="sr-only">{column.header}</span> : column.header}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function WaitingRow({ columns }: { columns: number }) {
  return (
    <tr aria-hidden className="block px-5 py-3 @2xl:table-row @2xl:p-0">
      {Array.from({ length: columns }, (_, column) => (
        <td key={column} className={clsx(cellClass, column > 0 && 'hidden @2xl:table-cell')}>
          <Skeleton className="mt-1 h-3.5 w-2/3 max-w-36" />
          {column === 0 && <Skeleton className="mt-2 mb-0.5 h-3 w-2/5 max-w-24" />}
        </td>
      ))}
    </tr>
  )
}

/**
 * A server-paged list. In a narrow place each row stands as a small sheet with named lines; the roles are
 * written out because Safari forgets them where the display is not a table's.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, rowHref, empty, failed, busy = false, footer, className } = props
  const state = props.state ?? (rows ? 'ready' : 'loading')
  const loading = state === 'loading'
  const bare = state === 'failed' || (state === 'ready' && rows?.length === 0)
  return (
    <div className={clsx('card @container overflow-clip', className)}>
      <p role="status" className="sr-only">
        {loading || busy ? 'Loading' : ''}
      </p>
      {bare ? (
        state === 'failed' ? (
          failed
        ) : (
          empty
        )
      ) : (
        <table
          role="table"
          aria-busy={loading || busy}
          className="block w-full border-collapse text-start @2xl:table"
        >
          <caption className="sr-only">{caption}</caption>
          <Head columns={columns} />
          <tbody
            role="rowgroup"
            className={clsx(
              'block divide-y divide-line transition-opacity @2xl:table-row-group',
              busy && 'opacity-55',
            )}
          >
            {loading
              ? Array.from({ length: waitingRows }, (_, row) => (
                  <WaitingRow key={row} columns={columns.length} />
                ))
              : rows?.map((row) => (
                  <TableRow key={rowKey(row)} row={row} columns={columns} href={rowHref?.(row)} />
                ))}
          </tbody>
        </table>
      )}
      {footer != null && !bare && !loading && <div className="border-t border-line px-5 py-3">{footer}</div>}
    </div>
  )
}
