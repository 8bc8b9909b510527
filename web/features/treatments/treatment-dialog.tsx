import { useId, useState, type FormEvent } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { useTask, type Problem } from '../../ui/use-task.ts'
import { parseTreatmentForm, type TreatmentEntry } from './treatment-form-values.ts'
import type { Treatment } from './treatment-operations.ts'
import { Form } from '../../ui/form.tsx'

type TreatmentDialogProps = {
  /** Absent for a new one. */
  treatment?: Treatment | undefined
  /** Saves, and loads anew what is behind the dialog. */
  onSave: (entry: TreatmentEntry) => Promise<void>
  onClose: () => void
}

/** Which field a refusal is about. */
const fieldByReason: Record<string, string> = { 'name-taken': 'name', 'subtype-taken': 'subtypes' }

const refusalErrors = (problem: Problem | null): FieldProblem[] => {
  const id = fieldByReason[problem?.reason ?? '']
  return problem && id ? [{ id, text: problem.message }] : []
}

/** Names a treatment type; a new one with the subtypes it begins with. */
export function TreatmentDialog({ treatment, onSave, onClose }: TreatmentDialogProps) {
  const formId = useId()
  const [missing, setMissing] = useState<FieldProblem[]>([])
  const { busy, problem, run } = useTask()
  const refused = refusalErrors(problem)
  const errors = [...missing, ...refused]

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const { entry, errors: found } = parseTreatmentForm(new FormData(event.currentTarget))
    setMissing(found)
    const first = found[0]?.id
    if (first) return document.getElementById(first)?.focus()
    if (await run(() => onSave(entry))) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={treatment ? 'Edit treatment type' : 'Add treatment type'}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={busy}>
            {treatment ? 'Save changes' : 'Add treatment type'}
          </Button>
        </>
      }
    >
      <Form
        draft="treatment"
        id={formId}
        noValidate
        onSubmit={(event) => void submit(event)}
        className="space-y-5"
      >
        <TextField
          id="name"
          name="name"
          label="Name"
          dir="auto"
          defaultValue={treatment?.name}
          error={errorOf(errors, 'name')}
        />
        <TextareaField
          id="description"
          name="description"
          label="Description"
          optional
          rows={2}
          maxLength={2000}
          defaultValue={treatment?.description}
        />
        {!treatment && (
          <TextareaField
            id="subtypes"
            name="subtypes"
            label="Subtypes"
            optional
            hint="One on each line. More can be added later."
            error={errorOf(errors, 'subtypes')}
          />
        )}
      </Form>
      <ProblemMessage problem={refused.length > 0 ? null : problem} className="mt-4" />
    </Dialog>
  )
}
