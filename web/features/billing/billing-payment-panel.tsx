import type { Billing } from '../../../contract/billing.ts'
import { api } from '../../api.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { dayText } from '../../ui/plain/date-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { planTitle, formatPounds, paymentStatusBadges } from './billing-words.ts'

type PaymentPanelProps = {
  billing: Billing
  mayManage: boolean
  exportHref: string
  talkHref: string
  onChanged: () => Promise<void>
}

/** How the plan is paid: by card, or as it was agreed. */
export function BillingPaymentPanel(props: PaymentPanelProps) {
  const { billing, talkHref } = props
  const { subscription, takesCards } = billing
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
  const look = paymentStatusBadges[status]
  const isOver = status === 'canceled' || status === 'incomplete_expired'
  const items = [
    { term: 'Payment', detail: <StatusDetail look={look} /> },
    !isOver && { term: 'Price', detail: `${formatPounds(monthlyPence)} a month, without VAT` },
    !isOver && !endsAt && periodEndsAt && { term: 'Next invoice', detail: dayText(periodEndsAt) },
    endsAt && { term: 'Ends', detail: dayText(endsAt) },
    nextPlan && nextPlanAt && { term: 'Then', detail: `${planTitle(nextPlan)} from ${dayText(nextPlanAt)}` },
    { term: 'VAT number', detail: billing.vatNumber || 'None' },
  ].filter((item) => typeof item === 'object' && item !== null)
  return (
    <Panel title="Payment">
      <DescriptionList items={items} />
      {mayManage && <Actions isOver={isOver} endsAt={endsAt} exportHref={exportHref} onChanged={onChanged} />}
    </Panel>
  )
}

const StatusDetail = ({ look }: { look: (typeof paymentStatusBadges)['active'] }) => (
  <>
    <Badge tone={look.tone}>{look.label}</Badge>
    <p className="mt-1 text-muted">{look.meaning}</p>
  </>
)

type ActionsProps = {
  isOver: boolean
  endsAt: string | null
  exportHref: string
  onChanged: () => Promise<void>
}

function Actions({ isOver, endsAt, exportHref, onChanged }: ActionsProps) {
  const confirm = useConfirm()
  const toast = useToast()
  const { busy, problem, run } = useTask()

  const openPortal = () =>
    run(async () => {
      const { url } = await api.billing.openPortal({})
      window.location.assign(url)
    })
  async function setEnding(ends: boolean) {
    const sure =
      !ends ||
      (await confirm({
        title: 'Cancel your plan?',
        text: 'Your plan runs to the end of the billing period, and its features stay for 30 days more. After that only Starter features can be added. Nothing is deleted, and consents can still be sent and signed. You can export everything at any time.',
        confirm: 'Cancel plan',
        cancel: 'Keep plan',
        danger: true,
      }))
    if (!sure) return
    const done = await run(async () => {
      await api.billing.setEnding({ ends })
      await onChanged()
    })
    if (done) toast(ends ? 'Your plan ends at the end of the billing period.' : 'Your plan continues.')
  }
  return (
    <>
      <ProblemMessage problem={problem} className="mt-4" />
      <div className="mt-5 flex flex-wrap items-center gap-3">
        <Button variant="quiet" busy={busy} onClick={() => void openPortal()}>
          Card, address and all invoices
        </Button>
        {!isOver && endsAt && (
          <Button busy={busy} onClick={() => void setEnding(false)}>
            Keep plan
          </Button>
        )}
        {!isOver && !endsAt && (
          <Button variant="quiet" busy={busy} onClick={() => void setEnding(true)}>
            Cancel plan
          </Button>
        )}
        <ButtonLink variant="link" href={exportHref}>
          Export everything
        </ButtonLink>
      </div>
      <p className="mt-3 text-small text-muted">Card details go to Stripe only; Candour never sees them.</p>
    </>
  )
}
