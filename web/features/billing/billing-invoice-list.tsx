import type { Invoice } from '../../../contract/billing.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Badge, type Tone } from '../../ui/plain/badge.tsx'
import { dayText } from '../../ui/plain/date-text.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { formatPounds } from './billing-words.ts'

const invoiceStatusBadges: Record<Invoice['status'], { label: string; tone: Tone }> = {
  draft: { label: 'In preparation', tone: 'neutral' },
  open: { label: 'Open', tone: 'warn' },
  paid: { label: 'Paid', tone: 'ok' },
  uncollectible: { label: 'Uncollectible', tone: 'bad' },
  void: { label: 'Void', tone: 'neutral' },
}

const columns: Column<Invoice>[] = [
  { key: 'number', header: 'Invoice', cell: ({ number }) => number ?? 'No number yet' },
  { key: 'at', header: 'Date', cell: ({ at }) => dayText(at) },
  {
    key: 'status',
    header: 'State',
    cell: ({ status }) => (
      <Badge tone={invoiceStatusBadges[status].tone}>{invoiceStatusBadges[status].label}</Badge>
    ),
  },
  { key: 'net', header: 'Without VAT', align: 'end', cell: ({ netPence }) => formatPounds(netPence) },
  { key: 'total', header: 'With VAT', align: 'end', cell: ({ totalPence }) => formatPounds(totalPence) },
  {
    key: 'links',
    header: 'Links',
    hideHeader: true,
    align: 'end',
    cell: ({ pageUrl, pdfUrl, status, number }) => (
      <span className="flex justify-end gap-4">
        {pageUrl && (
          <a className="text-link" href={pageUrl}>
            {status === 'open' ? 'Pay' : 'View'}
            <span className="sr-only"> {number}</span>
          </a>
        )}
        {pdfUrl && (
          <a className="text-link" href={pdfUrl}>
            PDF<span className="sr-only"> {number}</span>
          </a>
        )}
      </span>
    ),
  },
]

/** Null where Stripe could not be asked; undefined where there are none to ask for, or somebody may not see them. */
type BillingInvoiceListProps = { invoices: readonly Invoice[] | null | undefined }

/** The newest invoices, as Stripe has them. */
export function BillingInvoiceList({ invoices }: BillingInvoiceListProps) {
  if (invoices === undefined) return null
  if (invoices === null)
    return <InlineMessage tone="warn">Invoices could not be loaded. Try again later.</InlineMessage>
  return (
    <section aria-labelledby="billing-invoices">
      <h2 id="billing-invoices" className="mb-3">
        Invoices
      </h2>
      <DataTable
        caption="Invoices"
        columns={columns}
        rows={invoices}
        rowKey={({ id }) => id}
        empty={<p className="p-5 text-muted">No invoices yet.</p>}
      />
    </section>
  )
}
