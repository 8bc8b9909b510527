import type { FrozenContent, recordPlaceholders } from '../../../contract/consents.ts'
import { teethInWords, toothOf } from '../../../contract/teeth.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import { canonical, sha256 } from '../audit/index.ts'
import { picturesIn } from '../templates/index.ts'

export type ContentParts = {
  template: {
    id: string
    name: string
    treatmentType: string
    versionId: string
    versionLabel: string
    wording: Pick<FrozenContent, 'sections' | 'risks'> & { pictures?: string[] | undefined }
  }
  teeth: readonly string[]
  diagnosis: string
  placeholders: Record<string, string | undefined>
  clinic: FrozenContent['clinic']
  patient: FrozenContent['patient']
  clinician: FrozenContent['clinician']
  statements: string[]
}

const pattern = /\{\{(\w+)\}\}/g

/** The wording ends its own sentences, so a full stop that was typed would stand twice. */
const withoutFullStop = (typed: string | undefined): string | undefined => typed?.trim().replace(/\.$/, '')

/** Facts of the record, by placeholder; the diagnosis is the clinician's own words. */
type RecordValues = Record<Exclude<(typeof recordPlaceholders)[number], 'diagnosis'>, string>

/** What each placeholder stands for: facts of the record, then what the clinician entered for this patient. */
function valuesOf({
  teeth,
  diagnosis,
  placeholders,
  clinic,
  patient,
  clinician,
}: ContentParts): Record<string, string | undefined> {
  const typed = Object.entries({ ...placeholders, diagnosis }).map(([name, value]) => [
    name,
    withoutFullStop(value),
  ])
  const ofRecord: RecordValues = {
    patientName: patient.name,
    tooth: teethInWords(teeth),
    toothName: teeth.map((fdi) => toothOf(fdi)?.name ?? fdi).join(', '),
    clinician: clinician.name,
    clinicianRole: clinician.role,
    practiceName: clinic.name,
    practicePhone: clinic.phone,
    outOfHours: clinic.outOfHours || clinic.phone,
  }
  return { ...(Object.fromEntries(typed) as Record<string, string | undefined>), ...ofRecord }
}

/** Placeholders of the text that have no value yet, in order of appearance. */
export function missingPlaceholders(parts: ContentParts): string[] {
  const values = valuesOf(parts)
  const used = parts.template.wording.sections.flatMap(({ content }) =>
    [...content.matchAll(pattern)].map((match) => match[1]!),
  )
  return [...new Set(used)].filter((name) => !values[name]?.trim())
}

/**
 * Whether the template tells its writer what to write, '[Say what cannot be undone.]', where patients read: a scaffold
 * that nobody has filled in. What is meant for patients stands in square brackets seldom, and never as a sentence.
 */
export const hasPrompts = ({ template }: ContentParts): boolean =>
  template.wording.sections.some(({ content }) =>
    /\[\p{Lu}[^[\]]{10,}[.:]\]/u.test(content.replaceAll(/<[^>]*>/g, '')),
  )

/**
 * The text as the patient reads it: placeholders filled with escaped values; one without a value stands as its name
 * in square brackets, which only a draft can show.
 */
export function makeContent(parts: ContentParts): FrozenContent {
  const { template, teeth, diagnosis, clinic, patient, clinician, statements } = parts
  const values = valuesOf(parts)
  const { sections } = template.wording
  const pictures = picturesIn(sections, template.wording.pictures)
  const fill = (html: string) =>
    html.replaceAll(pattern, (_whole, name: string) => escapeHtml(values[name]?.trim() || `[${name}]`))
  return {
    title: template.name,
    treatmentType: template.treatmentType,
    templateId: template.id,
    templateVersionId: template.versionId,
    templateVersion: template.versionLabel,
    sections: sections.map((section) => ({ ...section, content: fill(section.content) })),
    risks: template.wording.risks,
    ...(pictures.length > 0 && { pictures }),
    teeth: teeth.map((fdi) => ({ fdi, palmer: toothOf(fdi)?.palmer ?? '', name: toothOf(fdi)?.name ?? '' })),
    diagnosis,
    clinic,
    patient,
    clinician,
    statements,
  }
}

/** SHA-256 of everything the patient is shown; a signature names it, so that it is a signature of this text. */
export const contentHash = (content: FrozenContent): string => sha256(canonical(content))
