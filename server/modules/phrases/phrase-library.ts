import shipped from '../../../build/content/suggestions.json' with { type: 'json' }
import type { LibrarySuggestions } from '../../../build/content/types.d.ts'
import type { Phrases } from '../../../contract/phrases.ts'
import { nameFormsIn } from '../../../wording/phrase-facts.ts'

/** Usual phrases of the library by gap, most usual first. */
export type LibraryPhrases = { readonly [field in keyof Phrases]?: readonly string[] }

const suggestions: LibrarySuggestions = shipped

/** The phrases for the first of these entries of the library that has any; none for wording of the practice's own. */
export const libraryPhrasesOf = (libraryIds: readonly string[]): LibraryPhrases => {
  const known = libraryIds.find((id) => suggestions[id])
  return known ? (suggestions[known] as LibraryPhrases) : {}
}

let wordsOnceAsked: ReadonlySet<string> | undefined

/** Words of the library's phrases in small letters: nobody is meant by them. Found when first asked for, not at a start. */
export const everydayWords = (): ReadonlySet<string> =>
  (wordsOnceAsked ??= new Set(
    Object.values(suggestions)
      .flatMap((gaps) => Object.values(gaps).flat())
      .flatMap((phrase) => nameFormsIn(phrase.replaceAll(/\S*\p{Lu}\S*/gu, ' '))),
  ))
