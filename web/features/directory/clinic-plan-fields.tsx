import { planNames, plans, type PlanName } from '../../../contract/plans.ts'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { formatStorage } from './clinic-words.ts'
import { trimmedFieldValue } from './reason-field.tsx'

export type ClinicTerms = { plan: PlanName; trialUntil: string | null }

/** The plan as chosen; a trial that is not asked for is none. */
export const parseClinicTerms = (typed: FormData): ClinicTerms => ({
  plan: trimmedFieldValue(typed, 'plan') as PlanName,
  trialUntil: trimmedFieldValue(typed, 'trialUntil') || null,
})

const planLabel = (name: PlanName): string => {
  const { title, consents_a_month: consents, video_storage_bytes: room } = plans[name]
  const sent = consents === null ? 'consents as agreed' : `${consents} consents a month`
  return `${title}: ${sent}, ${formatStorage(room)} of videos`
}

type ClinicPlanFieldsProps = ClinicTerms & { errors: readonly FieldProblem[] }

/** Which plan a practice is on, and until when on trial. */
export function ClinicPlanFields({ plan, trialUntil, errors }: ClinicPlanFieldsProps) {
  return (
    <>
      <SelectField
        id="plan"
        name="plan"
        label="Plan"
        options={planNames.map((value) => ({ value, label: planLabel(value) }))}
        defaultValue={plan}
        error={errorOf(errors, 'plan')}
      />
      <TextField
        id="trialUntil"
        name="trialUntil"
        label="Last day of a trial"
        hint="Leave empty for a paid or agreed plan. 30 days after a trial ends, only Starter features can be added."
        optional
        type="date"
        width="medium"
        defaultValue={trialUntil ?? ''}
        error={errorOf(errors, 'trialUntil')}
      />
    </>
  )
}
