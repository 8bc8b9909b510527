import { languageTags, type Language } from '../../../contract/languages.ts'
import { settings } from './signing-device.ts'

/** What the patient pages can be read in. */
export type PageLanguage = 'en' | Language

export const pageLanguages: readonly PageLanguage[] = ['en', ...languageTags]

const slot = 'candour:language'
/** Scripts that a language's readers may use besides the one it has here. */
const otherScript = /-(Hant|TW|HK|MO|Arab|PK)\b/i

/**
 * The language that fits best: the one chosen on this device before, else the first of the browser's that the pages
 * have, else English. Another script of a language counts as another language.
 */
export function fittingLanguage(kept: string | null, wanted: readonly string[]): PageLanguage {
  const chosen = pageLanguages.find((language) => language === kept)
  if (chosen) return chosen
  for (const tag of wanted) {
    const [base] = tag.split('-')
    const found = pageLanguages.find((language) => language.split('-')[0] === base)
    if (found && !(/^(zh|pa)$/.test(base ?? '') && otherScript.test(tag))) return found
  }
  return 'en'
}

/** The language to begin with on this device. */
export function firstLanguage(): PageLanguage {
  try {
    return fittingLanguage(settings.getItem(slot), navigator.languages)
  } catch {
    return fittingLanguage(null, navigator.languages)
  }
}

/** Keeps the choice on this device. */
export function rememberLanguage(language: PageLanguage): void {
  try {
    settings.setItem(slot, language)
  } catch {
    // The choice then lasts as long as the page.
  }
}
