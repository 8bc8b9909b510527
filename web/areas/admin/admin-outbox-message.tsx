import { api } from '../../api.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { OutboxMessageScreen } from '../../features/outbox/outbox-message-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import type { Route } from './+types/admin-outbox-message.ts'

export const meta = () => pageTitle('Unsent message')

/** Each reading is written to the audit log, so nothing but opening the page reads. */
export const shouldRevalidate = () => false

export const clientLoader = ({ params: { messageName }, request: { signal } }: Route.ClientLoaderArgs) =>
  api.outbox.read({ messageName }, { signal })

export default function AdminOutboxMessage({ loaderData: message }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-page">
      <PageHeader
        title={message.subject || 'Text message'}
        back={<BackLink href="/admin/operations/outbox">Messages</BackLink>}
      />
      <OutboxMessageScreen message={message} />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the message" />
)
