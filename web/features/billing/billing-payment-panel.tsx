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
            ? 'No card pays for this plan. It was set by those who run Candour, or you are trying it out. Choose a plan below to pay by card.'
            : 'Card payment is not set up in this installation, so nobody is charged here. Your plan was set by those who run Candour. To change it, talk to us.'}
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
        text: 'It goes on until the end of what is paid, and what larger plans hold for 30 days more. After that nothing new is added beyond Starter. Nothing is deleted, and consents go out and are signed as ever. You can export everything first, or at any time later.',
        confirm: 'Cancel plan',
        cancel: 'Keep the plan',
        danger: true,
      }))
    if (!sure) return
    const done = await run(async () => {
      await api.billing.setEnding({ ends })
      await onChanged()
    })
    if (done) toast(ends ? 'Your plan ends when what is paid for ends.' : 'Your plan goes on.')
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
            Keep the plan
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
      <p className="mt-3 text-small text-muted">
        Cards are entered with Stripe alone; Candour never sees them.
      </p>
    </>
  )
}
