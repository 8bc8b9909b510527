import { useId, useState, type FormEvent } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { forgetDraft } from '../../ui/plain/form-draft.ts'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { validationFailed, useTask, type Problem } from '../../ui/use-task.ts'
import type { PendingDecision } from './use-template-approval.ts'

type DecisionDialogProps = PendingDecision & {
  /** Of the template. */
  name: string
  onDecide: (deciding: PendingDecision, comment: string) => Promise<void>
  onClose: () => void
}

const words = {
  approved: {
    title: (label: string) => `Approve version ${label}?`,
    text: 'New consents use it from now on. Consents already sent keep their text.',
    label: 'Comment',
    confirm: 'Approve',
  },
  'changes asked': {
    title: (label: string) => `Request changes to version ${label}`,
    text: 'It is not used. The author sees your comments.',
    label: 'Changes needed',
    confirm: 'Request changes',
  },
}

const commentId = 'decision-comment'

/** Asks once before a version is used or sent back, and for the words that stay with the answer. */
export function DecisionDialog({ name, onDecide, onClose, ...deciding }: DecisionDialogProps) {
  const { decision, label, versionId } = deciding
  const id = useId()
  const draft = `${decision} ${versionId}`
  const [comment, setComment] = useState('')
  const [error, setError] = useState<string>()
  const { busy, problem, run } = useTask()
  const { title, text, confirm, label: commentLabel } = words[decision]

  function refuse(message: string) {
    setError(message)
    document.getElementById(commentId)?.focus()
  }
  function cancel() {
    forgetDraft(draft)
    onClose()
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    setError(undefined)
    if (decision === 'changes asked' && comment.trim() === '') return refuse('Enter the changes needed.')
    await run(async () => {
      try {
        await onDecide(deciding, comment.trim())
      } catch (failure) {
        const { reason, message } = failure as Problem
        if (reason !== 'comment-missing') throw failure
        refuse(message)
        return validationFailed
      }
      return undefined
    })
  }
  return (
    <Dialog
      open
      onOpenChange={cancel}
      title={title(label)}
      description={<span dir="auto">{name}</span>}
      footer={
        <>
          <Button variant="quiet" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" form={id} busy={busy}>
            {confirm}
          </Button>
        </>
      }
    >
      <p className="mb-4">{text}</p>
      <Form draft={draft} id={id} noValidate onSubmit={(event) => void submit(event)}>
        <TextareaField
          id={commentId}
          label={commentLabel}
          optional={decision === 'approved'}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
          error={error}
          maxLength={1000}
          rows={3}
        />
        <ProblemMessage problem={problem} className="mt-4" />
      </Form>
    </Dialog>
  )
}
