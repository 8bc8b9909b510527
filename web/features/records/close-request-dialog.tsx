import { useState } from 'react'
import type {
  DataRequestDetail,
  DataRequestOutcome,
  RetentionGround,
} from '../../../contract/data-requests.ts'
import { record_reason_length_max } from '../../../contract/limits.ts'
import { api } from '../../api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { Fieldset } from '../../ui/plain/fieldset.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { groundWords, optionsOf, requestOutcomeWords } from './data-request-words.ts'

type CloseRequestDialogProps = {
  request: DataRequestDetail
  onChanged: () => Promise<void>
  onClose: () => void
}

/** Writes down how a request was answered, and why something is kept that was to be erased. */
export function CloseRequestDialog({ request, onChanged, onClose }: CloseRequestDialogProps) {
  const [outcome, setOutcome] = useState<DataRequestOutcome>('answered')
  const toast = useToast()
  const asksGrounds = request.kind === 'erasure' && (outcome === 'partly' || outcome === 'refused')
  return (
    <FormDialog
      title="Close the request"
      about={request.id}
      text="It cannot be reopened. If the person asks again, record a new request."
      confirm="Close the request"
      onClose={onClose}
      read={(form) => {
        const note = String(form.get('closing-note') ?? '').trim()
        const grounds = asksGrounds ? (form.getAll('grounds').map(String) as RetentionGround[]) : []
        if (asksGrounds && grounds.length === 0)
          return [{ id: 'closing-grounds', text: 'Choose a reason for keeping it' }]
        if (outcome === 'refused' && !note && !asksGrounds)
          return [{ id: 'closing-note', text: 'Enter a reason to give the person' }]
        return async () => {
          await api.dataRequests.close({ requestId: request.id, outcome, note, grounds })
          toast('Closed')
          await onChanged()
        }
      }}
    >
      {(errors) => (
        <>
          <SelectField
            id="closing-outcome"
            label="Outcome"
            options={optionsOf(requestOutcomeWords)}
            value={outcome}
            onChange={(event) => setOutcome(event.target.value as DataRequestOutcome)}
          />
          {asksGrounds && (
            <Fieldset
              id="closing-grounds"
              legend="Reason for keeping it"
              hint="The person will be given this reason."
              error={errorOf(errors, 'closing-grounds')}
            >
              {(control) =>
                optionsOf(groundWords).map(({ value, label }, index) => (
                  <CheckboxField
                    key={value}
                    id={index === 0 ? control.id : `${control.id}-${value}`}
                    name="grounds"
                    value={value}
                    label={label}
                  />
                ))
              }
            </Fieldset>
          )}
          <TextareaField
            id="closing-note"
            name="closing-note"
            label={outcome === 'refused' ? 'Reason for refusal' : 'Note'}
            optional={outcome !== 'refused' || asksGrounds}
            rows={3}
            maxLength={record_reason_length_max}
            error={errorOf(errors, 'closing-note')}
          />
        </>
      )}
    </FormDialog>
  )
}
