import { outcome_note_length_max } from '../../../contract/limits.ts'
import { outcomeMethods } from '../../../contract/own-figures.ts'
import { api } from '../../api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { MomentField } from '../../ui/moment-field.tsx'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { dayText } from '../../ui/plain/date-text.ts'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { Fieldset } from '../../ui/plain/fieldset.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { methodOptions, type ConsentOutcomes, type TreatmentOutcome } from './outcome-words.ts'

type OutcomeDialogProps = {
  consentId: string
  treatment: TreatmentOutcome
  onDone: (now: ConsentOutcomes) => Promise<void>
  onClose: () => void
}

const resultOptions = [
  { value: 'occurred', label: 'One or more of the listed risks occurred' },
  { value: 'none', label: 'None of the listed risks occurred' },
  { value: 'not-known', label: 'Not known' },
] as const

/** What came of a treatment, by the risks that its patient was told of. What was recorded before is offered again. */
export function OutcomeDialog({ consentId, treatment, onDone, onClose }: OutcomeDialogProps) {
  const keyOf = useIdempotencyKey()
  const { doneId, place, title, doneAt, followUpFrom, risks, outcomes } = treatment
  const earlier = outcomes[0]?.occurred ?? []
  /** What was typed, as the server takes it; or what is wrong with it. */
  function parse(typed: FormData) {
    const problems: FieldProblem[] = []
    const result = resultOptions.find(({ value }) => value === typed.get('result'))?.value
    const chosen = risks.map(({ label }) => label).filter((_, nth) => typed.get(`risk-${nth}`) !== null)
    const method = outcomeMethods.find((each) => each === typed.get('method'))
    const at = String(typed.get('assessedAt') ?? '')
    const time = at === '' ? null : new Date(at)
    if (!result) problems.push({ id: 'result', text: 'Choose the outcome' })
    if (result === 'occurred' && chosen.length === 0)
      problems.push({ id: 'risk-0', text: 'Choose what occurred' })
    if (result && result !== 'occurred' && chosen.length > 0)
      problems.push({ id: 'result', text: 'Untick the risks, or choose that some occurred' })
    if (!method) problems.push({ id: 'method', text: 'Choose how you know' })
    if (time && Number.isNaN(time.getTime())) problems.push({ id: 'assessedAt', text: 'Enter day and time' })
    if (problems.length > 0) return problems
    return {
      ...{ consentId, doneId, place, method: method! },
      result: result === 'not-known' ? ('not-known' as const) : ('known' as const),
      occurred: chosen,
      note: String(typed.get('note') ?? '').trim(),
      ...(time ? { assessedAt: time.toISOString() } : {}),
    }
  }
  return (
    <FormDialog
      title="Record outcome"
      text={`${title}, ${dayText(doneAt)}. Counts in the practice’s figures once the patient was seen or asked on or after ${dayText(followUpFrom)}.`}
      confirm="Save outcome"
      about={`${doneId} ${place}`}
      onClose={onClose}
      read={(typed) => {
        const input = parse(typed)
        if (Array.isArray(input)) return input
        return async () => {
          const now = await api.outcomes.record(input, { context: { idempotencyKey: keyOf(input) } })
          await onDone(now)
        }
      }}
    >
      {(errors) => (
        <>
          <RadioGroup
            id="result"
            name="result"
            legend="Outcome since treatment"
            options={resultOptions}
            error={errorOf(errors, 'result')}
          />
          <Fieldset legend="Which occurred?" hint="Tick all since treatment, also what has healed.">
            {() => (
              <>
                {risks.map(({ label }, nth) => (
                  <CheckboxField
                    key={label}
                    id={`risk-${nth}`}
                    name={`risk-${nth}`}
                    label={label}
                    defaultChecked={earlier.includes(label)}
                    error={errorOf(errors, `risk-${nth}`)}
                  />
                ))}
              </>
            )}
          </Fieldset>
          <RadioGroup
            id="method"
            name="method"
            legend="How do you know?"
            options={methodOptions}
            error={errorOf(errors, 'method')}
          />
          <MomentField
            id="assessedAt"
            name="assessedAt"
            label="When"
            optional
            hint="Now, if you leave it empty."
            error={errorOf(errors, 'assessedAt')}
          />
          <TextareaField
            id="note"
            name="note"
            label="Note"
            optional
            hint="Anything else that happened. Not counted."
            rows={2}
            maxLength={outcome_note_length_max}
          />
        </>
      )}
    </FormDialog>
  )
}
