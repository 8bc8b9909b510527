import type { UntranslatedText } from '../../../contract/consents.ts'
import type { Language } from '../../../contract/languages.ts'
import { placeInWords, type Place } from '../../../contract/teeth.ts'
import type { Termbase } from '../translations/index.ts'

type Kind = UntranslatedText['kind']

/** Puts what is particular to one patient into a language. */
export type PlanTranslator = {
  language: 'en' | Language
  /** Words of ours, which every termbase has. */
  words: (english: string) => string
  /** What somebody typed or chose: in the language where it is a set phrase, else as it stands. */
  typed: (english: string, kind: Kind) => string
  /** Texts that are told only all together; null where the language lacks one of them. */
  whole: (english: readonly string[], kind: Kind) => string[] | null
  place: (place: Place) => string
  /** Between reasons, which may have commas of their own, and at the end of a sentence. */
  marks: { semicolon: string; stop: string }
}

export const englishTranslator: PlanTranslator = {
  language: 'en',
  words: (english) => english,
  typed: (english) => english,
  whole: (english) => [...english],
  place: ({ teeth, area }) => placeInWords(teeth, area),
  marks: { semicolon: '; ', stop: '.' },
}

/** A translator into the language of a termbase; `onEnglish` hears of all that stands in English there. */
export function translatorFor(
  termbase: Termbase,
  onEnglish: (english: UntranslatedText) => void,
): PlanTranslator {
  return {
    language: termbase.language as Language,
    words: (english) => termbase.say(english) ?? english,
    typed: (english, kind) => {
      const own = termbase.say(english)
      if (own === undefined) onEnglish({ kind, text: english })
      return own ?? english
    },
    whole: (english, kind) => {
      const own = english.flatMap((text) => termbase.say(text) ?? [])
      if (own.length === english.length) return own
      onEnglish({ kind, text: english[0]! })
      return null
    },
    place: (place) => termbase.place(place, placeInWords(place.teeth, place.area)),
    marks: termbase.marks,
  }
}
