import { PoundSterling } from 'lucide-react'
import type { Revenue } from '../../../contract/revenue.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { numberText } from '../../ui/plain/number-text.ts'
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
        lead="From Stripe events. List prices without VAT or discounts."
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
        <EmptyState icon={PoundSterling} title="No card payments yet">
          Figures appear after the first Stripe payment. {manualBillingText(revenue.byHand)}
        </EmptyState>
      ) : (
        <div className="mt-7 space-y-8">
          <Totals revenue={revenue} />
          <RecurringMonths months={revenue.months} period={months} />
          <PaymentMonths months={revenue.months} period={months} />
          <RevenuePlans months={revenue.months} period={months} />
          <RevenueForecast rows={revenue.forecast} period={months} />
          <p className="text-muted">
            {manualBillingText(revenue.byHand)} Latest event: {momentText(revenue.newestEventAt)}.
          </p>
        </div>
      )}
    </>
  )
}

const manualBillingText = (count: number): string =>
  count === 1
    ? '1 practice is on a plan not paid by card and is not included.'
    : `${numberText(count)} practices are on plans not paid by card and are not included.`

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
      <StatTile label="Yearly recurring (ARR)" value={formatMoney(arrPence)} note="12 × MRR" />
      <StatTile
        label="New revenue in this period"
        value={formatMoney(came)}
        note="New plans and upgrades, per month"
      />
      <StatTile
        label="Lost revenue in this period"
        value={formatMoney(went)}
        note="Downgrades and cancellations, per month"
      />
    </div>
  )
}
