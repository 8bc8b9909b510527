import type { Billing } from '../../../contract/billing.ts'
import { plans } from '../../../contract/plans.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { dayText } from '../../ui/plain/date-text.ts'
import { numberText } from '../../ui/plain/number-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { planTitle } from './billing-words.ts'

const gibibyte = 1024 ** 3
const formatStorage = (bytes: number) =>
  `${(bytes / gibibyte).toLocaleString('en-GB', { maximumFractionDigits: 1 })} GB`

/** The plan of the practice, how much of it is used, and what holds on for a while. */
export function BillingPlanPanel({ billing }: { billing: Billing }) {
  const { plan, heldPlan, trialEndsAt, graces } = billing
  const held = plans[heldPlan]
  const more = [
    trialEndsAt && { term: 'Trial', detail: `Every feature until ${dayText(trialEndsAt)}` },
    ...graces.map((grace) => ({
      term: 'Grace period',
      detail: `${planTitle(grace.plan)} features until ${dayText(grace.until)}`,
    })),
  ].filter((item) => item !== null && item !== '')
  return (
    <Panel title={`Your plan: ${planTitle(plan)}`} lead="What your plan includes and your usage">
      <DescriptionList
        items={[
          { term: 'Consents this month', detail: <ConsentUse billing={billing} /> },
          { term: 'Your own videos', detail: <VideoUse billing={billing} /> },
          { term: 'Your logo and colour', detail: held.hasBranding ? 'Included' : 'Not included' },
          { term: 'API keys and webhooks', detail: held.hasIntegrations ? 'Included' : 'Not included' },
          { term: 'Users, tablets and templates', detail: 'Unlimited on every plan' },
          { term: 'Languages and formats', detail: 'All, on every plan' },
          { term: 'Inspection evidence packs', detail: 'Included on every plan' },
          ...more,
        ]}
      />
    </Panel>
  )
}

function ConsentUse({ billing: { plan, usage } }: { billing: Billing }) {
  const { consents_a_month: limit } = plans[plan]
  const sent = numberText(usage.consentsThisMonth)
  if (limit === null) return <>{sent} sent. The number included is agreed with you.</>
  return (
    <>
      <ProgressBar
        label="Consents sent this month"
        done={Math.min(usage.consentsThisMonth, limit)}
        total={limit}
        valueText={`${sent} of ${numberText(limit)} sent`}
      />
      <p className="mt-1 text-small text-muted">Consents over this number are not blocked.</p>
    </>
  )
}

function VideoUse({ billing: { heldPlan, usage } }: { billing: Billing }) {
  const { video_storage_bytes: limit } = plans[heldPlan]
  return (
    <>
      <ProgressBar
        label="Video storage used"
        done={Math.min(usage.videoBytes, limit)}
        total={limit}
        valueText={`${formatStorage(usage.videoBytes)} of ${formatStorage(limit)}`}
      />
      <p className="mt-1 text-small text-muted">
        Existing videos keep playing. New videos over the limit are refused.
      </p>
    </>
  )
}
