import type { PatientConsent } from '../../../contract/signing.ts'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { ToothNames } from './consent-facts.tsx'
import type { DraftProps } from './draft-state.ts'
import { treatmentsToAnswer } from './treatment-answers.ts'
import { languageAttributes } from './wording-direction.tsx'
import { useWords } from './words-context.tsx'

export const treatmentId = (place: number) => `treatment-${place}`

type TreatmentChoicesProps = DraftProps & {
  consent: PatientConsent
  problems: readonly FieldProblem[]
}

/** Yes or no to each of several treatments, neither chosen beforehand. */
export function TreatmentChoices({ consent, draft, onDraft, problems }: TreatmentChoicesProps) {
  const { confirm } = useWords()
  const treatments = treatmentsToAnswer(consent.content)
  if (treatments.length === 0) return null
  return (
    <section className="mt-6">
      <h2>{confirm.treatments}</h2>
      <p className="mt-1">{confirm.each}</p>
      <div className="mt-4 space-y-6">
        {treatments.map(({ title, teeth }, place) => (
          <RadioGroup
            key={treatmentId(place)}
            id={treatmentId(place)}
            name={treatmentId(place)}
            legend={<bdi {...languageAttributes(title, consent.content)}>{title}</bdi>}
            hint={teeth.length > 0 ? <ToothNames teeth={teeth} /> : undefined}
            error={errorOf(problems, treatmentId(place))}
            options={[
              { value: 'yes', label: confirm.yes },
              { value: 'no', label: confirm.no },
            ]}
            {...(draft.answers[place] ? { defaultValue: draft.answers[place] } : {})}
            onChange={(answer) => onDraft({ answers: { ...draft.answers, [place]: answer as 'yes' | 'no' } })}
          />
        ))}
      </div>
    </section>
  )
}
