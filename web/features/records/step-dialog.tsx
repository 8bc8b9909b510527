import { today } from '../../../contract/calendar-day.ts'
import type { DataRequestDetail, NewDataRequestStep } from '../../../contract/data-requests.ts'
import { record_reason_length_max } from '../../../contract/limits.ts'
import { api } from '../../api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import type { AvailableStep } from './data-request-steps.ts'

const dated: readonly AvailableStep['kind'][] = [
  'identity-asked',
  'identified',
  'clarification-asked',
  'clarified',
]

type StepDialogProps = {
  request: DataRequestDetail
  step: AvailableStep
  onChanged: () => Promise<void>
  onClose: () => void
}

/** What was typed, as the step that it is; each kind says something besides its note, or nothing. */
function parseStep(kind: AvailableStep['kind'], typed: (name: string) => string): NewDataRequestStep {
  const [note, on] = [typed('step-note'), typed('step-day')]
  if (kind === 'corrected') return { kind, note, consentId: typed('step-consent') || null }
  if (kind === 'pack-given') return { kind, note, packId: typed('step-pack') }
  if (kind === 'identified') return { kind, note, on, hadToBeAsked: typed('step-asked') === 'on' }
  if (kind === 'identity-asked' || kind === 'clarification-asked' || kind === 'clarified')
    return { kind, note, on }
  return { kind, note }
}

/** Writes down what was done about a request. */
export function StepDialog({ request, step, onChanged, onClose }: StepDialogProps) {
  const { kind } = step
  const keyOf = useIdempotencyKey()
  const toast = useToast()
  return (
    <FormDialog
      title={step.label}
      text={step.text}
      confirm="Record"
      about={request.id}
      onClose={onClose}
      read={(form) => {
        const typed = (name: string) => String(form.get(name) ?? '').trim()
        const missing = [
          ...(typed('step-note') ? [] : [{ id: 'step-note', text: `Enter ${step.note.toLowerCase()}` }]),
          ...(dated.includes(kind) && !typed('step-day') ? [{ id: 'step-day', text: 'Enter the day' }] : []),
        ]
        if (missing.length > 0) return missing
        const asked = { requestId: request.id, step: parseStep(kind, typed) }
        return async () => {
          await api.dataRequests.addStep(asked, { context: { idempotencyKey: keyOf(asked) } })
          toast('Recorded')
          await onChanged()
        }
      }}
    >
      {(errors) => (
        <>
          {dated.includes(kind) && (
            <TextField
              id="step-day"
              name="step-day"
              label="On"
              type="date"
              width="medium"
              max={today()}
              defaultValue={today()}
              error={errorOf(errors, 'step-day')}
            />
          )}
          <TextareaField
            id="step-note"
            name="step-note"
            label={step.note}
            hint={step.hint}
            rows={3}
            maxLength={record_reason_length_max}
            error={errorOf(errors, 'step-note')}
          />
          {kind === 'identified' && request.stopped === null && (
            <CheckboxField name="step-asked" label="Identity was in doubt: the month starts on this date" />
          )}
          {kind === 'corrected' && (
            <SelectField
              id="step-consent"
              name="step-consent"
              label="Consent concerned"
              empty="None: the patient record"
              options={request.consents.map(({ id, title }) => ({ value: id, label: title }))}
            />
          )}
          {kind === 'pack-given' && (
            <SelectField
              id="step-pack"
              name="step-pack"
              label="Access pack"
              options={request.packs.map(({ id, createdAt }) => ({
                value: id,
                label: momentText(createdAt),
              }))}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}
