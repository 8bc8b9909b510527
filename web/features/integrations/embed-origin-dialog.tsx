import { useId, useState, type FormEvent } from 'react'
import { api } from '../../api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useTask } from '../../ui/use-task.ts'
import { parseOrigin } from './embed-origin-parsing.ts'

type EmbedOriginDialogProps = { onSaved: () => Promise<void>; onClose: () => void }

/** Lists an origin whose pages may show consents. */
export function EmbedOriginDialog({ onSaved, onClose }: EmbedOriginDialogProps) {
  const formId = useId()
  const [error, setError] = useState<string>()
  const keyOf = useIdempotencyKey()
  const { busy, problem, run } = useTask()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const origin = parseOrigin(String(new FormData(event.currentTarget).get('origin') ?? ''))
    setError(origin === null ? 'Enter an address that begins with https://' : undefined)
    if (origin === null) return document.getElementById('origin')?.focus()
    const entry = { origin }
    const isDone = await run(async () => {
      await api.embeds.addOrigin(entry, { context: { idempotencyKey: keyOf(entry) } })
      await onSaved()
    })
    if (isDone) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Add origin"
      description="Pages at this address can show how your consents stand. Add only addresses of software that you trust with patients’ names."
      size="medium"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={busy}>
            Add origin
          </Button>
        </>
      }
    >
      <Form draft="embed-origin" id={formId} noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          id="origin"
          name="origin"
          type="url"
          label="Address of the practice system"
          hint="For example https://app.example.com. The path is left out."
          autoComplete="off"
          spellCheck={false}
          maxLength={300}
          error={error}
        />
      </Form>
      <ProblemMessage problem={problem} className="mt-4" />
    </Dialog>
  )
}
