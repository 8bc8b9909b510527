import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { AdminTicketDetail } from '../../features/tickets/admin-ticket-detail.tsx'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/admin-ticket.ts'

export const meta = () => pageTitle('Support ticket')

export async function clientLoader({ params: { ticketId }, request: { signal } }: Route.ClientLoaderArgs) {
  const [ticket, { admins }, canned] = await Promise.all([
    api.adminTickets.get({ ticketId }, { signal }),
    api.adminTickets.choices({}, { signal }),
    api.adminTickets.listCanned({}, { signal }),
  ])
  return { ticket, admins, canned }
}

export default function AdminTicket({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      <AdminTicketDetail key={loaderData.ticket.id} {...loaderData} onChanged={revalidate} />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the ticket" />
)
