import type { PatientConsent } from '../../../contract/signing.ts'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { Fieldset } from '../../ui/plain/fieldset.tsx'
import { ToothNames } from './consent-facts.tsx'
import { remainingTitles, activeTreatments } from './treatment-answers.ts'
import { languageAttributes } from './wording-direction.tsx'
import { useWords } from './words-context.tsx'
import { fillPlaceholders } from './words-text.ts'

export const choicesId = 'take-back'

type WithdrawChoicesProps = {
  consent: PatientConsent
  chosen: readonly number[]
  onChoose: (places: number[]) => void
  error: string | undefined
}

/** Which of the treatments that stand are taken back, none chosen beforehand; and what stays then. */
export function WithdrawChoices({ consent, chosen, onChoose, error }: WithdrawChoicesProps) {
  const { parts } = useWords().withdraw
  const { content } = consent
  const remaining = remainingTitles(consent, chosen)
  const toggle = (place: number) =>
    onChoose(chosen.includes(place) ? chosen.filter((one) => one !== place) : [...chosen, place])
  return (
    <Fieldset id={choicesId} legend={parts.legend} hint={parts.hint} error={error} className="mt-6">
      {() => (
        <>
          <div className="mt-3 space-y-2">
            {activeTreatments(consent).map((place, order) => {
              const { title, teeth } = content.treatments![place]!
              return (
                <CheckboxField
                  key={place}
                  id={order === 0 ? choicesId : `${choicesId}-${place}`}
                  label={<bdi {...languageAttributes(title, content)}>{title}</bdi>}
                  hint={teeth.length > 0 ? <ToothNames teeth={teeth} /> : undefined}
                  checked={chosen.includes(place)}
                  onChange={() => toggle(place)}
                />
              )
            })}
          </div>
          <p role="status" dir="auto" className="mt-4 min-h-[1lh] font-semibold">
            {chosen.length > 0 &&
              (remaining === '' ? parts.all : fillPlaceholders(parts.keeps, { treatments: remaining }))}
          </p>
        </>
      )}
    </Fieldset>
  )
}
