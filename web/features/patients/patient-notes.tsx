import { NotebookPen } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { patient_note_length_max } from '../../../contract/limits.ts'
import { api, type Api } from '../../api.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useTask } from '../../ui/use-task.ts'
import { groupIntoThreads, type Thread } from './note-threads.ts'
import { Form } from '../../ui/form.tsx'

type Note = Awaited<ReturnType<Api['patients']['notes']>>[number]

type PatientNotesProps = {
  patientId: string
  notes: readonly Note[]
  mayEdit: boolean
  onChanged: () => Promise<void>
}

/** The notes about a patient, newest first; a correction stands under the note that it corrects. */
export function PatientNotes({ patientId, notes, mayEdit, onChanged }: PatientNotesProps) {
  const [correcting, setCorrecting] = useState<Note>()
  return (
    <>
      {mayEdit && (
        <NoteForm
          key={correcting?.id}
          patientId={patientId}
          correcting={correcting}
          onDone={async () => {
            await onChanged()
            setCorrecting(undefined)
          }}
          onCancel={() => setCorrecting(undefined)}
        />
      )}
      <Panel title="Notes" lead="Notes cannot be changed. To correct one, add a correction to it.">
        {notes.length === 0 ? (
          <EmptyState icon={NotebookPen} title="No notes yet" />
        ) : (
          <ul className="divide-y divide-line">
            {groupIntoThreads(notes).map((thread) => (
              <ThreadItem
                key={thread.note.id}
                thread={thread}
                onCorrect={mayEdit ? setCorrecting : undefined}
              />
            ))}
          </ul>
        )}
      </Panel>
    </>
  )
}

type ThreadItemProps = { thread: Thread<Note>; onCorrect: ((note: Note) => void) | undefined }

function ThreadItem({ thread: { note, corrections }, onCorrect }: ThreadItemProps) {
  return (
    <li className="py-4 first:pt-0 last:pb-0">
      <p className="text-small text-muted">
        {momentText(note.at)} · {note.by}
        {corrections.length > 0 && ' · corrected below'}
      </p>
      <p dir="auto" className="mt-1 whitespace-pre-line wrap-anywhere">
        {note.text}
      </p>
      {onCorrect && (
        <Button variant="link" size="small" onClick={() => onCorrect(note)}>
          Correct<span className="sr-only"> the note of {momentText(note.at)}</span>
        </Button>
      )}
      {corrections.length > 0 && (
        <ul className="mt-2 ms-1.5 border-s-4 border-line ps-4">
          {corrections.map((thread) => (
            <ThreadItem key={thread.note.id} thread={thread} onCorrect={onCorrect} />
          ))}
        </ul>
      )}
    </li>
  )
}

type NoteFormProps = {
  patientId: string
  correcting: Note | undefined
  onDone: () => Promise<void>
  onCancel: () => void
}

function NoteForm({ patientId, correcting, onDone, onCancel }: NoteFormProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [error, setError] = useState<string>()
  const { busy, problem, run } = useTask()
  const keyOf = useIdempotencyKey()
  const toast = useToast()
  useEffect(() => {
    if (correcting) field.current?.focus()
  }, [correcting])

  async function add(event: FormEvent) {
    event.preventDefault()
    const text = field.current?.value.trim() ?? ''
    setError(text ? undefined : 'Enter a note')
    if (!text) return field.current?.focus()
    const note = { patientId, text, corrects: correcting?.id ?? null }
    const isDone = await run(async () => {
      await api.patients.addNote(note, { context: { idempotencyKey: keyOf(note) } })
      await onDone()
    })
    if (!isDone) return
    if (field.current) field.current.value = ''
    toast(correcting ? 'Correction added.' : 'Note added.', { tone: 'ok' })
  }
  return (
    <Panel>
      <Form draft={`note ${correcting?.id ?? 'new'}`} noValidate onSubmit={add}>
        <TextareaField
          ref={field}
          id="note"
          label={correcting ? `Correction of the note of ${momentText(correcting.at)}` : 'New note'}
          rows={3}
          maxLength={patient_note_length_max}
          error={error}
        />
        <ProblemMessage problem={problem} className="mt-3" />
        <div className="mt-3 flex flex-wrap gap-3">
          <Button type="submit" busy={busy}>
            {correcting ? 'Add correction' : 'Add note'}
          </Button>
          {correcting && (
            <Button variant="quiet" onClick={onCancel} data-discards>
              Cancel
            </Button>
          )}
        </div>
      </Form>
    </Panel>
  )
}
