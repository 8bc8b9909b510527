import {
  emergency_access_minutes,
  emergency_reason_length_max,
  emergency_reason_length_min,
} from '../../../contract/limits.ts'
import { api } from '../../api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { parseAccessReason } from './access-reason-parsing.ts'
import { reasonWords } from './access-words.ts'

type OpenRecordDialogProps = {
  consentId: string
  clinicName: string
  onOpened: () => Promise<void>
  onClose: () => void
}

/** Asks why, before the record of somebody's patient is opened. */
export function OpenRecordDialog({ consentId, clinicName, onOpened, onClose }: OpenRecordDialogProps) {
  function read(typed: FormData) {
    const why = parseAccessReason(typed)
    if (Array.isArray(why)) return why
    return async () => {
      await api.emergencyAccesses.open({ consentId, ...why })
      await onOpened()
    }
  }
  return (
    <FormDialog
      title="Open the record"
      text={`You can view this record for ${emergency_access_minutes} minutes, read-only. ${clinicName} is notified immediately with your name and reason. The patient can also request them.`}
      confirm="Open the record"
      read={read}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <SelectField
            id="access-reason"
            name="access-reason"
            label="Reason"
            options={[
              { value: '', label: 'Choose a reason' },
              ...Object.entries(reasonWords).map(([value, label]) => ({ value, label })),
            ]}
            error={errorOf(errors, 'access-reason')}
          />
          <TextareaField
            id="access-words"
            name="access-words"
            label="Why you need access"
            hint={`At least ${emergency_reason_length_min} characters. Do not include patient details.`}
            rows={4}
            maxLength={emergency_reason_length_max}
            error={errorOf(errors, 'access-words')}
          />
          <TextField
            id="access-ticket"
            name="access-ticket"
            label="Ticket number"
            optional
            maxLength={60}
            width="medium"
            autoComplete="off"
          />
        </>
      )}
    </FormDialog>
  )
}
