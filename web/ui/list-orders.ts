import { queryWith } from './query-string.ts'
import type { Column } from './table-row.tsx'

/**
 * The orders a list can stand in, in words; a minus turns one round. Of a column's two orders the one that its header
 * asks for first stands first.
 */
export type ListOrders<Sort extends string> = {
  labels: Readonly<Partial<Record<Sort, string>>>
  /** How the list stands where nobody says how. */
  fallback: Sort
}

/** The order that an address asks for; anything malformed counts as absent. */
export function sortIn<Sort extends string>(
  params: URLSearchParams,
  { labels, fallback }: ListOrders<Sort>,
): Sort {
  const sort = params.get('sort')
  return sort !== null && Object.hasOwn(labels, sort) ? (sort as Sort) : fallback
}

/** How a list that stands as the address asks is sorted by a column, and where a press on its header leads. */
export function columnSort<Sort extends string>(
  key: string,
  params: URLSearchParams,
  orders: ListOrders<Sort>,
): Column<unknown>['sort'] {
  const sort = sortIn(params, orders)
  const first = Object.keys(orders.labels).find((order) => order.replace('-', '') === key)
  if (first === undefined) return undefined
  const direction = sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : null
  const next = direction === null ? first : direction === 'ascending' ? `-${key}` : key
  return { direction, href: sortHref(params, orders, next) }
}

/** The address of the same list in another order, from its first page, whether pages have numbers or follow an entry. */
export const sortHref = <Sort extends string>(
  params: URLSearchParams,
  { fallback }: ListOrders<Sort>,
  sort: string,
): string =>
  queryWith(params, { sort: sort === fallback ? undefined : sort, page: undefined, after: undefined })

/** Columns whose headers sort a list, as far as it can be sorted by them. */
export const sortableColumns = <Row, Sort extends string>(
  columns: readonly Column<Row>[],
  params: URLSearchParams,
  orders: ListOrders<Sort>,
): Column<Row>[] => columns.map((column) => ({ ...column, sort: columnSort(column.key, params, orders) }))

/** Rows that are all here, sorted by one fact of each: those without it last, equal ones as they came. */
export function sortRows<Row>(
  rows: readonly Row[],
  sort: string,
  facts: Readonly<Record<string, (row: Row) => string | number | null>>,
): Row[] {
  const factOf = facts[sort.replace('-', '')]
  if (!factOf) return [...rows]
  const way = sort.startsWith('-') ? -1 : 1
  return rows.toSorted((one, other) => {
    const [a, b] = [factOf(one), factOf(other)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    if (typeof a === 'number' && typeof b === 'number') return way * (a - b)
    return way * String(a).localeCompare(String(b), 'en-GB', { numeric: true })
  })
}
