import { useNavigate } from 'react-router'
import { TicketNewScreen } from '../../features/tickets/ticket-new-screen.tsx'
import { pageTitle } from '../../page-meta.ts'

export const meta = () => pageTitle('Open a ticket')

export default function ClinicTicketNew() {
  const navigate = useNavigate()
  return (
    <div className="mx-auto max-w-page">
      <TicketNewScreen
        listHref="/clinic/account/tickets"
        onOpened={({ id }) => navigate(`/clinic/account/tickets/${id}`, { replace: true })}
      />
    </div>
  )
}
