import { useRevalidator, useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { BillingScreen } from '../../features/billing/billing-screen.tsx'
import { invoicesOrNull } from '../../features/billing/read-invoices.ts'
import { paidIn, usePaymentPolling } from '../../features/billing/use-payment-polling.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { sessionUserContext } from '../../features/identity/guard.ts'
import { useMay } from '../../features/identity/session-user.tsx'
import { pageTitle } from '../../page-meta.ts'
import { dashboardTrail, groupPath, newTicketPath, settingsPath } from './clinic-paths.ts'
import type { Route } from './+types/clinic-billing.ts'

export const meta = () => pageTitle('Billing')

export async function clientLoader({ request: { signal }, context }: Route.ClientLoaderArgs) {
  const mayManage = context.get(sessionUserContext).permissions.includes('canManageBilling')
  const billing = await api.billing.get({}, { signal })
  const invoices =
    mayManage && billing.subscription
      ? await invoicesOrNull(() => api.billing.invoices({}, { signal }))
      : undefined
  return { billing, invoices }
}

export default function ClinicBilling({ loaderData }: Route.ComponentProps) {
  const may = useMay()
  const [params] = useSearchParams()
  const { revalidate } = useRevalidator()
  const paid = paidIn(params)
  const isTold = loaderData.billing.subscription !== null
  usePaymentPolling({ paid, isTold, isChanging: params.get('from') === 'portal', revalidate })
  return (
    <div className="mx-auto max-w-page">
      <BillingScreen
        {...loaderData}
        mayManage={may('canManageBilling')}
        paid={paid}
        trail={dashboardTrail}
        talkHref={newTicketPath}
        exportHref={settingsPath('data')}
        groupHref={groupPath}
        onChanged={revalidate}
      />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load billing" />
)
