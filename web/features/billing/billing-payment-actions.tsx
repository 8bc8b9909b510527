import type { ReactNode } from 'react'
import type { SubscriptionStatus } from '../../../contract/billing-states.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button, type ButtonVariant } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { paymentStatusBadges } from './billing-words.ts'

/** Where a payment stands, and what that means. */
export function PaymentStatus({ status }: { status: SubscriptionStatus }) {
  const { tone, label, meaning } = paymentStatusBadges[status]
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      <p className="mt-1 text-muted">{meaning}</p>
    </>
  )
}

type PaymentActionsProps = {
  /** Nothing is charged any more, and nothing can be cancelled. */
  isOver: boolean
  endsAt: string | null
  portal?: ButtonVariant
  cancelTitle: string
  /** What cancelling does, and to whom. */
  cancelText: string
  openPortal: (input: Record<string, never>) => Promise<{ url: string }>
  setEnding: (input: { ends: boolean }) => Promise<unknown>
  onChanged: () => Promise<void>
  /** Further links beside the buttons. */
  children?: ReactNode
}

/** The page of Stripe for the card and the invoices, and the end of what is paid for. */
export function BillingPaymentActions(props: PaymentActionsProps) {
  const { isOver, endsAt, portal = 'quiet', cancelTitle, cancelText, openPortal, setEnding } = props
  const { onChanged, children } = props
  const confirm = useConfirm()
  const toast = useToast()
  const { busy, problem, run } = useTask()

  const leave = () =>
    run(async () => {
      const { url } = await openPortal({})
      window.location.assign(url)
    })
  async function change(ends: boolean) {
    const question = { title: cancelTitle, text: cancelText, confirm: 'Cancel plan', cancel: 'Keep plan' }
    if (ends && !(await confirm({ ...question, danger: true }))) return
    const done = await run(async () => {
      await setEnding({ ends })
      await onChanged()
    })
    if (done) toast(ends ? 'Your plan ends at the end of the billing period.' : 'Your plan continues.')
  }
  return (
    <>
      <ProblemMessage problem={problem} className="mt-4" />
      <div className="mt-5 flex flex-wrap items-center gap-3">
        <Button variant={portal} busy={busy} onClick={() => void leave()}>
          Card, address and all invoices
        </Button>
        {!isOver && endsAt && (
          <Button busy={busy} onClick={() => void change(false)}>
            Keep plan
          </Button>
        )}
        {!isOver && !endsAt && (
          <Button variant="quiet" busy={busy} onClick={() => void change(true)}>
            Cancel plan
          </Button>
        )}
        {children}
      </div>
      <p className="mt-3 text-small text-muted">Card details go to Stripe only; Candour never sees them.</p>
    </>
  )
}
