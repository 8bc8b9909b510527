import type { BillingNotice } from '../../../contract/billing.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Link } from '../../ui/plain/link.tsx'
import { noticeText } from './billing-words.ts'

type BillingNoticeListProps = {
  notices: readonly BillingNotice[]
  /** Where something can be done about it; absent where that is this very page. */
  billingHref?: string | undefined
  className?: string
}

/** What there is to tell of payments and the use of the plan; nothing where there is nothing. */
export function BillingNoticeList({ notices, billingHref, className }: BillingNoticeListProps) {
  if (notices.length === 0) return null
  return (
    <div className={className}>
      <div className="space-y-3">
        {notices.map((notice) => {
          const { tone, title, text } = noticeText(notice)
          return (
            <InlineMessage key={notice.kind} tone={tone} title={title}>
              <p>
                {text}
                {billingHref && (
                  <>
                    {' '}
                    <Link href={billingHref} className="text-link">
                      Billing
                    </Link>
                  </>
                )}
              </p>
            </InlineMessage>
          )
        })}
      </div>
    </div>
  )
}
