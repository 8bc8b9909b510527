import { useState } from 'react'
import { api } from '../../api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { ChoiceFields } from '../../ui/plain/choice-fields.tsx'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { parseKeyForm } from './connection-form-parsing.ts'
import { actionScopeWords, smartScopeWords } from './connection-words.ts'
import { SecretNote } from './secret-note.tsx'

type ApiKeyDialogProps = { onMade: () => Promise<void>; onClose: () => void }

const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
]

/** Makes a key for another program and shows it once. */
export function ApiKeyDialog({ onMade, onClose }: ApiKeyDialogProps) {
  const [secret, setSecret] = useState<string>()
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
    <FormDialog
      title="New API key"
      text="Gives another program access to this practice’s records, as far as you choose here."
      confirm="Create key"
      read={(typed) => {
        const { entry, errors } = parseKeyForm(typed)
        if (errors.length > 0) return errors
        return async () => {
          const made = await api.integrations.createKey(entry)
          setSecret(made.secret)
          await onMade()
        }
      }}
      onDone={() => {}}
      onClose={onClose}
    >
      {(errors) => (
        <>
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
        </>
      )}
    </FormDialog>
  )
}
