import type { PlaceholderName } from '../../../contract/consent-plan.ts'
import { textConditions } from '../../../contract/conditional-wording.ts'

type PlaceholderWords = {
  label: string
  hint: string
  long?: boolean
}

/** In the order in which a form asks for them: what is weighed for the patient first, the price last. */
export const placeholderWords: Record<PlaceholderName, PlaceholderWords> = {
  reason: {
    label: 'Why recommended',
    hint: 'It completes a sentence. For example, it can save your tooth',
    long: true,
  },
  prognosis: { label: 'Prognosis', hint: 'For example, good' },
  individualRisks: {
    label: 'Risks for this patient',
    hint: 'What makes the risk higher for them. If nothing, enter: none that we know of',
    long: true,
  },
  what: {
    label: 'What will be done',
    hint: 'It completes a sentence: see the text next to it',
    long: true,
  },
  visits: { label: 'Number of visits', hint: 'For example, 2 visits' },
  duration: { label: 'How long it takes', hint: 'For example, 45 minutes' },
  material: { label: 'Material', hint: 'For example, tooth-coloured filling' },
  crownWithin: { label: 'Crown needed within', hint: 'For example, 4 weeks' },
  graftSource: { label: 'Source of the bone graft', hint: 'For example, processed cow bone' },
  sedationType: { label: 'Kind of sedation', hint: 'For example, through a vein in the arm' },
  retainerPlan: { label: 'Retainer plan', hint: 'For example, every night for life', long: true },
  reviewDate: { label: 'Review date', hint: 'For example, 12 January 2027' },
  clinicianFigure: {
    label: 'Your own results',
    hint: 'For example, 92 in every 100 of my implants are in place after 5 years',
    long: true,
  },
  price: { label: 'Price', hint: 'For example, £75.30 on the NHS' },
}

/** What the record fills in by itself. */
const recordLabels: Record<string, string> = {
  patientName: 'Patient',
  tooth: 'Tooth',
  toothName: 'Name of the tooth',
  diagnosis: 'Diagnosis',
  clinician: 'Clinician',
  clinicianRole: 'Clinician’s role',
  practiceName: 'Practice',
  practicePhone: 'Practice phone',
  outOfHours: 'Out-of-hours phone',
}

/** Whether a person fills this placeholder in; the others are facts of the record. */
const isPlaceholderName = (name: string): name is PlaceholderName => Object.hasOwn(placeholderWords, name)

/** Those of a template's placeholders that a person fills in, in the order of the words above. */
export const fillablePlaceholders = (ofTemplate: readonly string[]): PlaceholderName[] =>
  Object.keys(placeholderWords)
    .filter(isPlaceholderName)
    .filter((name) => ofTemplate.includes(name))

/** A placeholder in plain language, or its own name where there is none. */
export const placeholderLabel = (name: string): string =>
  isPlaceholderName(name)
    ? placeholderWords[name].label
    : (Object.hasOwn(recordLabels, name) && recordLabels[name]) ||
      textConditions.find((condition) => condition.name === name)?.label ||
      name

/** Every placeholder that wording may use, those of the record first, and the marks of what not everybody reads. */
export const knownPlaceholders: readonly { name: string; label: string }[] = [
  ...[...Object.keys(recordLabels), ...Object.keys(placeholderWords)].map((name) => ({
    name,
    label: placeholderLabel(name),
  })),
  ...textConditions,
]
