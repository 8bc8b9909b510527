import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { useTask } from '../../ui/use-task.ts'

type ReasonDialogProps = {
  title: string
  /** What will happen. */
  text: string
  label: string
  confirm: string
  onConfirm: (reason: string) => Promise<void>
  onClose: () => void
}

/** Asks once before something that ends a consent, and for the words that stay in its record. */
export function ReasonDialog({ title, text, label, confirm, onConfirm, onClose }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const { busy, problem, run } = useTask()

  async function submit() {
    const typed = reason.trim()
    setError(typed ? undefined : `Enter ${label.toLowerCase()}`)
    if (!typed) return document.getElementById('reason')?.focus()
    if (await run(() => onConfirm(typed))) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={text}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" busy={busy} onClick={() => void submit()}>
            {confirm}
          </Button>
        </>
      }
    >
      <TextareaField
        id="reason"
        label={label}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={error}
        maxLength={500}
        rows={3}
      />
      <ProblemMessage problem={problem} className="mt-4" />
    </Dialog>
  )
}
