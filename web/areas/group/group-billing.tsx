import { useRevalidator, useSearchParams } from 'react-router'
import type { GroupBilling } from '../../../contract/group-billing.ts'
import { api } from '../../api.ts'
import { isSubscriptionLive } from '../../features/billing/billing-words.ts'
import { GroupBillingScreen } from '../../features/billing/group-billing-screen.tsx'
import { invoicesOrNull } from '../../features/billing/read-invoices.ts'
import { paidIn, usePaymentPolling } from '../../features/billing/use-payment-polling.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { GroupAccessNotice } from '../../features/practice-groups/group-access-notice.tsx'
import { pageTitle } from '../../page-meta.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import type { Route } from './+types/group-billing.ts'

export const meta = () => pageTitle('Billing')

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const { group } = await api.practiceGroups.mine({}, { signal })
  if (group?.access !== 'open') return { group, billing: null, invoices: undefined }
  const billing = await api.groupBilling.get({}, { signal })
  const invoices = billing.subscription
    ? await invoicesOrNull(() => api.groupBilling.invoices({}, { signal }))
    : undefined
  return { group, billing, invoices }
}

/** What was chosen and what is charged differ until the bill has followed. */
const isBillChanging = ({ subscription, monthlyPence }: GroupBilling): boolean =>
  isSubscriptionLive(subscription) && subscription?.monthlyPence !== monthlyPence

export default function GroupBillingPage({ loaderData: { group, billing, invoices } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const { revalidate } = useRevalidator()
  const paid = paidIn(params)
  usePaymentPolling({
    paid,
    isTold: billing === null || isSubscriptionLive(billing.subscription),
    isChanging: billing !== null && (params.get('from') === 'portal' || isBillChanging(billing)),
    revalidate,
  })
  return (
    <div className="mx-auto max-w-page">
      {billing ? (
        <GroupBillingScreen
          {...{ billing, invoices, paid }}
          talkHref="/clinic/account/tickets/new"
          onChanged={revalidate}
        />
      ) : (
        <>
          <PageHeader title="Billing" />
          <GroupAccessNotice group={group} accountHref="/clinic/account#second-factor" />
        </>
      )}
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the group’s billing" />
)
