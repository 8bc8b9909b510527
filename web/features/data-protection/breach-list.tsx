import { ShieldAlert } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Breach, BreachDetail } from '../../../contract/data-protection.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { sortIn, sortRows, sortableColumns, type ListOrders } from '../../ui/list-orders.ts'
import { SortSelect } from '../../ui/sort-select.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { BreachBadge } from './breach-badge.tsx'
import { riskWords } from './breach-words.ts'

const NewBreachDialog = lazyPart(async () => ({
  default: (await import('./new-breach-dialog.tsx')).NewBreachDialog,
}))

const columns: Column<Breach>[] = [
  { key: 'title', header: 'Breach', cell: ({ title }) => <span dir="auto">{title}</span> },
  { key: 'discovered', header: 'Discovered', cell: ({ discoveredAt }) => momentText(discoveredAt) },
  { key: 'due', header: '72 hours end', cell: ({ dueAt }) => momentText(dueAt) },
  { key: 'risk', header: 'Risk', cell: ({ risk }) => (risk ? riskWords[risk] : 'Not assessed yet') },
  { key: 'status', header: 'Status', cell: (breach) => <BreachBadge breach={breach} /> },
]

const orders: ListOrders<'-discovered' | 'discovered' | 'title' | '-title'> = {
  labels: {
    '-discovered': 'Discovered, newest first',
    discovered: 'Discovered, oldest first',
    title: 'Breach, A to Z',
    '-title': 'Breach, Z to A',
  },
  fallback: '-discovered',
}
const facts = {
  discovered: ({ discoveredAt }: Breach) => discoveredAt,
  title: ({ title }: Breach) => title,
}

type BreachListProps = {
  breaches: readonly Breach[]
  params: URLSearchParams
  onQuery: (query: string) => void
  hrefOf: (breachId: string) => string
  onOpened: (breach: BreachDetail) => unknown
}

/** Breaches of personal data as sorted. */
export function BreachList({ breaches, params, onQuery, hrefOf, onOpened }: BreachListProps) {
  const [isNew, setNew] = useState(false)
  return (
    <section aria-labelledby="breaches" className="mt-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="breaches">Breaches</h2>
        <Button onClick={() => setNew(true)}>Record breach</Button>
      </div>
      <p className="mt-1 max-w-column text-muted">
        Record every breach. If people are at risk, notify the Information Commissioner’s Office (ICO) within
        72 hours of discovery.
      </p>
      {breaches.length > 0 && (
        <SortSelect orders={orders} params={params} onQuery={onQuery} className="mt-4" />
      )}
      <DataTable
        caption="Breaches"
        className="mt-4"
        columns={sortableColumns(columns, params, orders)}
        rows={sortRows(breaches, sortIn(params, orders), facts)}
        rowKey={({ id }) => id}
        rowHref={({ id }) => hrefOf(id)}
        empty={
          <EmptyState icon={ShieldAlert} title="No breaches recorded">
            A breach is personal data lost, changed, or accessed or sent without authorisation.
          </EmptyState>
        }
      />
      {isNew && (
        <Suspense>
          <NewBreachDialog onOpened={onOpened} onClose={() => setNew(false)} />
        </Suspense>
      )}
    </section>
  )
}
