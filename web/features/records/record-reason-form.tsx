import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useTask } from '../../ui/use-task.ts'
import { Form } from '../../ui/form.tsx'

type RecordReasonFormProps = {
  id: string
  label: string
  hint?: string | undefined
  confirm: string
  lengthMax: number
  onConfirm: (reason: string, idempotencyKey: string) => Promise<void>
  onCancel: () => void
}

/** A reason that stays in the record, asked for where it is given. */
export function RecordReasonForm(props: RecordReasonFormProps) {
  const { id, label, hint, confirm, lengthMax, onConfirm, onCancel } = props
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const { busy, problem, run } = useTask()
  const keyOf = useIdempotencyKey()

  async function submit(event: FormEvent) {
    event.preventDefault()
    const typed = reason.trim()
    setError(typed ? undefined : `Enter ${label.toLowerCase()}`)
    if (!typed) return document.getElementById(id)?.focus()
    await run(() => onConfirm(typed, keyOf(typed)))
  }
  return (
    <Form
      draft={`reason ${id}`}
      noValidate
      onSubmit={(event) => void submit(event)}
      className="mt-4 space-y-4"
    >
      <TextareaField
        id={id}
        label={label}
        hint={hint}
        rows={2}
        maxLength={lengthMax}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={error}
      />
      <ProblemMessage problem={problem} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="small" busy={busy}>
          {confirm}
        </Button>
        <Button variant="quiet" size="small" onClick={onCancel} data-discards>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
