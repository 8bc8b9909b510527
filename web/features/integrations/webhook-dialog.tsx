import { useId, useState, type FormEvent } from 'react'
import { api } from '../../api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useTask, type Problem } from '../../ui/use-task.ts'
import { ChoiceFields } from '../../ui/plain/choice-fields.tsx'
import { parseWebhookForm } from './connection-form-parsing.ts'
import { eventWords, type Webhook } from './connection-words.ts'
import { SecretNote } from './secret-note.tsx'
import { Form } from '../../ui/form.tsx'

const addressRefusal = (problem: Problem | null): FieldProblem[] =>
  problem?.reason === 'private-address' || problem?.fields?.some(({ field }) => field === 'url')
    ? [{ id: 'url', text: problem.fields?.find(({ field }) => field === 'url')?.message ?? problem.message }]
    : []

type WebhookDialogProps = {
  /** Absent for a new one. */
  webhook?: Webhook | undefined
  onSaved: () => Promise<void>
  onClose: () => void
}

/** Says where news goes and which; a new one shows its signing secret once. */
export function WebhookDialog({ webhook, onSaved, onClose }: WebhookDialogProps) {
  const formId = useId()
  const [missing, setMissing] = useState<readonly FieldProblem[]>([])
  const [secret, setSecret] = useState<string>()
  const { busy, problem, run } = useTask()
  const refused = addressRefusal(problem)
  const errors = [...missing, ...refused]

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const { entry, errors: found } = parseWebhookForm(new FormData(event.currentTarget))
    setMissing(found)
    const first = found[0]?.id
    if (first) return document.getElementById(first)?.focus()
    const done = await run(async () => {
      if (webhook)
        await api.integrations.changeWebhook({
          ...entry,
          webhookId: webhook.id,
          status: webhook.status === 'active' ? 'active' : 'disabled',
        })
      else setSecret((await api.integrations.createWebhook(entry)).secret)
      await onSaved()
    })
    if (done && webhook) onClose()
  }
  if (secret !== undefined) return <WebhookSecretDialog secret={secret} onClose={onClose} />
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={webhook ? 'Edit webhook' : 'New webhook'}
      description="Notifies another program of events, with IDs and times but no health data."
      size="medium"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={busy}>
            {webhook ? 'Save changes' : 'Add webhook'}
          </Button>
        </>
      }
    >
      <Form
        draft="webhook"
        id={formId}
        noValidate
        onSubmit={(event) => void submit(event)}
        className="space-y-5"
      >
        <WebhookFields webhook={webhook} errors={errors} />
      </Form>
      <ProblemMessage problem={refused.length > 0 ? null : problem} className="mt-4" />
    </Dialog>
  )
}

type WebhookFieldsProps = { webhook: Webhook | undefined; errors: readonly FieldProblem[] }

const WebhookFields = ({ webhook, errors }: WebhookFieldsProps) => (
  <>
    <TextField
      id="name"
      name="name"
      label="Name"
      hint="The receiving program"
      autoComplete="off"
      maxLength={80}
      defaultValue={webhook?.name}
      error={errorOf(errors, 'name')}
    />
    <TextField
      id="url"
      name="url"
      type="url"
      label="Address"
      hint="Begins with https://"
      autoComplete="off"
      spellCheck={false}
      maxLength={500}
      defaultValue={webhook?.url}
      error={errorOf(errors, 'url')}
    />
    <ChoiceFields
      id="events"
      legend="Notify when a consent is"
      words={eventWords}
      chosen={webhook?.events ?? []}
      error={errorOf(errors, 'events')}
    />
  </>
)

type WebhookSecretDialogProps = { secret: string; onClose: () => void }

/** A signing secret, shown once. */
export const WebhookSecretDialog = ({ secret, onClose }: WebhookSecretDialogProps) => (
  <Dialog
    open
    onOpenChange={onClose}
    title="The signing secret"
    footer={<Button onClick={onClose}>Done</Button>}
  >
    <SecretNote
      label="Signing secret"
      secret={secret}
      hint="Lets the receiver verify events from Candour (Standard Webhooks, HMAC-SHA256)."
    />
  </Dialog>
)
