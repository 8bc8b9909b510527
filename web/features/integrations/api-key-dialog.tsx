import { useId, useState, type FormEvent } from 'react'
import { api } from '../../api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useTask } from '../../ui/use-task.ts'
import { ChoiceFields } from '../../ui/plain/choice-fields.tsx'
import { parseKeyForm } from './connection-form-parsing.ts'
import { actionScopeWords, smartScopeWords } from './connection-words.ts'
import { SecretNote } from './secret-note.tsx'
import { Form } from '../../ui/form.tsx'

type ApiKeyDialogProps = { onMade: () => Promise<void>; onClose: () => void }

const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
]

/** Makes a key for another program and shows it once. */
export function ApiKeyDialog({ onMade, onClose }: ApiKeyDialogProps) {
  const formId = useId()
  const [errors, setErrors] = useState<readonly FieldProblem[]>([])
  const [secret, setSecret] = useState<string>()
  const { busy, problem, run } = useTask()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const { entry, errors: found } = parseKeyForm(new FormData(event.currentTarget))
    setErrors(found)
    const first = found[0]?.id
    if (first) return document.getElementById(first)?.focus()
    await run(async () => {
      const made = await api.integrations.createKey(entry)
      setSecret(made.secret)
      await onMade()
    })
  }
  if (secret !== undefined)
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title="The new key"
        footer={<Button onClick={onClose}>Done</Button>}
      >
        <SecretNote label="API key" secret={secret} hint="Send it as a bearer token with every request." />
      </Dialog>
    )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="New API key"
      description="Gives another program access to this practice’s records, as far as you choose here."
      size="medium"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={busy}>
            Create key
          </Button>
        </>
      }
    >
      <Form
        draft="api-key"
        id={formId}
        noValidate
        onSubmit={(event) => void submit(event)}
        className="space-y-5"
      >
        <TextField
          id="name"
          name="name"
          label="Name"
          hint="The program that will use it"
          autoComplete="off"
          maxLength={80}
          error={errorOf(errors, 'name')}
        />
        <ChoiceFields
          id="scopes"
          legend="Read access to"
          hint="By HL7 FHIR R4"
          words={smartScopeWords}
          error={errorOf(errors, 'scopes')}
        />
        <ChoiceFields
          id="actions"
          name="scopes"
          legend="Permissions"
          hint="By the Candour API. A clinician still decides what only a clinician may."
          words={actionScopeWords}
        />
        <SelectField id="days" name="days" label="Valid for" options={lifetimes} defaultValue="365" />
      </Form>
      <ProblemMessage problem={problem} className="mt-4" />
    </Dialog>
  )
}
