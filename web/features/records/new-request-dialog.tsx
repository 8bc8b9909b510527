import { today } from '../../../contract/calendar-day.ts'
import { useState } from 'react'
import type { DataRequestDetail, DataRequestKind } from '../../../contract/data-requests.ts'
import { record_reason_length_max } from '../../../contract/limits.ts'
import { api } from '../../api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { PatientCombobox, type PatientChoice } from '../patients/index.ts'
import { optionsOf, requestKindWords } from './data-request-words.ts'

type NewRequestDialogProps = {
  /** Whom it is about; asked for where it is not known. */
  patientId?: string
  onOpened: (request: DataRequestDetail) => unknown
  onClose: () => void
}

/** Writes down that somebody asked something about their data. */
export function NewRequestDialog({ patientId, onOpened, onClose }: NewRequestDialogProps) {
  const [patient, setPatient] = useState<PatientChoice | null>(null)
  const keyOf = useIdempotencyKey()
  return (
    <FormDialog
      title="Record request"
      text="The time limit starts on the day the request arrived."
      confirm="Record"
      onClose={onClose}
      read={(form) => {
        const typed = (name: string) => String(form.get(name) ?? '').trim()
        const missing = [
          ...(typed('request-from')
            ? []
            : [{ id: 'request-from', text: 'Enter who made the request and how' }]),
          ...(typed('request-day') ? [] : [{ id: 'request-day', text: 'Enter the date it arrived' }]),
        ]
        if (missing.length > 0) return missing
        const request = {
          kind: typed('request-kind') as DataRequestKind,
          patientId: patientId ?? patient?.id ?? null,
          from: typed('request-from'),
          receivedOn: typed('request-day'),
          note: typed('request-note'),
        }
        return async () =>
          onOpened(await api.dataRequests.open(request, { context: { idempotencyKey: keyOf(request) } }))
      }}
    >
      {(errors) => (
        <>
          <SelectField
            id="request-kind"
            name="request-kind"
            label="Request type"
            options={optionsOf(requestKindWords)}
          />
          {patientId === undefined && (
            <>
              <PatientCombobox id="request-patient" value={patient} onChange={setPatient} />
              <p className="-mt-3 text-small text-muted">Leave empty if they are not a patient here.</p>
            </>
          )}
          <TextField
            id="request-from"
            name="request-from"
            label="Requested by"
            hint="For example, the patient, by e-mail"
            maxLength={200}
            autoComplete="off"
            error={errorOf(errors, 'request-from')}
          />
          <TextField
            id="request-day"
            name="request-day"
            label="Date received"
            type="date"
            width="medium"
            max={today()}
            defaultValue={today()}
            error={errorOf(errors, 'request-day')}
          />
          <TextareaField
            id="request-note"
            name="request-note"
            label="Details of the request"
            optional
            rows={2}
            maxLength={record_reason_length_max}
          />
        </>
      )}
    </FormDialog>
  )
}
