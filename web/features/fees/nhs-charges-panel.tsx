import type { NhsCharges } from '../../../contract/fees.ts'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { bandLabels, nationLabels } from './fee-words.ts'
import { formatPrice } from './price-text.ts'

/** What the NHS charges in the practice's nation: amounts, day and sources, and a warning once they are old. */
export function NhsChargesPanel({ charges }: { charges: NhsCharges }) {
  const { nation, rule, bands, maximumPence, isOutdated } = charges
  const amounts = [
    ...bands.map(({ band, pricePence }) => ({ term: bandLabels[band], pricePence })),
    ...(maximumPence === null ? [] : [{ term: 'Maximum for a course', pricePence: maximumPence }]),
  ]
  return (
    <Panel title={`NHS charges in ${nationLabels[nation]}`} lead={rule}>
      {isOutdated && (
        <InlineMessage tone="warn" title="These charges may be out of date" className="mb-4">
          They are from before this tax year, which began on 1 April. Compare them with the sources before you
          quote one.
        </InlineMessage>
      )}
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        {amounts.map(({ term, pricePence }) => (
          <div key={term}>
            <dt className="text-small text-muted">{term}</dt>
            <dd className="font-semibold tabular-nums">{formatPrice(pricePence)}</dd>
          </div>
        ))}
      </dl>
      <SourceLine charges={charges} />
    </Panel>
  )
}

const SourceLine = ({ charges: { from, checkedOn, sources } }: { charges: NhsCharges }) => (
  <div className="mt-4 text-small text-muted">
    <p>
      {from && `Applies from ${calendarDayText(from)}. `}Checked on {calendarDayText(checkedOn)}. Sources:
    </p>
    <ul className="mt-2 list-disc space-y-2 ps-5">
      {sources.map(({ title, url }) => (
        <li key={url} className="wrap-anywhere">
          <a href={url} target="_blank" rel="noreferrer" className="text-link">
            {title}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </li>
      ))}
    </ul>
  </div>
)
