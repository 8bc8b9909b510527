import { teethNames, formatToothCode, type ToothNotation } from '../../../contract/teeth.ts'
import type { Confirmation } from '../../ui/alert-provider.tsx'
import { sidesOf } from '../teeth/index.ts'
import type { Consent } from './consent-form-values.ts'

const extraction = 'Tooth Extraction'

type PlannedTreatment = { treatmentType: string; teeth: readonly string[] }

/** What a draft plans: the kind of each treatment, and its teeth. */
export const plannedExtractions = ({
  plan,
  content,
}: Pick<Consent, 'plan' | 'content'>): PlannedTreatment[] =>
  (content.treatments ?? []).map(({ treatmentType }, place) => ({
    treatmentType,
    teeth: plan.items[place]?.teeth ?? [],
  }))

/** A second look at tooth and side before a consent to take teeth out goes to the patient; null for other treatments. */
export function extractionPrompt(
  patient: string,
  treatments: readonly PlannedTreatment[],
  notation: ToothNotation = 'names',
): Confirmation | null {
  const teeth = treatments
    .filter(({ treatmentType }) => treatmentType === extraction)
    .flatMap((treatment) => treatment.teeth)
  if (teeth.length === 0) return null
  const sides = sidesOf(teeth)
  const side =
    sides.length > 1 ? 'on BOTH sides of the patient' : `on the patient’s ${sides[0]?.toUpperCase()} side`
  return {
    title: teeth.length === 1 ? 'Is this the tooth to extract?' : 'Are these the teeth to extract?',
    text: `${patient}: ${teethNames(teeth, notation)}, ${side}. Check it against the notes and the X-ray.`,
    // Never 'the right side' alone: it also means the correct one.
    confirm:
      sides.length > 1
        ? 'Yes, on both sides'
        : `Yes, ${teeth.map((fdi) => formatToothCode(notation, fdi)).join(' and ')} on the patient’s ${sides[0]}`,
    cancel: 'No, go back',
  }
}
