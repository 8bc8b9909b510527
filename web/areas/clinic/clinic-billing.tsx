import { useEffect } from 'react'
import { useRevalidator, useSearchParams } from 'react-router'
import { api, ApiError } from '../../api.ts'
import { BillingScreen } from '../../features/billing/billing-screen.tsx'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { sessionUserContext } from '../../features/identity/guard.ts'
import { useMay } from '../../features/identity/session-user.tsx'
import { pageTitle } from '../../page-meta.ts'
import { dashboardTrail, newTicketPath, settingsPath } from './clinic-paths.ts'
import type { Route } from './+types/clinic-billing.ts'

const poll_interval_ms = 3000
/** For so long after somebody comes back from Stripe's pages, what they did there may still be on its way. */
const polls_max = 20

export const meta = () => pageTitle('Billing')

/** Stripe's own list; the page is shown without it where Stripe cannot be asked. */
async function invoicesOrNull(signal: AbortSignal) {
  try {
    return await api.billing.invoices({}, { signal })
  } catch (error) {
    if (error instanceof ApiError && error.reason) return null
    throw error
  }
}

export async function clientLoader({ request: { signal }, context }: Route.ClientLoaderArgs) {
  const mayManage = context.get(sessionUserContext).permissions.includes('canManageBilling')
  const billing = await api.billing.get({}, { signal })
  const invoices = mayManage && billing.subscription ? await invoicesOrNull(signal) : undefined
  return { billing, invoices }
}

export default function ClinicBilling({ loaderData }: Route.ComponentProps) {
  const may = useMay()
  const [params] = useSearchParams()
  const { revalidate } = useRevalidator()
  const paymentResult = params.get('paid')
  const paid = paymentResult === 'yes' || paymentResult === 'no' ? paymentResult : null
  const isAwaited = paid === 'yes' && loaderData.billing.subscription === null
  const isWaiting = isAwaited || params.get('from') === 'portal'
  useEffect(() => {
    if (!isWaiting) return
    let left = polls_max
    const timer = setInterval(() => {
      if (!isAwaited && --left === 0) clearInterval(timer)
      void revalidate()
    }, poll_interval_ms)
    return () => clearInterval(timer)
  }, [isWaiting, isAwaited, revalidate])
  return (
    <div className="mx-auto max-w-page">
      <BillingScreen
        {...loaderData}
        mayManage={may('canManageBilling')}
        paid={paid}
        trail={dashboardTrail}
        talkHref={newTicketPath}
        exportHref={settingsPath('data')}
        onChanged={revalidate}
      />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load billing" />
)
