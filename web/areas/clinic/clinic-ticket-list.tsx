import { api } from '../../api.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { useSessionUser } from '../../features/identity/session-user.tsx'
import { TicketListScreen, type TicketView } from '../../features/tickets/ticket-list-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import { pageIn, queryWith } from '../../ui/query-string.ts'
import type { Route } from './+types/clinic-ticket-list.ts'

export const meta = () => pageTitle('Support tickets')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams
  const view: TicketView = params.get('view') === 'done' ? 'done' : 'active'
  const list = await api.tickets.list({ view, page: pageIn(params) }, { signal: request.signal })
  return { view, list }
}

const path = '/clinic/account/tickets'
const paths = { account: '/clinic/account', new: `${path}/new`, ticket: (id: string) => `${path}/${id}` }
const hrefOf = (view: TicketView, page = 1): string =>
  `${path}${queryWith(new URLSearchParams(), {
    view: view === 'done' ? view : undefined,
    page: page > 1 ? page : undefined,
  })}`

export default function ClinicTicketList({ loaderData }: Route.ComponentProps) {
  const { role } = useSessionUser()
  return (
    <div className="mx-auto max-w-page">
      <TicketListScreen {...loaderData} seesAll={role === 'clinic_admin'} hrefOf={hrefOf} paths={paths} />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load support tickets" />
)
