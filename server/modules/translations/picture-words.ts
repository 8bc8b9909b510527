import shipped from '../../../build/content/picture-translations.json' with { type: 'json' }
import type { LibraryPictureTranslations } from '../../../build/content/types.d.ts'
import { languageTags } from '../../../contract/languages.ts'

const translations: LibraryPictureTranslations = shipped

/** The words of one of our drawings in a language; nothing for English, and where nobody has said them there. */
export function translatePicture({ id }: { id: string }, language: string) {
  const tag = languageTags.find((known) => known === language)
  const words = tag && translations[tag]?.[id]
  return words ? { beside: { language: tag, ...words } } : {}
}
