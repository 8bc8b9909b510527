import type { z } from 'zod'
import type { Translation } from '../../../contract/translations.ts'
import { englishHash, type EnglishSection } from './translation-rules.ts'
import type { TranslationRow } from './translation-store.ts'

/** A translation beside the English as that is now: what it lacks, and what it says of an English that has changed. */
export function toTranslation(
  { id, language, format, sections, createdAt, createdByName }: TranslationRow,
  english: readonly EnglishSection[],
): z.infer<typeof Translation> {
  const hashes = new Map(english.map((section) => [section.id, englishHash(section)]))
  const shown = sections.map(({ checkedBy: _checkedBy, englishHash: hash, ...section }) => ({
    ...section,
    isStale: hashes.get(section.sectionId) !== hash,
  }))
  const there = new Set(sections.map(({ sectionId }) => sectionId))
  return {
    ...{ id, language, format, sections: shown },
    missing: english.map((section) => section.id).filter((sectionId) => !there.has(sectionId)),
    isStale: shown.some(({ isStale }) => isStale),
    status: shown.every(({ status }) => status === 'checked') ? 'checked' : 'machine',
    updatedAt: createdAt.toISOString(),
    updatedByName: createdByName,
  }
}
