import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { TicketScreen } from '../../features/tickets/ticket-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/clinic-ticket.ts'

export const meta = () => pageTitle('Support ticket')

export const clientLoader = ({ params: { ticketId }, request: { signal } }: Route.ClientLoaderArgs) =>
  api.tickets.get({ ticketId }, { signal })

export default function ClinicTicket({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      <TicketScreen
        key={loaderData.id}
        ticket={loaderData}
        listHref="/clinic/account/tickets"
        onChanged={revalidate}
      />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the ticket" />
)
