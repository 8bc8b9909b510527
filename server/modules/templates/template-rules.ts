import type { LibraryTemplate } from '../../../build/content/types.d.ts'
import { placeholderNames, recordPlaceholders } from '../../../contract/consent-plan.ts'
import { section_length_max, template_name_length_max } from '../../../contract/limits.ts'
import { riskFigureOf } from '../../../contract/risk-figures.ts'
import { textConditions } from '../../../contract/conditional-wording.ts'
import type { Media, TemplateFields } from '../../../contract/templates.ts'
import { plainText } from '../../../wording/plain-text.ts'
import { measureReadability } from '../../../wording/readability.ts'
import { sanitiseRichText } from '../../platform/rich-text.ts'
import { toCanonicalText, sha256 } from '../audit/index.ts'
import { videoPath } from '../videos/index.ts'
import { isKnownPicture } from './template-pictures.ts'
import type { Heading, Wording } from './template-schema.ts'

/** What a version says: about the template as a whole, and in its text. */
export type VersionContent = { heading: Heading; wording: Wording }

/** Why what was sent makes no template: a reason that the contract declares, with what was wrong. */
export type TemplateError = { wrong: TemplateErrorReason; details?: { unknown: string[] } | TooLongSection }
type TemplateErrorReason =
  | 'name-or-title-missing'
  | 'name-empty'
  | 'type-empty'
  | 'sections-missing'
  | 'sections-empty'
  | 'section-too-long'
  | 'placeholder-unknown'
  | 'placeholder-misplaced'
  | 'picture-unknown'
  | 'video-unknown'

/** A section that is too long: how it is called, by how many characters, and what the limit is. */
export type TooLongSection = { title: string; excess: string; limit: string }

const formatCount = (count: number): string => count.toLocaleString('en-GB')

/** The first section whose text is too long, as it would be stored; null where none is. */
export function findTooLongSection(
  sections: readonly { title: string; content: string }[],
): TooLongSection | null {
  const at = sections.findIndex(({ content }) => content.length > section_length_max)
  const section = sections[at]
  if (!section) return null
  const excess = formatCount(section.content.length - section_length_max)
  return { title: section.title || `Section ${at + 1}`, excess, limit: formatCount(section_length_max) }
}

/** Null stands for nothing given. */
const isGiven = (text: string | null | undefined): text is string => typeof text === 'string'

/** Name and type in either form of specification section 3; the first form counts where both are given. */
export function templateNamesOf({
  name,
  treatmentType,
  treatmentSubtype,
  title,
  category,
  subCategory,
}: TemplateFields): Pick<Heading, 'name' | 'treatmentType' | 'treatmentSubtype'> | null {
  if (isGiven(name) && isGiven(treatmentType))
    return { name, treatmentType, treatmentSubtype: treatmentSubtype ?? subCategory ?? '' }
  if (isGiven(title) && isGiven(category))
    return { name: title, treatmentType: category, treatmentSubtype: subCategory ?? treatmentSubtype ?? '' }
  return null
}

/** Nothing of it would be seen, not even a space wider than another. */
export const isBlank = (html: string): boolean =>
  html.replaceAll(/<[^>]*>/g, '').replaceAll(/[\s\u200B-\u200D\u2060\uFEFF]/g, '') === ''

const conditionNames = new Set(textConditions.map(({ name }) => name))
const fillableNames = new Set<string>([...placeholderNames, ...recordPlaceholders, ...conditionNames])
const findBracedNames = (text: string): string[] =>
  [...text.matchAll(/\{\{([^{}]*)\}\}/g)].map((match) => match[1]!)

/**
 * The placeholders of a text in order of first use; `torn` are those that formatting tears apart, so that nothing would
 * fill them in though the patient reads them as one word.
 */
function findPlaceholders(sections: readonly { content: string }[]): { used: string[]; torn: string[] } {
  const html = sections.map(({ content }) => content).join('\n')
  const used = new Set(findBracedNames(html).filter((name) => !name.includes('<')))
  const read = new Set(findBracedNames(html.replaceAll(/<[^>]*>/g, '')))
  return { used: [...used], torn: [...read].filter((name) => !used.has(name)) }
}

/** What stands in braces and would be filled in by nothing, so that a patient would read it as it is. */
export function unknownPlaceholders(sections: readonly { content: string }[]): string[] {
  const { used, torn } = findPlaceholders(sections)
  return [...used.filter((name) => !fillableNames.has(name)), ...torn]
}

/** What stands in braces in plain text, where nothing is filled in. */
export const placeholdersIn = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap(findBracedNames)),
]

/** What patients read of a template besides the text of its sections. */
const plainTextsOf = (name: string, { sections, risks, questions }: TemplateFields): string[] => [
  name,
  ...sections.flatMap(({ title, media }) => [title, media?.transcript ?? '']),
  ...risks.map(({ label }) => label),
  ...questions.flatMap(({ question, answers, explanation }) => [
    question,
    ...answers.map(({ text }) => text),
    explanation,
  ]),
]

type PreservedFields = Pick<Wording, 'evidence' | 'pictures' | 'risks'>

/** What a risk rests on belongs to its very words, band and source: to others nobody has graded it. */
const preserveBases =
  (earlier: Wording['risks']) =>
  <Sent extends TemplateFields['risks'][number]>(risk: Sent) => {
    const same = earlier.find(
      ({ label, band, source }) => label === risk.label && band === risk.band && source === risk.source,
    )
    return { ...risk, figure: riskFigureOf(risk), ...(same?.basis && { basis: same.basis }) }
  }

/**
 * What was sent as a version says it, or what is wrong with it, in the order of specification section 5. Rich text is
 * cut down to what ours may hold; everything else is plain text and stays as it was typed.
 */
export function buildVersionContent(
  fields: TemplateFields,
  { evidence, ...kept }: PreservedFields = { evidence: [], risks: [] },
): VersionContent | TemplateError {
  const names = templateNamesOf(fields)
  if (!names) return { wrong: 'name-or-title-missing' }
  if (!names.name) return { wrong: 'name-empty' }
  if (!names.treatmentType) return { wrong: 'type-empty' }
  if (fields.sections.length === 0) return { wrong: 'sections-missing' }
  const sections = fields.sections.map((section) => ({
    ...section,
    content: sanitiseRichText(section.content),
  }))
  // A video is no text: whoever cannot watch it would read nothing.
  if (sections.some(({ title, content }) => !title || isBlank(content))) return { wrong: 'sections-empty' }
  const tooLong = findTooLongSection(sections)
  if (tooLong) return { wrong: 'section-too-long', details: tooLong }
  const placeholders = findPlaceholders(sections).used.filter((name) => !conditionNames.has(name))
  const unknown = unknownPlaceholders(sections)
  if (unknown.length > 0) return { wrong: 'placeholder-unknown', details: { unknown } }
  const misplaced = placeholdersIn(plainTextsOf(names.name, fields))
  if (misplaced.length > 0) return { wrong: 'placeholder-misplaced', details: { unknown: misplaced } }
  const { description, metadata, questions, cautions } = fields
  const pictures = [...new Set(fields.pictures ?? kept.pictures)]
  const strange = pictures.filter((id) => !isKnownPicture(id))
  if (strange.length > 0) return { wrong: 'picture-unknown', details: { unknown: strange } }
  const risks = fields.risks.map(preserveBases(kept.risks))
  const { requiresTooth, requiresDiagnosis } = metadata
  return {
    heading: { ...names, description, requiresTooth, requiresDiagnosis },
    wording: { sections, risks, questions, cautions, evidence, pictures, placeholders },
  }
}

/** Equal for versions that say the same, whoever saved them. */
export const versionContentHash = ({ heading, wording }: VersionContent): string => {
  const risks = wording.risks.map((risk) => ({ ...risk, figure: risk.figure ?? null }))
  return sha256(
    toCanonicalText({ heading, wording: { ...wording, pictures: wording.pictures ?? [], risks } }),
  )
}

/** How much a patient reads of a wording, and how hard it is: the words of all sections together. */
export function wordingReadability({ sections }: Pick<Wording, 'sections'>): {
  words: number
  readingGrade: number
} {
  const { words, smog } = measureReadability(sections.map(({ content }) => plainText(content)).join('\n'))
  return { words, readingGrade: smog }
}

const serialiseSeriousRisks = ({ risks }: Wording): string =>
  toCanonicalText(
    risks
      .filter(({ serious }) => serious)
      .map(({ label, band }) => `${label} | ${band}`)
      .sort(),
  )

/** A serious risk was added, removed or reworded, or its band or its seriousness changed (rulings 9). */
export const changesSeriousRisk = (before: Wording, after: Wording): boolean =>
  serialiseSeriousRisks(before) !== serialiseSeriousRisks(after)

/** The label after those there are: a material change raises the number before the point, a cosmetic one that behind it. */
export function nextLabel(labels: readonly string[], change: 'cosmetic' | 'material'): string {
  const numbers = labels.flatMap((label) => {
    const [, major, minor] = /^(\d+)\.(\d+)$/.exec(label) ?? []
    return major === undefined ? [] : [[Number(major), Number(minor)] as const]
  })
  const [major, minor] = numbers.sort((a, b) => b[0] - a[0] || b[1] - a[1])[0] ?? [0, 0]
  return change === 'material' ? `${major + 1}.0` : `${major}.${minor + 1}`
}

const suffixes = { duplicate: ' (Copy)', personal: ' (Personal)' } as const
export type CopyKind = keyof typeof suffixes

/** The name of a copy; a long one is cut, so that the copy can be saved again under it. */
export function copyName(name: string, kind: CopyKind): string {
  const suffix = suffixes[kind]
  const baseName = name.slice(0, template_name_length_max - suffix.length)
  // Never half of a character that takes two places.
  return `${baseName.replace(/[\uD800-\uDBFF]$/, '')}${suffix}`
}

/** A film of ours beside a text: the platform makes nobody watch it, a practice may. */
const mediaOfFilm = ({ id: videoId, transcript }: NonNullable<LibraryTemplate['film']>): Media => ({
  url: videoPath(videoId, 'file'),
  videoId,
  required: false,
  transcript,
})

/** What a version of the shipped library says, in the form that is stored. */
export const libraryVersionContent = ({
  sections,
  risks,
  questions,
  cautions,
  evidence,
  pictures,
  film,
  placeholders,
  ...entry
}: LibraryTemplate): VersionContent => ({
  heading: {
    name: entry.name,
    description: entry.description,
    treatmentType: entry.treatmentType,
    treatmentSubtype: entry.treatmentSubtype,
    requiresTooth: entry.requiresTooth,
    requiresDiagnosis: entry.requiresDiagnosis,
  },
  wording: {
    sections: sections.map(({ id, title, html }, at) => ({
      ...{ id, title, media: at === 0 && film ? mediaOfFilm(film) : null },
      content: sanitiseRichText(html),
    })),
    ...{ risks, questions, cautions, evidence, pictures, placeholders },
  },
})
