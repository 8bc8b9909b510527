import { useState } from 'react'
import { api } from '../../api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useTask } from '../../ui/use-task.ts'
import { eventWords, type Webhook } from './connection-words.ts'
import { WebhookSecretDialog } from './webhook-dialog.tsx'

type WebhookRequestDialogProps = { webhook: Webhook; onSaved: () => Promise<void>; onClose: () => void }

/** Shows what a key asked for, where it leads, and switches it on; then its signing secret, once. */
export function WebhookRequestDialog({ webhook, onSaved, onClose }: WebhookRequestDialogProps) {
  const [secret, setSecret] = useState<string>()
  const { busy, problem, run } = useTask()
  const { id, version, name, url, events, requestedBy } = webhook

  const approve = () =>
    run(async () => {
      setSecret((await api.integrations.approveWebhook({ webhookId: id, version })).secret)
      await onSaved()
    })
  if (secret !== undefined) return <WebhookSecretDialog secret={secret} onClose={onClose} />
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Switch on this webhook?"
      description="It notifies the program below of events, with IDs and times but no health data. Switch it on only if you know this address."
      size="medium"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button busy={busy} onClick={() => void approve()}>
            Switch on
          </Button>
        </>
      }
    >
      <dl className="space-y-3">
        <Fact term="Reason">{name}</Fact>
        <Fact term="Requested by API key">{requestedBy}</Fact>
        <Fact term="Address">{url}</Fact>
        <Fact term="Events">{events.map((event) => eventWords[event]).join(', ')}</Fact>
      </dl>
      <ProblemMessage problem={problem} className="mt-4" />
    </Dialog>
  )
}

const Fact = ({ term, children }: { term: string; children: string | null }) => (
  <div>
    <dt className="text-muted text-sm">{term}</dt>
    <dd className="break-words">{children}</dd>
  </div>
)
