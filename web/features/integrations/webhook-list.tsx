import { Plus, Webhook as WebhookPicture } from 'lucide-react'
import { Suspense } from 'react'
import { CellText } from '../../ui/cell-text.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { eventWords, webhookBadge, type Webhook } from './connection-words.ts'
import { WebhookDialog, WebhookRequestDialog, WebhookSecretDialog } from './lazy-connection-dialogs.ts'
import { useWebhookActions } from './use-webhook-actions.ts'
import { useIsFeatureDisabled } from '../clinics/index.ts'

const columns = (itemsOf: (webhook: Webhook) => MenuItem[]): Column<Webhook>[] => [
  {
    key: 'name',
    header: 'Webhook',
    cell: ({ name, url, requestedBy }) => (
      <CellText
        main={name}
        sub={requestedBy ? `${new URL(url).host}, requested by ${requestedBy}` : new URL(url).host}
      />
    ),
  },
  {
    key: 'events',
    header: 'Events',
    cell: ({ events }) => events.map((event) => eventWords[event]).join(', '),
    className: 'text-muted',
  },
  {
    key: 'state',
    header: 'State',
    cell: (webhook) => <Badge tone={webhookBadge(webhook).tone}>{webhookBadge(webhook).label}</Badge>,
  },
  {
    key: 'actions',
    header: 'Actions',
    hideHeader: true,
    align: 'end',
    cell: (webhook) => <Menu label={`Actions for ${webhook.name}`} items={itemsOf(webhook)} />,
  },
]

type WebhookListProps = {
  webhooks: readonly Webhook[]
  busy: boolean
  logHref: (webhookId: string) => string
  onChanged: () => Promise<void>
}

/** Who is told of news, and whether it arrives. */
export function WebhookList({ webhooks, busy, logHref, onChanged }: WebhookListProps) {
  const isOff = useIsFeatureDisabled('new-connections')
  const actions = useWebhookActions({ logHref, onChanged, isOff })
  const { problem, itemsOf, editing, startNew, reviewing, review, secret, close } = actions
  const newWebhook = !isOff && (
    <Button icon={Plus} onClick={startNew}>
      New webhook
    </Button>
  )
  return (
    <>
      {webhooks
        .filter(({ disabledBecause, isKeyRevoked }) => disabledBecause === 'failures' && !isKeyRevoked)
        .map((webhook) => (
          <FailureNotice key={webhook.id} webhook={webhook} />
        ))}
      {webhooks
        .filter(({ status }) => status === 'requested')
        .map((webhook) => (
          <RequestNotice key={webhook.id} webhook={webhook} onReview={isOff ? undefined : review} />
        ))}
      <ProblemMessage problem={problem} className="mb-4" />
      {webhooks.length > 0 && <div className="mb-4 flex justify-end">{newWebhook}</div>}
      <DataTable
        caption="Webhooks"
        columns={columns(itemsOf)}
        rows={webhooks}
        rowKey={({ id }) => id}
        rowHref={({ id }) => logHref(id)}
        busy={busy}
        empty={
          <EmptyState icon={WebhookPicture} title="No webhooks yet" action={newWebhook}>
            A webhook notifies a practice system when a consent is signed or withdrawn.
          </EmptyState>
        }
      />
      <Suspense>
        {editing && <WebhookDialog webhook={editing.webhook} onSaved={onChanged} onClose={close} />}
        {reviewing && <WebhookRequestDialog webhook={reviewing} onSaved={onChanged} onClose={close} />}
        {secret !== undefined && <WebhookSecretDialog secret={secret} onClose={close} />}
      </Suspense>
    </>
  )
}

type RequestNoticeProps = { webhook: Webhook; onReview: ((webhook: Webhook) => void) | undefined }

/** A key asked for a webhook: nothing is sent before somebody has looked at it. */
const RequestNotice = ({ webhook, onReview }: RequestNoticeProps) => (
  <InlineMessage tone="warn" title={`Webhook requested by API key ${webhook.requestedBy}`} className="mb-4">
    <p>Nothing is sent to {new URL(webhook.url).host} until you switch it on.</p>
    {onReview && (
      <Button variant="quiet" className="mt-3" onClick={() => onReview(webhook)}>
        Review request from {webhook.requestedBy}
      </Button>
    )}
  </InlineMessage>
)

const FailureNotice = ({ webhook: { name, failingSince, disabledAt } }: { webhook: Webhook }) => (
  <InlineMessage tone="bad" title={`${name} was switched off`} className="mb-4">
    No deliveries have succeeded{failingSince ? ` since ${momentText(failingSince)}` : ''}
    {disabledAt ? `, so nothing more has been sent since ${momentText(disabledAt)}` : ''}. Fix the receiver,
    switch the webhook on and resend missed events.
  </InlineMessage>
)
