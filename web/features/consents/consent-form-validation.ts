import { link_days_max } from '../../../contract/limits.ts'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'
import { unaskedAcknowledgedId, validateDecisions } from '../histories/index.ts'
import {
  chosenTreatments,
  isUnaskedAcknowledged,
  parseLinkDays,
  wordingToConfirm,
  type ConsentValues,
} from './consent-form-values.ts'
import { validateOptions } from './option-values.ts'
import {
  validateTreatmentForSaving,
  validateTreatmentForSending,
  listMissingPlaceholders,
  treatmentIds,
  type TreatmentValues,
} from './treatment-values.ts'

export const wordingConfirmedId = 'wordingConfirmed'
export const wordingUnconfirmed: FieldProblem = {
  id: wordingConfirmedId,
  text: 'Confirm that you have read this wording and that it is right for this patient',
}

type FormCheck = [wrong: boolean, id: string, text: string]
const foundErrors = (checks: FormCheck[]): FieldProblem[] =>
  checks.filter(([wrong]) => wrong).map(([, id, text]) => ({ id, text }))

const treatmentErrors = (
  { treatments }: ConsentValues,
  faultsOf: (treatment: TreatmentValues, place: number) => FieldProblem[],
) => treatments.flatMap(faultsOf)

/** What even a draft needs. */
export function validateForSaving(values: ConsentValues): FieldProblem[] {
  const { patient, clinicianId, options, linkDays } = values
  return [
    ...foundErrors([
      [patient === null, 'patientId', 'Choose a patient'],
      [clinicianId === '', 'clinicianId', 'Choose the clinician who will treat the patient'],
      [chosenTreatments(values).length === 0, treatmentIds(0).template, 'Choose a treatment'],
    ]),
    ...treatmentErrors(values, validateTreatmentForSaving),
    ...validateOptions(options),
    ...foundErrors([
      [
        linkDays.trim() !== '' && parseLinkDays(linkDays) === null,
        'linkDays',
        `Enter a number of days from 1 to ${link_days_max}`,
      ],
    ]),
  ]
}

/** Whether one of the treatments chosen asks for a diagnosis. */
export const requiresDiagnosis = ({ treatments }: Pick<ConsentValues, 'treatments'>): boolean =>
  treatments.some(({ template }) => template?.requiresDiagnosis === true)

/** What a patient may not be sent without. The server decides; this spares a round trip. */
export function validateForSending(values: ConsentValues, mayOverride: boolean): FieldProblem[] {
  const { diagnosis, options, recommended, recommendedWhy, risks, decisions, wordingConfirmed } = values
  const before = validateForSaving(values)
  const isChosen = chosenTreatments(values).length > 0
  return [
    ...before,
    ...(isChosen ? treatmentErrors(values, validateTreatmentForSending) : []),
    ...foundErrors([
      [
        requiresDiagnosis(values) && diagnosis.trim() === '',
        'diagnosis',
        'Enter the diagnosis. This treatment needs one.',
      ],
    ]),
    ...(risks ? validateDecisions(risks, decisions, mayOverride) : []),
    ...foundErrors([
      [
        options.some(({ key }) => key === recommended) && recommendedWhy.trim() === '',
        'recommendedWhy',
        'Enter why you recommend this option',
      ],
    ]),
    ...(isUnaskedAcknowledged(values)
      ? []
      : [{ id: unaskedAcknowledgedId, text: 'Ask these questions first, or tick to send it anyway' }]),
    ...(wordingToConfirm(values) && !wordingConfirmed ? [wordingUnconfirmed] : []),
  ]
}

const fieldByReason: Record<string, string> = {
  'patient-not-found': 'patientId',
  'patient-archived': 'patientId',
  'no-email': 'patientId',
  'template-not-found': treatmentIds(0).template,
  'template-not-in-use': treatmentIds(0).template,
  'clinician-not-found': 'clinicianId',
  'tooth-required': treatmentIds(0).teeth,
  'diagnosis-required': 'diagnosis',
  'wording-unconfirmed': wordingConfirmedId,
}

type Refusal = {
  message: string
  reason?: string | undefined
  fields?: readonly { field: string; message: string }[] | undefined
}

/** The server's refusal at the fields it is about; empty when it belongs to none. */
export function errorsOfRefusal(
  { message, reason = '', fields = [] }: Refusal,
  values: Pick<ConsentValues, 'treatments'>,
): FieldProblem[] {
  if (reason === 'placeholder-missing') return values.treatments.flatMap(listMissingPlaceholders)
  const id = fieldByReason[reason]
  if (id) return [{ id, text: message }]
  return fields.map(({ field, message: text }) => ({ id: field.replace(/\.teeth\..*/, '.teeth'), text }))
}
