import { phraseFields, type PhraseField } from '../../contract/phrases.ts'
import { phrase_length_max } from '../../contract/limits.ts'
import { splitWords } from '../../wording/plain-text.ts'
import { findPatientFact, normalisedPhrase } from '../../wording/phrase-facts.ts'
import { findAmericanSpellings, findBannedWords, findPromises } from '../../wording/word-checks.ts'
import type { TemplateFields } from './library-schema.ts'

type Suggestions = TemplateFields['suggestions']

const phrase_words_max = 20
const phrases_min = 2
const phrases_max = 6

/** A gap that may ask for facts of the practice alone, of which nothing usual can be said. */
const practiceFacts = 'what'

/** Nobody's name is known here: capitals and titles tell. */
const nobody: ReadonlySet<string> = new Set()

/** What is wrong with the usual phrases of a template whose text has these placeholders. */
export function checkSuggestions(placeholders: readonly string[], suggestions: Suggestions): string[] {
  const gaps = phraseFields.filter((field) => suggestions[field] || placeholders.includes(field))
  return gaps.flatMap((gap) =>
    placeholders.includes(gap)
      ? checkGap(gap, suggestions[gap] ?? [])
      : [`suggestions: the text has no {{${gap}}}`],
  )
}

function checkGap(gap: PhraseField, phrases: readonly string[]): string[] {
  const isCountRight =
    (phrases.length >= phrases_min && phrases.length <= phrases_max) ||
    (gap === practiceFacts && phrases.length === 0)
  const keys = phrases.map(normalisedPhrase)
  const repeated = phrases.filter((_phrase, at) => keys.indexOf(keys[at]!) !== at)
  return [
    ...(isCountRight ? [] : [`suggestions.${gap}: has ${phrases.length} phrases and needs 2 to 6`]),
    ...repeated.map((phrase) => `suggestions.${gap}: "${phrase}" is there twice`),
    ...phrases.flatMap((phrase) =>
      checkPhrase(gap, phrase).map((problem) => `suggestions.${gap}: "${phrase}" ${problem}`),
    ),
  ]
}

const formRules: readonly [isWrong: (phrase: string) => boolean, problem: string][] = [
  [(phrase) => phrase.length > phrase_length_max, `is longer than ${phrase_length_max} characters`],
  [(phrase) => splitWords(phrase).length > phrase_words_max, `has more than ${phrase_words_max} words`],
  [(phrase) => /[.!?:;,]$/.test(phrase), 'stands inside a sentence: leave out the mark at its end'],
  [(phrase) => /[{}/[\]<>"]/.test(phrase), 'has a brace, square bracket, slash or quotation mark'],
  // 'X-ray' and 'MRONJ' stay as they are.
  [
    (phrase) => /^\p{Lu}(?:[\p{Ll}\s]|$)/u.test(phrase),
    'stands inside a sentence: begin it with a small letter',
  ],
]

function checkPhrase(gap: PhraseField, phrase: string): string[] {
  const passage = { title: '', text: phrase }
  const fact = findPatientFact(phrase, { gap, names: nobody, everydayWords: nobody })
  return [
    ...formRules.filter(([isWrong]) => isWrong(phrase)).map(([, problem]) => problem),
    ...(fact ? [`may be a fact of one patient: it has a ${fact}`] : []),
    ...[...findBannedWords(passage), ...findPromises(passage), ...findAmericanSpellings(passage)].map(
      ({ message }) => message,
    ),
  ]
}
