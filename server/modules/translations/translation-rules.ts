import type { Template } from '../../../contract/templates.ts'
import { sanitiseRichText } from '../../platform/rich-text.ts'
import { toCanonicalText, sha256 } from '../audit/index.ts'
import {
  isBlank,
  placeholdersIn,
  findTooLongSection,
  unknownPlaceholders,
  type TooLongSection,
} from '../templates/index.ts'
import type { RenderedSection } from './translation-schema.ts'

/** A section of the template as it reads now. */
export type EnglishSection = Pick<Template['sections'][number], 'id' | 'title' | 'content'>
/** A section as somebody sends it to be saved. */
export type SentSection = {
  sectionId: number
  title: string
  content: string
  status: 'machine' | 'checked'
  isCompared: boolean
}
/** Who saves, and when. */
export type Checker = { userId: string; name: string; now: Date }

/** Why what was sent makes no translation: a reason that the contract declares, with what was wrong. */
export type TranslationError =
  | { wrong: 'section-unknown'; details: { sectionIds: number[] } }
  | { wrong: 'sections-missing' }
  | { wrong: 'section-too-long'; details: TooLongSection }
  | { wrong: 'placeholder-unknown' | 'placeholder-misplaced'; details: { unknown: string[] } }

/** Equal for English sections that say the same. */
export const englishHash = ({ title, content }: EnglishSection): string =>
  sha256(toCanonicalText({ title, content }))

type TranslationSave = {
  sent: readonly SentSection[]
  before: readonly RenderedSection[]
  english: readonly EnglishSection[]
  checker: Checker
}

/**
 * What was sent as a translation keeps it, in the order of the English, or what is wrong with it. Rich text is cut down
 * as the template's own is; a section in which nothing is written is left out.
 */
export function buildRenderedSections({
  sent,
  before,
  english,
  checker,
}: TranslationSave): RenderedSection[] | TranslationError {
  const known = new Set(english.map(({ id }) => id))
  const sectionIds = sent.map(({ sectionId }) => sectionId).filter((id) => !known.has(id))
  if (sectionIds.length > 0) return { wrong: 'section-unknown', details: { sectionIds } }
  const written = sent
    .map((section) => ({ ...section, content: sanitiseRichText(section.content) }))
    .filter(({ title, content }) => title !== '' || !isBlank(content))
  if (written.length === 0) return { wrong: 'sections-missing' }
  const tooLong = findTooLongSection(written)
  if (tooLong) return { wrong: 'section-too-long', details: tooLong }
  const unknown = unknownPlaceholders(written)
  if (unknown.length > 0) return { wrong: 'placeholder-unknown', details: { unknown } }
  const misplaced = placeholdersIn(written.map(({ title }) => title))
  if (misplaced.length > 0) return { wrong: 'placeholder-misplaced', details: { unknown: misplaced } }
  return english.flatMap((original) => {
    const section = written.find(({ sectionId }) => sectionId === original.id)
    const earlier = before.find(({ sectionId }) => sectionId === original.id)
    return section ? [buildRenderedSection(section, { original, earlier, checker })] : []
  })
}

type SectionContext = { original: EnglishSection; earlier: RenderedSection | undefined; checker: Checker }

function buildRenderedSection(
  section: SentSection,
  { original, earlier, checker }: SectionContext,
): RenderedSection {
  const { sectionId, title, content, status, isCompared } = section
  const isRewritten = earlier?.title !== title || earlier.content !== content
  const hash = earlier && !isRewritten && !isCompared ? earlier.englishHash : englishHash(original)
  const isVouchedFor = !isRewritten && earlier?.status === 'checked' && earlier.englishHash === hash
  return {
    ...{ sectionId, title, content, status, englishHash: hash },
    ...checkFieldsFor(status, isVouchedFor ? earlier : null, checker),
  }
}

type Check = Pick<RenderedSection, 'checkedBy' | 'checkedByName' | 'checkedAt'>

/** Whoever sends it as checked has checked it, unless somebody had and nothing has changed since. */
function checkFieldsFor(
  status: RenderedSection['status'],
  earlier: Check | null,
  { userId, name, now }: Checker,
): Check {
  if (status === 'machine') return { checkedBy: null, checkedByName: null, checkedAt: null }
  if (!earlier) return { checkedBy: userId, checkedByName: name, checkedAt: now.toISOString() }
  return {
    checkedBy: earlier.checkedBy,
    checkedByName: earlier.checkedByName,
    checkedAt: earlier.checkedAt,
  }
}

/** The same sections saved again: word for word, and no differently checked or compared. */
export const isSameRendering = (a: readonly RenderedSection[], b: readonly RenderedSection[]): boolean =>
  toCanonicalText(a) === toCanonicalText(b)
