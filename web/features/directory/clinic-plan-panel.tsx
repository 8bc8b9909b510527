import type { ReactNode } from 'react'
import type { DirectoryEntry } from '../../../contract/directory.ts'
import { plans } from '../../../contract/plans.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { dayText } from '../../ui/plain/date-text.ts'
import { numberText } from '../../ui/plain/number-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { cardPaymentBadges, planText, formatStorage } from './clinic-words.ts'

type Part = { clinic: DirectoryEntry }

/** What a practice's plan holds, how much of it is used, and what happens past it. */
export function ClinicPlanPanel({ clinic }: Part) {
  const { payment } = clinic
  return (
    <Panel title="Plan and use" lead={planText(clinic.plan, clinic.trial, clinic.trialUntil)}>
      <DescriptionList
        items={[
          ...(payment.status || payment.unpaidSince || payment.graces.length > 0
            ? [{ term: 'Payment', detail: <Payment payment={payment} /> }]
            : []),
          { term: 'Consents this month', detail: <ConsentUse clinic={clinic} /> },
          { term: 'Own videos', detail: <VideoUse clinic={clinic} /> },
          { term: 'Branding', detail: <Branding clinic={clinic} /> },
          { term: 'Integrations', detail: <Integrations clinic={clinic} /> },
          {
            term: 'Support',
            detail: plans[clinic.plan].support === 'e-mail' ? 'By e-mail' : 'A named contact',
          },
        ]}
      />
    </Panel>
  )
}

const Note = ({ children }: { children: ReactNode }) => (
  <p className="mt-1 text-small text-muted">{children}</p>
)

/** Where the payments by card stand, and which plan holds for how long because of it. */
function Payment({ payment }: { payment: DirectoryEntry['payment'] }) {
  const { status, endsAt, unpaidSince, unpaidUntil, heldPlan, graces } = payment
  const look = status && cardPaymentBadges[status]
  return (
    <>
      {look ? <Badge tone={look.tone}>{look.label}</Badge> : 'Not by card'}
      {endsAt && <Note>Cancelled: it ends on {dayText(endsAt)}.</Note>}
      {unpaidSince && unpaidUntil && (
        <Note>
          Unpaid since {dayText(unpaidSince)}. Plan features continue until {dayText(unpaidUntil)}, then the
          Starter plan applies.
        </Note>
      )}
      {graces.map(({ plan, until }) => (
        <Note key={plan + until}>
          {plans[plan].title} features continue until {dayText(until)}.
        </Note>
      ))}
      <Note>Current plan: {plans[heldPlan].title}.</Note>
    </>
  )
}

function ConsentUse({ clinic: { plan, usage } }: Part) {
  const { consents_a_month: limit } = plans[plan]
  const sent = numberText(usage.consentsThisMonth)
  if (limit === null) return <>{sent} sent. The number included is agreed with the practice.</>
  return (
    <>
      <ProgressBar
        label="Consents sent this month"
        done={Math.min(usage.consentsThisMonth, limit)}
        total={limit}
        valueText={`${sent} of ${numberText(limit)} sent`}
      />
      <Note>
        {usage.consentsThisMonth > limit ? 'Over the plan. ' : ''}Consents over this number are not blocked.
      </Note>
    </>
  )
}

function VideoUse({ clinic: { payment, usage } }: Part) {
  const { video_storage_bytes: limit } = plans[payment.heldPlan]
  return (
    <>
      <ProgressBar
        label="Video storage used"
        done={Math.min(usage.videoBytes, limit)}
        total={limit}
        valueText={`${formatStorage(usage.videoBytes)} of ${formatStorage(limit)}`}
      />
      <Note>New videos over the limit are refused. Existing videos keep playing.</Note>
    </>
  )
}

function Branding({ clinic: { payment, branding } }: Part) {
  const parts = [branding.colour && 'a colour', branding.logo && 'a logo'].filter(Boolean)
  return (
    <>
      {parts.length > 0 ? `Own branding: ${parts.join(' and ')}` : 'No custom settings'}
      <Note>
        {plans[payment.heldPlan].hasBranding
          ? 'Included in the current plan.'
          : 'Not included in the current plan. Existing branding stays.'}
      </Note>
    </>
  )
}

const counted = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`

function Integrations({ clinic: { payment, usage } }: Part) {
  return (
    <>
      {counted(usage.apiKeys, 'key', 'keys')}, {counted(usage.webhooks, 'webhook', 'webhooks')}
      <Note>
        {plans[payment.heldPlan].hasIntegrations
          ? 'Included in the current plan.'
          : 'Not included in the current plan. Existing keys and webhooks keep working.'}
      </Note>
    </>
  )
}
