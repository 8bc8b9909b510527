import type { Billing } from '../../../contract/billing.ts'
import { api } from '../../api.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { dayText } from '../../ui/plain/date-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { BillingPaymentActions, PaymentStatus } from './billing-payment-actions.tsx'
import { formatPounds, isSubscriptionLive, planTitle } from './billing-words.ts'

type PaymentPanelProps = {
  billing: Billing
  mayManage: boolean
  exportHref: string
  talkHref: string
  groupHref: string
  onChanged: () => Promise<void>
}

/** How the plan is paid: by the practice's group, by card, or as it was agreed. */
export function BillingPaymentPanel(props: PaymentPanelProps) {
  const { billing, mayManage, talkHref, groupHref } = props
  const { subscription, paidByGroup, isGroupPaying, takesCards } = billing
  if (paidByGroup !== null && !isSubscriptionLive(subscription))
    return (
      <Panel title="Payment">
        <p className="max-w-prose">
          {isGroupPaying ? (
            <>
              <bdi>{paidByGroup}</bdi> pays for this practice’s plan and chooses it. Your practice is not
              charged.
            </>
          ) : (
            <>
              <bdi>{paidByGroup}</bdi> is not paying for this practice’s plan yet. Your practice stays on the
              plan it has, and is not charged.
            </>
          )}
        </p>
        {mayManage && (
          <ButtonLink href={groupHref} variant="quiet" className="mt-4">
            Group of practices
          </ButtonLink>
        )}
      </Panel>
    )
  if (!subscription)
    return (
      <Panel title="Payment">
        <p className="max-w-prose">
          {takesCards
            ? 'This plan is not paid by card. Choose a plan below to pay by card.'
            : 'Card payment is not set up here, so you are not charged. Contact us to change your plan.'}
        </p>
        {!takesCards && (
          <ButtonLink href={talkHref} variant="quiet" className="mt-4">
            Talk to us
          </ButtonLink>
        )}
      </Panel>
    )
  return <SubscriptionPanel {...props} subscription={subscription} />
}

type Subscribed = PaymentPanelProps & { subscription: NonNullable<Billing['subscription']> }

function SubscriptionPanel({ billing, subscription, mayManage, exportHref, onChanged }: Subscribed) {
  const { status, monthlyPence, periodEndsAt, endsAt, nextPlan, nextPlanAt } = subscription
  const isOver = status === 'canceled' || status === 'incomplete_expired'
  const items = [
    { term: 'Payment', detail: <PaymentStatus status={status} /> },
    !isOver && { term: 'Price', detail: `${formatPounds(monthlyPence)} a month, without VAT` },
    !isOver && !endsAt && periodEndsAt && { term: 'Next invoice', detail: dayText(periodEndsAt) },
    endsAt && { term: 'Ends', detail: dayText(endsAt) },
    nextPlan && nextPlanAt && { term: 'Then', detail: `${planTitle(nextPlan)} from ${dayText(nextPlanAt)}` },
    { term: 'VAT number', detail: billing.vatNumber || 'None' },
  ].filter((item) => typeof item === 'object' && item !== null)
  return (
    <Panel title="Payment">
      {billing.paidByGroup !== null && (
        <p className="mb-4 max-w-prose">
          <bdi>{billing.paidByGroup}</bdi> pays for this practice’s plan once your own payment ends.
        </p>
      )}
      <DescriptionList items={items} />
      {mayManage && (
        <BillingPaymentActions
          {...{ isOver, endsAt, onChanged }}
          cancelTitle="Cancel your plan?"
          cancelText="Your plan runs to the end of the billing period, and its features stay for 30 days more. After that only Starter features can be added. Nothing is deleted, and consents can still be sent and signed. You can export everything at any time."
          openPortal={api.billing.openPortal}
          setEnding={api.billing.setEnding}
        >
          <ButtonLink variant="link" href={exportHref}>
            Export everything
          </ButtonLink>
        </BillingPaymentActions>
      )}
    </Panel>
  )
}
