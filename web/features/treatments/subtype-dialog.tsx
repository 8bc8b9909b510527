import { useId, useState, type FormEvent } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useTask } from '../../ui/use-task.ts'
import { nameErrors } from './treatment-form-values.ts'
import { Form } from '../../ui/form.tsx'

type SubtypeDialogProps = {
  title: string
  description?: string | undefined
  confirm: string
  /** What it is called now; empty for a new one. */
  current: string
  /** Saves, and loads anew what is behind the dialog. */
  onSave: (name: string) => Promise<void>
  onClose: () => void
}

/** Names a subtype of a treatment type. */
export function SubtypeDialog({ title, description, confirm, current, onSave, onClose }: SubtypeDialogProps) {
  const formId = useId()
  const [nameError, setFault] = useState<string>()
  const { busy, problem, run } = useTask()
  const refused = problem?.reason === 'subtype-taken' ? problem.message : undefined

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    const found = nameErrors(name)[0]?.text
    setFault(found)
    if (found) return document.getElementById('name')?.focus()
    if (name === current || (await run(() => onSave(name)))) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={description}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={busy}>
            {confirm}
          </Button>
        </>
      }
    >
      <Form draft="subtype" id={formId} noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          id="name"
          name="name"
          label="Name of the subtype"
          dir="auto"
          defaultValue={current}
          error={nameError ?? refused}
        />
      </Form>
      <ProblemMessage problem={refused ? null : problem} className="mt-4" />
    </Dialog>
  )
}
