import { MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import { ticket_text_length_max } from '../../../contract/limits.ts'
import type { CannedAnswer } from '../../../contract/tickets.ts'
import { api } from '../../api.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { recentText } from '../../ui/plain/date-text.ts'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useTask } from '../../ui/use-task.ts'

type CannedAnswerScreenProps = { answers: readonly CannedAnswer[]; onChanged: () => Promise<void> }

/** Answers that are kept to be used again. */
export function CannedAnswerScreen({ answers, onChanged }: CannedAnswerScreenProps) {
  const [edited, setEdited] = useState<CannedAnswer | 'new' | null>(null)
  const deleting = useTask()
  const confirm = useConfirm()
  const toast = useToast()

  async function remove({ id: cannedId, title }: CannedAnswer) {
    const agreed = await confirm({
      title: `Delete ‘${title}’?`,
      text: 'Replies already sent are unchanged.',
      confirm: 'Delete',
      danger: true,
    })
    if (!agreed || !(await deleting.run(() => api.adminTickets.deleteCanned({ cannedId })))) return
    toast('Deleted')
    await onChanged()
  }
  return (
    <>
      <PageHeader
        back={<BackLink href="/admin/support">Support Tickets</BackLink>}
        title="Saved replies"
        lead="Reply templates. Edit them before sending."
        actions={<Button onClick={() => setEdited('new')}>Add saved reply</Button>}
      />
      <ProblemMessage problem={deleting.problem} className="mt-4" />
      {answers.length === 0 ? (
        <EmptyState icon={MessageSquareText} title="No saved replies yet">
          Save replies you send often.
        </EmptyState>
      ) : (
        <ul className="mt-6 space-y-4">
          {answers.map((answer) => (
            <li key={answer.id} className="card p-5">
              <article aria-label={answer.title}>
                <h2 dir="auto">{answer.title}</h2>
                <p className="mt-2 max-w-prose leading-relaxed wrap-anywhere whitespace-pre-line" dir="auto">
                  {answer.words}
                </p>
                <p className="mt-3 text-small text-muted">
                  Changed by <span dir="auto">{answer.updatedBy}</span>,{' '}
                  {recentText(answer.updatedAt, new Date())}
                </p>
                <div className="mt-4 flex flex-wrap gap-2">
                  <Button variant="quiet" size="small" onClick={() => setEdited(answer)}>
                    Change
                  </Button>
                  <Button
                    variant="quiet"
                    size="small"
                    busy={deleting.busy}
                    onClick={() => void remove(answer)}
                  >
                    Delete
                  </Button>
                </div>
              </article>
            </li>
          ))}
        </ul>
      )}
      {edited && (
        <CannedAnswerDialog
          answer={edited === 'new' ? null : edited}
          onSaved={onChanged}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}

type DialogProps = { answer: CannedAnswer | null; onSaved: () => Promise<void>; onClose: () => void }

const ids = { title: 'canned-title', words: 'canned-words' }

function CannedAnswerDialog({ answer, onSaved, onClose }: DialogProps) {
  const keyOf = useIdempotencyKey()
  const toast = useToast()
  async function save(kept: { title: string; words: string }) {
    if (answer) await api.adminTickets.changeCanned({ cannedId: answer.id, ...kept })
    else await api.adminTickets.addCanned(kept, { context: { idempotencyKey: keyOf(kept) } })
    toast('Saved')
    await onSaved()
  }
  return (
    <FormDialog
      title={answer ? 'Edit saved reply' : 'Add saved reply'}
      text="Available to everyone who answers tickets."
      confirm="Save"
      about={answer?.id}
      read={(typed) => {
        const [title, words] = [String(typed.get('title')).trim(), String(typed.get('words')).trim()]
        const missing = [
          ...(title ? [] : [{ id: ids.title, text: 'Enter a title' }]),
          ...(words ? [] : [{ id: ids.words, text: 'Enter the answer' }]),
        ]
        return missing.length > 0 ? missing : () => save({ title, words })
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <TextField
            id={ids.title}
            name="title"
            label="Title"
            defaultValue={answer?.title}
            maxLength={120}
            autoComplete="off"
            error={errorOf(errors, ids.title)}
          />
          <TextareaField
            id={ids.words}
            name="words"
            label="Answer"
            rows={6}
            defaultValue={answer?.words}
            maxLength={ticket_text_length_max}
            error={errorOf(errors, ids.words)}
          />
        </>
      )}
    </FormDialog>
  )
}
