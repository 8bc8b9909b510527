import type { UntranslatedText } from '../../../contract/consents.ts'
import type { Language } from '../../../contract/languages.ts'
import { siteName, type TreatmentSite } from '../../../contract/teeth.ts'
import type { Termbase } from '../translations/index.ts'

type Kind = UntranslatedText['kind']

/** Puts what is particular to one patient into a language. */
export type PlanTranslator = {
  language: 'en' | Language
  /** Words of ours, which every termbase has. */
  translatePhrase: (english: string) => string
  /** What somebody typed or chose: in the language where it is a set phrase, else as it stands. */
  translateTyped: (english: string, kind: Kind) => string
  /** Texts that are told only all together; null where the language lacks one of them. */
  translateAll: (english: readonly string[], kind: Kind) => string[] | null
  formatPlace: (place: TreatmentSite) => string
  /** Between reasons, which may have commas of their own, and at the end of a sentence. */
  punctuation: { semicolon: string; stop: string }
}

export const englishTranslator: PlanTranslator = {
  language: 'en',
  translatePhrase: (english) => english,
  translateTyped: (english) => english,
  translateAll: (english) => [...english],
  formatPlace: ({ teeth, area }) => siteName(teeth, area),
  punctuation: { semicolon: '; ', stop: '.' },
}

/** A translator into the language of a termbase; `onEnglish` hears of all that stands in English there. */
export function createTranslator(
  termbase: Termbase,
  onEnglish: (english: UntranslatedText) => void,
): PlanTranslator {
  return {
    language: termbase.language as Language,
    translatePhrase: (english) => termbase.translate(english) ?? english,
    translateTyped: (english, kind) => {
      const own = termbase.translate(english)
      if (own === undefined) onEnglish({ kind, text: english })
      return own ?? english
    },
    translateAll: (english, kind) => {
      const own = english.flatMap((text) => termbase.translate(text) ?? [])
      if (own.length === english.length) return own
      onEnglish({ kind, text: english[0]! })
      return null
    },
    formatPlace: (place) => termbase.formatPlace(place, siteName(place.teeth, place.area)),
    punctuation: termbase.punctuation,
  }
}
