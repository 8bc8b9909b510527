import { teethInWords, toothOf } from '../../../contract/teeth.ts'
import { patientName } from '../patients/index.ts'
import type { Clinician } from '../staff/index.ts'
import type { ConsentValues } from './consent-form-values.ts'
import type { ConsentWording } from './consent-wording.tsx'
import { fillPlaceholders } from './placeholder-filling.ts'
import { isPlaceholderName, placeholderWords } from './placeholder-words.ts'

export type Practice = { id: string; name: string; phone: string; outOfHours: string }

const recordLabels: Record<string, string> = {
  patientName: 'Patient',
  tooth: 'Tooth',
  toothName: 'Tooth',
  diagnosis: 'Diagnosis',
  clinician: 'Clinician',
  clinicianRole: 'Clinician’s role',
  practiceName: 'Practice',
  practicePhone: 'Practice phone',
  outOfHours: 'Out-of-hours phone',
}

const labelOf = (name: string) =>
  isPlaceholderName(name) ? placeholderWords[name].label : (recordLabels[name] ?? name)

/** The wording as far as the form is filled in, or null while no template is chosen. */
export function previewContent(
  { template, patient, teeth, diagnosis, placeholders }: ConsentValues,
  clinician: Clinician | undefined,
  practice: Practice,
): ConsentWording | null {
  if (!template) return null
  const values = {
    ...placeholders,
    patientName: patient ? patientName(patient) : '',
    tooth: teethInWords(teeth),
    toothName: teeth.flatMap((fdi) => toothOf(fdi)?.name ?? []).join(', '),
    diagnosis,
    clinician: clinician?.name,
    clinicianRole: clinician?.role,
    practiceName: practice.name,
    practicePhone: practice.phone,
    outOfHours: practice.outOfHours,
  }
  const sections = template.sections.map((section) => ({
    ...section,
    content: fillPlaceholders(section.content, values, labelOf),
  }))
  return { title: template.name, sections, statements: [] }
}
