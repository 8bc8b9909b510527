import { useNavigate, useNavigation } from 'react-router'
import { api } from '../../api.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { AdminTicketList } from '../../features/tickets/admin-ticket-list.tsx'
import { parseAdminTicketQuery } from '../../features/tickets/admin-ticket-query.ts'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/admin-tickets.ts'

export const meta = () => pageTitle('Support Tickets')

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const query = parseAdminTicketQuery(new URL(url).searchParams)
  const [list, counts, choices] = await Promise.all([
    api.adminTickets.list(query, { signal }),
    api.adminTickets.counts({}, { signal }),
    api.adminTickets.choices({}, { signal }),
  ])
  return { query, list, counts, choices }
}

export default function AdminTickets({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const busy = useNavigation().state === 'loading'
  return (
    <div className="mx-auto max-w-page">
      <AdminTicketList {...loaderData} busy={busy} onGo={(href) => void navigate(href)} />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load support tickets" />
)
