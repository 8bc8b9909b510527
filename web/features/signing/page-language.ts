import type { Language } from '../../../contract/languages.ts'
import { settings } from './signing-device.ts'

/** What the patient pages can be read in. */
export type PageLanguage = 'en' | Language

/** Each by its own name. The contract's list says more of each, too much for a first load. */
export const nativeLanguageNames: Record<PageLanguage, string> = {
  en: 'English',
  cy: 'Cymraeg',
  pl: 'Polski',
  pa: 'ਪੰਜਾਬੀ',
  ur: 'اردو',
  ar: 'العربية',
  ro: 'Română',
  pt: 'Português',
  bn: 'বাংলা',
  'zh-Hans': '简体中文',
}
export const pageLanguages = Object.keys(nativeLanguageNames) as PageLanguage[]

const storageKey = 'candour:language'
/** Chinese and Punjabi in a script that the pages do not have. */
const unsupportedScript = /^zh-(Hant|TW|HK|MO)|^pa-(Arab|PK)/i

/**
 * The language that fits best: the one chosen on this device before, else the first of the browser's that the pages
 * have, else English. Another script of a language counts as another language.
 */
export function matchLanguage(kept: string | null, wanted: readonly string[]): PageLanguage {
  const chosen = pageLanguages.find((language) => language === kept)
  if (chosen) return chosen
  for (const tag of wanted) {
    const found = pageLanguages.find((language) => language.split('-')[0] === tag.split('-')[0])
    if (found && !unsupportedScript.test(tag)) return found
  }
  return 'en'
}

/** The language to begin with on this device. */
export const initialLanguage = (): PageLanguage =>
  matchLanguage(settings.get(storageKey), navigator.languages)

/** Keeps the choice on this device. */
export const saveLanguage = (language: PageLanguage): void => settings.set(storageKey, language)
