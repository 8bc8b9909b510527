import type { GroupBilling } from '../../../contract/group-billing.ts'
import { api } from '../../api.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { dayText } from '../../ui/plain/date-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useTask } from '../../ui/use-task.ts'
import { BillingPaymentActions, PaymentStatus } from './billing-payment-actions.tsx'
import { formatPounds, isSubscriptionLive } from './billing-words.ts'

type GroupPaymentPanelProps = {
  billing: GroupBilling
  isAdministrator: boolean
  /** At least one practice agreed: there is something to pay for. */
  hasAgreed: boolean
  talkHref: string
  onChanged: () => Promise<void>
}

/** How the group pays for its practices. */
export function GroupPaymentPanel(props: GroupPaymentPanelProps) {
  const { billing, isAdministrator, hasAgreed, talkHref, onChanged } = props
  const { subscription, monthlyPence, takesCards } = billing
  const isLive = isSubscriptionLive(subscription)
  return (
    <Panel title="Payment">
      {subscription ? (
        <SubscriptionFacts {...{ subscription, isLive }} vatNumber={billing.vatNumber} />
      ) : (
        <p className="max-w-prose">
          {takesCards
            ? 'Not started. Choose a plan for each practice, then start paying: one card, one invoice.'
            : 'Card payment is not set up here, so the group is not charged. Contact us about your plans.'}
        </p>
      )}
      {!takesCards && !subscription && (
        <ButtonLink href={talkHref} variant="quiet" className="mt-4">
          Talk to us
        </ButtonLink>
      )}
      {isAdministrator && takesCards && hasAgreed && !isLive && <StartPayment key={monthlyPence} />}
      {isAdministrator && subscription && (
        <BillingPaymentActions
          isOver={!isLive}
          endsAt={subscription.endsAt}
          portal={isLive && !subscription.endsAt ? 'primary' : 'quiet'}
          cancelTitle="Cancel the group’s plan?"
          cancelText="Every practice on this bill keeps its plan to the end of the billing period, and its features for 30 days more. After that only Starter features can be added. Nothing is deleted, and consents can still be sent and signed. A practice that wants to pay for itself stops One bill in its settings first."
          openPortal={api.groupBilling.openPortal}
          setEnding={api.groupBilling.setEnding}
          onChanged={onChanged}
        />
      )}
    </Panel>
  )
}

type SubscriptionFactsProps = {
  subscription: NonNullable<GroupBilling['subscription']>
  isLive: boolean
  vatNumber: string
}

function SubscriptionFacts({ subscription, isLive, vatNumber }: SubscriptionFactsProps) {
  const { status, monthlyPence, periodEndsAt, endsAt, unpaidSince } = subscription
  const items = [
    { term: 'Status', detail: <PaymentStatus status={status} /> },
    unpaidSince && { term: 'Unpaid since', detail: dayText(unpaidSince) },
    isLive && { term: 'Price', detail: `${formatPounds(monthlyPence)} a month, without VAT` },
    isLive && !endsAt && periodEndsAt && { term: 'Next invoice', detail: dayText(periodEndsAt) },
    endsAt && { term: 'Ends', detail: dayText(endsAt) },
    { term: 'VAT number', detail: vatNumber || 'None' },
  ].filter((item) => typeof item === 'object' && item !== null)
  return <DescriptionList items={items} />
}

/** What was refused is forgotten once other plans are chosen. */
function StartPayment() {
  const { busy, problem, run } = useTask()
  const start = () =>
    run(async () => {
      const { url } = await api.groupBilling.subscribe({})
      window.location.assign(url)
    })
  return (
    <>
      <ProblemMessage problem={problem} className="mt-4" />
      <Button busy={busy} onClick={() => void start()} className="mt-4">
        Start paying
      </Button>
    </>
  )
}
