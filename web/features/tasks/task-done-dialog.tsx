import { useId, useState, type FormEvent } from 'react'
import { task_note_length_max } from '../../../contract/limits.ts'
import { api } from '../../api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { forgetDraft } from '../../ui/plain/form-draft.ts'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { useTask } from '../../ui/use-task.ts'
import { needsNote, outcomesOf, outcomeWords, taskTitles, type Task, type TaskOutcome } from './task-words.ts'

type TaskDoneDialogProps = { task: Task; onDone: () => Promise<void>; onClose: () => void }

/** Asks how a task ended. */
export function TaskDoneDialog({ task, onDone, onClose }: TaskDoneDialogProps) {
  const outcomes = outcomesOf[task.kind]
  const [outcome, setOutcome] = useState<TaskOutcome>(outcomes[0]!)
  const [note, setNote] = useState('')
  const { busy, problem, run } = useTask()
  const id = useId()
  const draft = `task ${task.id}`

  function cancel() {
    forgetDraft(draft)
    onClose()
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    const done = await run(async () => {
      await api.tasks.complete({ taskId: task.id, outcome, note })
      await onDone()
    })
    if (done) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={cancel}
      title={`${taskTitles[task.kind]}: ${task.patient.name}`}
      footer={
        <>
          <Button variant="quiet" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" form={id} busy={busy}>
            Save
          </Button>
        </>
      }
    >
      <Form draft={draft} id={id} noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
        <RadioGroup
          name="outcome"
          legend="Outcome"
          options={outcomes.map((value) => ({ value, label: outcomeWords[value] }))}
          value={outcome}
          onChange={(value) => setOutcome(value as TaskOutcome)}
        />
        <TextareaField
          id="task-note"
          label={needsNote(task.kind) ? 'What you did' : 'Note'}
          optional={!needsNote(task.kind)}
          maxLength={task_note_length_max}
          rows={2}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <ProblemMessage problem={problem} />
      </Form>
    </Dialog>
  )
}
