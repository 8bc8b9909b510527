import { api } from '../../api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { ChoiceFields } from '../../ui/plain/choice-fields.tsx'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { parseSmartAppForm, patientScopeWords } from './smart-app-words.ts'

type SmartAppDialogProps = { onSaved: () => Promise<void>; onClose: () => void }

/** Registers an app: where it is opened, where it is answered, and what it may read of a patient. */
export function SmartAppDialog({ onSaved, onClose }: SmartAppDialogProps) {
  const keyOf = useIdempotencyKey()
  return (
    <FormDialog
      title="Register app"
      text="Staff can open it from a patient (SMART on FHIR). Each time, they agree to what it reads."
      confirm="Register app"
      read={(typed) => {
        const { entry, errors } = parseSmartAppForm(typed)
        if (errors.length > 0) return errors
        return async () => {
          await api.smartApps.create(entry, { context: { idempotencyKey: keyOf(entry) } })
          await onSaved()
        }
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
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
        </>
      )}
    </FormDialog>
  )
}
