import type { Translation } from '../../../contract/translations.ts'
import { isBlankHtml, type Template } from '../templates/index.ts'

/** A section of the template as it stands, which is what is translated. */
export type EnglishSection = Pick<Template['sections'][number], 'id' | 'title' | 'content'>

/** One section as it is written: there is one for each section of the English, in its order. */
export type DraftPart = {
  sectionId: number
  title: string
  content: string
  /** A person has checked it. */
  isChecked: boolean
  /** It was compared with the English as that is now. */
  isCompared: boolean
}
export type TranslationDraft = readonly DraftPart[]

/** A translation to go on with, or an empty one. */
export const draftOf = (
  english: readonly EnglishSection[],
  translation: Translation | null,
): TranslationDraft =>
  english.map(({ id: sectionId }) => {
    const saved = translation?.sections.find((section) => section.sectionId === sectionId)
    const { title = '', content = '' } = saved ?? {}
    return { sectionId, title, content, isChecked: saved?.status === 'checked', isCompared: false }
  })

export const partOf = (draft: TranslationDraft, sectionId: number): DraftPart | undefined =>
  draft.find((part) => part.sectionId === sectionId)

/** Whether two drafts of one section say the same, whoever has checked them. */
export const isSameText = (one: DraftPart | undefined, other: DraftPart | undefined): boolean =>
  one?.title === other?.title && one?.content === other?.content

export const isSamePart = (one: DraftPart, other: DraftPart | undefined): boolean =>
  isSameText(one, other) && one.isChecked === other?.isChecked && one.isCompared === other.isCompared

export const isSameDraft = (one: TranslationDraft, other: TranslationDraft): boolean =>
  one.length === other.length && one.every((part, index) => isSamePart(part, other[index]))

export const withPart = (
  draft: TranslationDraft,
  sectionId: number,
  change: Partial<DraftPart>,
): TranslationDraft => draft.map((part) => (part.sectionId === sectionId ? { ...part, ...change } : part))

export const isEmptyPart = ({ title, content }: Pick<DraftPart, 'title' | 'content'>): boolean =>
  title.trim() === '' && isBlankHtml(content)

/** What is sent of a draft: the sections in which something is written. */
export const saveInputOf = (draft: TranslationDraft) =>
  draft
    .filter((part) => !isEmptyPart(part))
    .map(({ sectionId, title, content, isChecked, isCompared }) => ({
      ...{ sectionId, title, content, isCompared },
      status: isChecked ? ('checked' as const) : ('machine' as const),
    }))

/** Unsaved writing, with what it was written beside and what it began as. */
export type UnsavedTranslation = {
  english: readonly EnglishSection[]
  base: TranslationDraft
  draft: TranslationDraft
}

export type MergeResult = {
  draft: TranslationDraft
  /** What another person saved of sections that were changed here too. */
  theirs: DraftPart[]
  /** Sections whose English has changed since the writing began. */
  changed: number[]
}

/**
 * Unsaved writing on top of what is saved now: what only one side changed is taken from that side; where both did, what
 * was written here stands. Nobody has compared anything with an English that they have not seen.
 */
export function mergeTranslation(
  { english: before, base, draft }: UnsavedTranslation,
  { english, draft: saved }: Pick<UnsavedTranslation, 'english' | 'draft'>,
): MergeResult {
  const changed = english.filter((now) => !isSameEnglish(now, before)).map(({ id }) => id)
  const theirs: DraftPart[] = []
  const parts = saved.map((their) => {
    const [baseline, mine] = [partOf(base, their.sectionId), partOf(draft, their.sectionId)]
    if (!mine) return their
    if (isSameText(mine, their)) return withChecks(their, mine, baseline)
    if (isSameText(mine, baseline)) return their
    if (!isSameText(their, baseline)) theirs.push(their)
    return mine
  })
  const compared = parts.map((part) =>
    changed.includes(part.sectionId) ? { ...part, isCompared: false } : part,
  )
  return { draft: compared, theirs, changed }
}

/** The saved section, with the boxes that were ticked or cleared beside the same text. */
const withChecks = (their: DraftPart, mine: DraftPart, began: DraftPart | undefined): DraftPart => ({
  ...their,
  isChecked: mine.isChecked === began?.isChecked ? their.isChecked : mine.isChecked,
  isCompared: mine.isCompared,
})

/** Text that is new is no change: there was nothing to write beside. */
function isSameEnglish({ id, title, content }: EnglishSection, before: readonly EnglishSection[]): boolean {
  const was = before.find((section) => section.id === id)
  return !was || (was.title === title && was.content === content)
}
