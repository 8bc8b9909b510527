import { task_note_length_max } from '../../../contract/limits.ts'
import { api } from '../../api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { MomentField } from '../../ui/moment-field.tsx'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { Fieldset } from '../../ui/plain/fieldset.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import type { Aftercare } from './aftercare-words.ts'

type TreatmentDoneDialogProps = {
  consentId: string
  /** Treatments that were agreed to and not carried out yet. */
  open: Aftercare['treatments']
  onDone: (now: Aftercare) => Promise<void>
  onClose: () => void
}

/** Which treatments were carried out, and when; what follows by message is counted from then. */
export function TreatmentDoneDialog({ consentId, open, onDone, onClose }: TreatmentDoneDialogProps) {
  const keyOf = useIdempotencyKey()
  return (
    <FormDialog
      title="Treatment done"
      text="Aftercare messages are timed from this."
      confirm="Record as done"
      about={consentId}
      onClose={onClose}
      read={(typed) => {
        const places = open.map(({ place }) => place).filter((place) => typed.get(`place-${place}`) !== null)
        if (places.length === 0) return [{ id: `place-${open[0]!.place}`, text: 'Choose what was done' }]
        const at = String(typed.get('doneAt') ?? '')
        const time = at === '' ? null : new Date(at)
        if (time && Number.isNaN(time.getTime())) return [{ id: 'doneAt', text: 'Enter day and time' }]
        const input = { consentId, places, ...(time ? { doneAt: time.toISOString() } : {}) }
        return async () => {
          const now = await api.aftercare.recordDone(input, { context: { idempotencyKey: keyOf(input) } })
          await onDone(now)
        }
      }}
    >
      {(errors) => (
        <>
          <Fieldset legend="What was done?">
            {() => (
              <>
                {open.map(({ place, title }) => (
                  <CheckboxField
                    key={place}
                    id={`place-${place}`}
                    name={`place-${place}`}
                    label={title}
                    defaultChecked={open.length === 1}
                    error={errorOf(errors, `place-${place}`)}
                  />
                ))}
              </>
            )}
          </Fieldset>
          <MomentField
            id="doneAt"
            name="doneAt"
            label="When"
            optional
            hint="Leave empty to use the current time."
            error={errorOf(errors, 'doneAt')}
          />
        </>
      )}
    </FormDialog>
  )
}

const outcomes = [
  { value: 'reached', label: 'Spoke to the patient' },
  { value: 'done', label: 'Saw the patient' },
  { value: 'no-answer', label: 'No answer' },
  { value: 'not-needed', label: 'No longer needed' },
] as const

type ResolveWorryDialogProps = { taskId: string; onDone: () => Promise<void>; onClose: () => void }

/** What was done about a worry; it stands in the patient's record. */
export function ResolveWorryDialog({ taskId, onDone, onClose }: ResolveWorryDialogProps) {
  return (
    <FormDialog
      title="What did you do?"
      text="Stored with the patient’s answers. The patient sees only that it has been dealt with."
      confirm="Save"
      about={taskId}
      onClose={onClose}
      read={(typed) => {
        const note = String(typed.get('note') ?? '').trim()
        const outcome = outcomes.find(({ value }) => value === typed.get('outcome'))?.value
        if (!outcome) return [{ id: 'outcome', text: 'Choose the outcome' }]
        if (note === '') return [{ id: 'note', text: 'Enter what you did' }]
        return async () => {
          await api.tasks.complete({ taskId, outcome, note })
          await onDone()
        }
      }}
    >
      {(errors) => (
        <>
          <RadioGroup
            id="outcome"
            name="outcome"
            legend="Outcome"
            options={outcomes}
            error={errorOf(errors, 'outcome')}
          />
          <TextareaField
            id="note"
            name="note"
            label="What you did"
            rows={3}
            maxLength={task_note_length_max}
            error={errorOf(errors, 'note')}
          />
        </>
      )}
    </FormDialog>
  )
}
