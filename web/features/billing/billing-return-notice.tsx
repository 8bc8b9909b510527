import { InlineMessage } from '../../ui/plain/inline-message.tsx'

type BillingReturnNoticeProps = { paid: 'yes' | 'no'; isTold: boolean; done: string }

/** What somebody who comes back from Stripe's page is told. */
export function BillingReturnNotice({ paid, isTold, done }: BillingReturnNoticeProps) {
  if (paid === 'no')
    return <InlineMessage role="status">Nothing was charged, and your plan is unchanged.</InlineMessage>
  return isTold ? (
    <InlineMessage tone="ok" role="status" title="Thank you">
      {done}
    </InlineMessage>
  ) : (
    <InlineMessage role="status" title="Thank you">
      Waiting for Stripe to confirm your payment. This page updates automatically, usually within a minute.
    </InlineMessage>
  )
}
