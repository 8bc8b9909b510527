import { PoundSterling } from 'lucide-react'
import type { Revenue } from '../../../contract/revenue.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { Select } from '../../ui/select.tsx'
import { StatTile } from '../../ui/stat-tile.tsx'
import { PaymentMonths, RecurringMonths, RevenueForecast, RevenuePlans } from './revenue-panels.tsx'
import { totalChangePence, formatMoney } from './revenue-words.ts'

const periods = [
  { value: '6', label: 'Last 6 months' },
  { value: '12', label: 'Last 12 months' },
  { value: '24', label: 'Last 24 months' },
  { value: '36', label: 'Last 36 months' },
] as const

type RevenueScreenProps = {
  months: number
  revenue: Revenue
  onMonths: (months: number) => void
}

/** What comes in by card, and how it moves. */
export function RevenueScreen({ months, revenue, onMonths }: RevenueScreenProps) {
  return (
    <>
      <PageHeader
        title="Revenue"
        lead="Counted from Stripe’s events. All amounts are without VAT and at list price, before any discount."
        back={<BackLink href="/admin">Dashboard</BackLink>}
        actions={
          <Select
            label="Period"
            value={String(months)}
            options={periods}
            onChange={(value) => onMonths(Number(value))}
          />
        }
      />
      {revenue.newestEventAt === null ? (
        <EmptyState icon={PoundSterling} title="Nobody has paid by card yet">
          Figures appear as soon as Stripe tells of a first payment. {manualBillingText(revenue.byHand)}
        </EmptyState>
      ) : (
        <div className="mt-7 space-y-8">
          <Totals revenue={revenue} />
          <RecurringMonths months={revenue.months} period={months} />
          <PaymentMonths months={revenue.months} period={months} />
          <RevenuePlans months={revenue.months} period={months} />
          <RevenueForecast rows={revenue.forecast} period={months} />
          <p className="text-muted">
            {manualBillingText(revenue.byHand)} The newest event is of {momentText(revenue.newestEventAt)}.
          </p>
        </div>
      )}
    </>
  )
}

const manualBillingText = (count: number): string =>
  count === 1
    ? 'One practice is on a plan that no card pays for; it is not counted here.'
    : `${count.toLocaleString('en-GB')} practices are on plans that no card pays for; they are not counted here.`

function Totals({ revenue: { mrrPence, arrPence, months } }: { revenue: Revenue }) {
  const { practices } = months.at(-1)!
  const came = totalChangePence(months, (month) => month.newPence + month.expansionPence)
  const went = totalChangePence(months, (month) => month.contractionPence + month.churnPence)
  return (
    <div className="grid grid-cols-2 gap-4 xl:grid-cols-4">
      <StatTile
        label="Monthly recurring (MRR)"
        value={formatMoney(mrrPence)}
        note={practices === 1 ? '1 practice pays' : `${practices} practices pay`}
      />
      <StatTile label="Yearly recurring (ARR)" value={formatMoney(arrPence)} note="Twelve times that" />
      <StatTile label="Came in this period" value={formatMoney(came)} note="New and larger plans, a month" />
      <StatTile
        label="Went in this period"
        value={formatMoney(went)}
        note="Smaller and ended plans, a month"
      />
    </div>
  )
}
