import { clsx } from 'clsx'
import { sortHref, sortIn, type ListOrders } from './list-orders.ts'
import { Select } from './select.tsx'

type SortSelectProps<Sort extends string> = {
  orders: ListOrders<Sort>
  params: URLSearchParams
  /** Another order for the list, as a query string. */
  onQuery: (query: string) => void
  /** Beside choices whose labels show. */
  hasLabel?: boolean
  /** Some order is no header's: it is said and offered at every width. */
  alwaysShown?: boolean
  className?: string
}

/** Says in which order a list stands and offers the others, where there is no room for headers that do. */
export function SortSelect<Sort extends string>(props: SortSelectProps<Sort>) {
  const { orders, params, onQuery, hasLabel = false, alwaysShown = false, className } = props
  return (
    <div className={clsx(alwaysShown ? 'sm:basis-60!' : 'lg:hidden', className)}>
      <Select
        label="Sort by"
        hideLabel={!hasLabel}
        options={Object.entries(orders.labels as Record<string, string>).map(([value, label]) => ({
          value,
          label,
        }))}
        value={sortIn(params, orders)}
        onChange={(sort) => onQuery(sortHref(params, orders, sort))}
      />
    </div>
  )
}
