import type { PlaceholderName } from '../../../contract/consent-plan.ts'
import type { Api } from '../../api.ts'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'
import type { PatientChoice } from '../patients/index.ts'
import { askedPlaceholders, placeholderWords, type Template } from '../templates/index.ts'

export type Consent = Awaited<ReturnType<Api['consents']['get']>>
export type SendBy = 'email' | 'link'

/** What stands in the form. The template is absent until its wording has arrived. */
export type ConsentValues = {
  patient: PatientChoice | null
  templateId: string
  template: Template | null
  clinicianId: string
  teeth: string[]
  diagnosis: string
  placeholders: Partial<Record<PlaceholderName, string>>
  /** Nobody in the practice has adopted the wording of the chosen template as it is. */
  wordingToConfirm: boolean
  /** Whoever makes it out has read it and says that it is right for this patient. */
  wordingConfirmed: boolean
}

export const wordingConfirmedId = 'wordingConfirmed'
export const wordingUnconfirmed: FieldProblem = {
  id: wordingConfirmedId,
  text: 'Confirm that you have read this wording and that it is right for this patient',
}

/** The form once a template's wording has come, its usual details filled in where nothing was typed yet. */
export function withWording(
  values: ConsentValues,
  { template, wordingToConfirm }: Pick<ConsentValues, 'wordingToConfirm'> & { template: Template },
  usual: ConsentValues['placeholders'],
): ConsentValues {
  const typed = Object.entries(values.placeholders).filter(([, text]) => text.trim())
  const placeholders = { ...usual, ...Object.fromEntries(typed) }
  return { ...values, template, wordingToConfirm, placeholders }
}

/** What is sent to the server: only those placeholders that the chosen template uses. */
export function detailsOf({
  patient,
  template,
  templateId,
  clinicianId,
  teeth,
  diagnosis,
  placeholders,
}: ConsentValues) {
  const asked = askedPlaceholders(template?.placeholders ?? [])
  const filled = asked.flatMap((name) =>
    placeholders[name]?.trim() ? [[name, placeholders[name].trim()]] : [],
  )
  return {
    patientId: patient?.id ?? '',
    clinicianId,
    items: [{ templateId, teeth, placeholders: Object.fromEntries(filled) as ConsentValues['placeholders'] }],
    diagnosis: diagnosis.trim(),
  }
}

type Check = [wrong: boolean, id: string, text: string]
const found = (checks: Check[]): FieldProblem[] =>
  checks.filter(([wrong]) => wrong).map(([, id, text]) => ({ id, text }))

/** What even a draft needs. */
export function faultsBeforeSaving({
  patient,
  templateId,
  template,
  clinicianId,
}: ConsentValues): FieldProblem[] {
  return found([
    [patient === null, 'patientId', 'Choose a patient'],
    [templateId === '', 'templateId', 'Choose a treatment'],
    [
      templateId !== '' && template === null,
      'templateId',
      'Wait until the wording of this treatment has arrived',
    ],
    [clinicianId === '', 'clinicianId', 'Choose the clinician who will treat the patient'],
  ])
}

/** Placeholders of the chosen template that have no value yet. */
export const missingOf = ({ template, placeholders }: ConsentValues): PlaceholderName[] =>
  askedPlaceholders(template?.placeholders ?? []).filter((name) => !placeholders[name]?.trim())

/** What a patient may not be sent without. The server decides; this spares a round trip. */
export function faultsBeforeSending(values: ConsentValues): FieldProblem[] {
  const { template, teeth, diagnosis, wordingToConfirm, wordingConfirmed } = values
  return [
    ...faultsBeforeSaving(values),
    ...found([
      [
        template?.requiresTooth === true && teeth.length === 0,
        'teeth',
        'Choose the tooth. This treatment needs one.',
      ],
      [
        template?.requiresDiagnosis === true && diagnosis.trim() === '',
        'diagnosis',
        'Enter the diagnosis. This treatment needs one.',
      ],
    ]),
    ...missingOf(values).map(missingValue),
    ...(wordingToConfirm && !wordingConfirmed ? [wordingUnconfirmed] : []),
  ]
}

const missingValue = (name: PlaceholderName): FieldProblem => ({
  id: `placeholders.${name}`,
  text: `Enter a value for “${placeholderWords[name].label}”`,
})

const fieldOfReason: Record<string, string> = {
  'patient-not-found': 'patientId',
  'patient-archived': 'patientId',
  'no-email': 'patientId',
  'template-not-found': 'templateId',
  'clinician-not-found': 'clinicianId',
  'tooth-required': 'teeth',
  'diagnosis-required': 'diagnosis',
  'wording-unconfirmed': wordingConfirmedId,
}

type Refusal = {
  message: string
  reason?: string | undefined
  fields?: readonly { field: string; message: string }[] | undefined
}

/** The server's refusal at the fields it is about; empty when it belongs to none. */
export function faultsOfRefusal(
  { message, reason = '', fields = [] }: Refusal,
  missing: readonly PlaceholderName[],
): FieldProblem[] {
  if (reason === 'placeholder-missing') return missing.map(missingValue)
  const id = fieldOfReason[reason]
  if (id) return [{ id, text: message }]
  return fields.map(({ field, message: text }) => ({ id: field.replace(/^teeth\..*/, 'teeth'), text }))
}
