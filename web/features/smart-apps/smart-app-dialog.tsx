import { useId, useState, type FormEvent } from 'react'
import { api } from '../../api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { ChoiceFields } from '../../ui/plain/choice-fields.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useTask } from '../../ui/use-task.ts'
import { parseSmartAppForm, patientScopeWords } from './smart-app-words.ts'

type SmartAppDialogProps = { onSaved: () => Promise<void>; onClose: () => void }

/** Registers an app: where it is opened, where it is answered, and what it may read of a patient. */
export function SmartAppDialog({ onSaved, onClose }: SmartAppDialogProps) {
  const formId = useId()
  const [errors, setErrors] = useState<readonly FieldProblem[]>([])
  const keyOf = useIdempotencyKey()
  const { busy, problem, run } = useTask()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const { entry, errors: found } = parseSmartAppForm(new FormData(event.currentTarget))
    setErrors(found)
    const first = found[0]?.id
    if (first) return document.getElementById(first)?.focus()
    const isDone = await run(async () => {
      await api.smartApps.create(entry, { context: { idempotencyKey: keyOf(entry) } })
      await onSaved()
    })
    if (isDone) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Register app"
      description="Staff can open it from a patient (SMART on FHIR). Each time, they agree to what it reads."
      size="medium"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={busy}>
            Register app
          </Button>
        </>
      }
    >
      <Form
        draft="smart-app"
        id={formId}
        noValidate
        onSubmit={(event) => void submit(event)}
        className="space-y-5"
      >
        <TextField
          id="name"
          name="name"
          label="Name"
          hint="Shown to staff"
          autoComplete="off"
          maxLength={80}
          error={errorOf(errors, 'name')}
        />
        <TextField
          id="launchUrl"
          name="launchUrl"
          type="url"
          label="Launch address"
          hint="Begins with https://"
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          error={errorOf(errors, 'launchUrl')}
        />
        <TextareaField
          id="redirectUris"
          name="redirectUris"
          label="Redirect addresses"
          hint="One on each line, exactly as the app’s maker gives them"
          rows={3}
          spellCheck={false}
          error={errorOf(errors, 'redirectUris')}
        />
        <ChoiceFields
          id="scopes"
          legend="Can read, of the patient it is opened at"
          words={patientScopeWords}
          error={errorOf(errors, 'scopes')}
        />
      </Form>
      <ProblemMessage problem={problem} className="mt-4" />
    </Dialog>
  )
}
