import { api } from '../../api.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { useSessionUser } from '../../features/identity/session-user.tsx'
import {
  TicketListScreen,
  ticketOrders,
  type TicketView,
} from '../../features/tickets/ticket-list-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import { sortIn } from '../../ui/list-orders.ts'
import { pageIn } from '../../ui/query-string.ts'
import type { Route } from './+types/clinic-ticket-list.ts'
import { useListAddress } from './use-list-address.ts'

export const meta = () => pageTitle('Support tickets')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams
  const view: TicketView = params.get('view') === 'done' ? 'done' : 'active'
  const asked = { view, page: pageIn(params), sort: sortIn(params, ticketOrders) }
  const list = await api.tickets.list(asked, { signal: request.signal })
  return { view, list }
}

const path = '/clinic/account/tickets'
const paths = { account: '/clinic/account', new: `${path}/new`, ticket: (id: string) => `${path}/${id}` }

export default function ClinicTicketList({ loaderData }: Route.ComponentProps) {
  const { role } = useSessionUser()
  const address = useListAddress()
  return (
    <div className="mx-auto max-w-page">
      <TicketListScreen {...loaderData} seesAll={role === 'clinic_admin'} {...address} paths={paths} />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load support tickets" />
)
