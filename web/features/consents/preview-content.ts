import { teethInWords, toothOf } from '../../../contract/teeth.ts'
import { patientName } from '../patients/index.ts'
import type { Clinician } from '../staff/index.ts'
import {
  fillPlaceholders,
  placedPictures,
  placeholderLabel,
  type LibraryPictures,
} from '../templates/index.ts'
import type { ConsentValues } from './consent-form-values.ts'
import type { ConsentWording } from './consent-wording.tsx'

export type Practice = { id: string; name: string; phone: string; outOfHours: string }

/** The wording as far as the form is filled in, or null while no template is chosen. */
export function previewContent(
  { template, patient, teeth, diagnosis, placeholders }: ConsentValues,
  clinician: Clinician | undefined,
  practice: Practice,
  library: LibraryPictures,
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
    content: fillPlaceholders(section.content, values, placeholderLabel),
  }))
  const pictures = placedPictures(library, template.pictures, template.sections)
  return { title: template.name, sections, risks: template.risks, pictures, statements: [] }
}
