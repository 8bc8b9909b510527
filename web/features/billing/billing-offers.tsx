import { Suspense, useCallback, useState } from 'react'
import type { Billing, PlanPreview } from '../../../contract/billing.ts'
import { planNames, plans, type PlanName } from '../../../contract/plans.ts'
import { api } from '../../api.ts'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useTask } from '../../ui/use-task.ts'
import { planChangeOffer, listPlanFeatures, priceText } from './billing-words.ts'

const BillingChangeDialog = lazyPart(async () => ({
  default: (await import('./billing-change-dialog.tsx')).BillingChangeDialog,
}))

type OffersProps = { billing: Billing; mayManage: boolean; talkHref: string; onChanged: () => Promise<void> }

/** The plans beside each other, and what can be done about each. */
export function BillingOffers({ billing, mayManage, talkHref, onChanged }: OffersProps) {
  const [changing, setChanging] = useState<PlanName>()
  const { busy, problem, run } = useTask()
  const subscribe = (plan: PlanName) =>
    run(async () => {
      const { url } = await api.billing.subscribe({ plan })
      window.location.assign(url)
    })
  return (
    <section aria-labelledby="billing-plans">
      <h2 id="billing-plans">Plans</h2>
      <p className="text-muted">
        Unlimited users on every plan. {billing.prices.length > 0 && 'Prices are without VAT. '}Upgrades apply
        immediately; downgrades at the end of the billing period.
      </p>
      <ProblemMessage problem={problem} className="mt-4" />
      <div className="mt-4 grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {planNames.map((plan) => (
          <article key={plan} className="card flex flex-col p-5">
            <h3>{plans[plan].title}</h3>
            <p className="mt-1 text-muted">{priceText(billing.prices, plan) ?? 'Price on request'}</p>
            <ul className="mt-3 mb-5 flex-1 space-y-1 text-small">
              {listPlanFeatures(plans[plan]).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            <Offer
              {...{ billing, plan, mayManage, talkHref, busy }}
              onSubscribe={() => void subscribe(plan)}
              onChange={() => setChanging(plan)}
            />
          </article>
        ))}
      </div>
      <Suspense>
        {changing && (
          <OfferDialog
            plan={changing}
            keepsPlan={changing === billing.plan}
            onChanged={onChanged}
            onClose={() => setChanging(undefined)}
          />
        )}
      </Suspense>
    </section>
  )
}

type OfferDialogProps = {
  plan: PlanName
  /** It is the plan that the practice has: what was to follow it is taken back. */
  keepsPlan: boolean
  onChanged: () => Promise<void>
  onClose: () => void
}

function OfferDialog({ plan, keepsPlan, onChanged, onClose }: OfferDialogProps) {
  const { title } = plans[plan]
  const askPreview = useCallback(() => api.billing.preview({ plan }), [plan])
  async function change(preview: PlanPreview | undefined) {
    await api.billing.change({ plan, previewedAt: preview?.previewedAt ?? null })
    await onChanged()
    return keepsPlan
      ? `${title} continues.`
      : preview?.isImmediate
        ? `${title} applies now.`
        : `${title} applies next.`
  }
  return (
    <BillingChangeDialog
      title={keepsPlan ? `Keep ${title}` : `Change to ${title}`}
      description={keepsPlan ? 'The downgrade is cancelled.' : undefined}
      action={keepsPlan ? `Keep ${title}` : `Change to ${title}`}
      askPreview={keepsPlan ? null : askPreview}
      change={change}
      smallerText={({ isImmediate }) =>
        isImmediate ? null : 'Features of the larger plan stay for 30 days after that. Nothing is deleted.'
      }
      onClose={onClose}
    />
  )
}

type OfferProps = Pick<OffersProps, 'billing' | 'mayManage' | 'talkHref'> & {
  plan: PlanName
  busy: boolean
  onSubscribe: () => void
  onChange: () => void
}

function Offer({ billing, plan, mayManage, talkHref, busy, onSubscribe, onChange }: OfferProps) {
  const offer = planChangeOffer(billing, plan)
  const { title } = plans[plan]
  if (offer === 'current')
    return (
      <div className="flex flex-wrap items-center gap-3">
        <Badge tone="ok">Your plan</Badge>
        {mayManage && billing.subscription?.nextPlan && (
          <Button variant="quiet" size="small" onClick={onChange}>
            Keep {title}
          </Button>
        )}
      </div>
    )
  if (offer === 'next') return <Badge tone="neutral">Next plan</Badge>
  if (offer === 'talk')
    return (
      <ButtonLink href={talkHref} variant="quiet" className="w-full">
        Talk to us<span className="sr-only"> about {title}</span>
      </ButtonLink>
    )
  if (!mayManage) return null
  return (
    <Button
      variant={offer === 'subscribe' ? 'primary' : 'quiet'}
      className="w-full"
      busy={busy}
      onClick={offer === 'subscribe' ? onSubscribe : onChange}
    >
      {offer === 'subscribe' ? 'Choose' : 'Change to'} {title}
    </Button>
  )
}
