import { type LintedTemplate, type Remark, error, warning } from './linted-template.ts'
import { jargon } from './plain-words.ts'
import { plainText, withoutPlaceholders, writtenSentences } from './plain-text.ts'
import { americanWordsIn } from './uk-spelling.ts'
import { type WatchedWord, bannedWords, promisePhrases, promiseWords } from './word-lists.ts'

/** A section, or words that stand beside the sections, as plain text. */
export type Passage = { title: string; text: string }

const questionsTitle = 'Questions'

export function noBannedWords(template: LintedTemplate): Remark[] {
  const everything = passages(template)
  return [
    ...everything.flatMap((passage) => [...promisesNamed(passage), ...bannedIn(passage)]),
    // Wrong answers to questions may promise much, to be told from the right one.
    ...everything.filter(({ title }) => title !== questionsTitle).flatMap(promisesPhrased),
  ]
}

/** What sounds like a promise, in the guide's own list or in other words. */
export const promises = (passage: Passage): Remark[] => [
  ...promisesNamed(passage),
  ...promisesPhrased(passage),
]

const promisesNamed = (passage: Passage) => asPromises(passage.title, watched(passage.text, promiseWords))

const promisesPhrased = ({ title, text }: Passage) =>
  asPromises(title, watched(text, promisePhrases, isDenied))

const asPromises = (title: string, found: Watched[]) =>
  found.map(({ word, instead }) =>
    error(title, `"${word}" is a promise that nobody can keep`, about(word, instead)),
  )

/** Whether 'no', 'not' or the like stands at most four words before, with nothing in between that begins anew. */
const isDenied = (before: string) =>
  /\b(?:no|not|cannot|can't|won't|don't|doesn't|never|nobody|none|nothing)(?: (?!and\b|but\b|so\b)[\w'-]+){0,4} $/i.test(
    before,
  )

export const bannedIn = (passage: Passage): Remark[] =>
  watched(passage.text, bannedWords).map(({ word, instead }) =>
    error(passage.title, `do not write "${word}"`, about(word, instead)),
  )

export function ukEnglish(template: LintedTemplate): Remark[] {
  return passages(template).flatMap(ukEnglishIn)
}

export const ukEnglishIn = ({ title, text }: Passage): Remark[] =>
  distinct(americanWordsIn(withoutPlaceholders(text))).map(({ word, uk }) =>
    error(title, `"${word}" is not UK English: write "${uk}"`, about(word, uk)),
  )

export function jargonExplained(template: LintedTemplate): Remark[] {
  return unexplained(template.sections, jargon)
}

/** The first sentence with a dental word tells what it means: "called …", "(…)", "a … is". */
export function unexplained(sections: LintedTemplate['sections'], list: readonly WatchedWord[]): Remark[] {
  const explains = /\(|\bcalled\b|\bthis is\b|\b(?:is|means) an?\b/i
  const texts = sections.map(({ title, html }) => ({ title, text: withoutPlaceholders(plainText(html)) }))
  return list.flatMap(({ pattern, instead }) => {
    const passage = texts.find(({ text }) => text.search(pattern) >= 0)
    const sentence = writtenSentences(passage?.text ?? '').find((one) => one.search(pattern) >= 0)
    if (!passage || sentence === undefined || explains.test(sentence)) return []
    const word = sentence.match(pattern)?.[0] ?? ''
    const message = `explain "${word}" where it is first used: "${sentence}"`
    return [warning(passage.title, message, about(word, instead))]
  })
}

/** Words that have a plainer one; no explanation makes up for it. */
export const plainerWords = (passage: Passage, list: readonly WatchedWord[]): Remark[] =>
  watched(passage.text, list).map(({ word, instead }) =>
    warning(passage.title, `"${word}" has a plainer word: "${instead}"`, about(word, instead)),
  )

type Watched = { word: string; instead: string }

/** The words of a list as they stand in a text, each once. */
function watched(
  text: string,
  list: readonly WatchedWord[],
  isFine: (before: string) => boolean = () => false,
): Watched[] {
  const shown = withoutPlaceholders(text)
  return distinct(
    list.flatMap(({ pattern, instead }) =>
      [...shown.matchAll(pattern)]
        .filter(({ index }) => !isFine(shown.slice(Math.max(0, index - 80), index)))
        .map(([word]) => ({ word: word.trim(), instead })),
    ),
  )
}

const about = (excerpt: string, suggestion: string) => ({ excerpt, suggestion })

function distinct<Found extends { word: string }>(found: Found[]): Found[] {
  return [...new Map(found.map((one) => [one.word, one])).values()]
}

function passages(template: LintedTemplate): Passage[] {
  return [
    { title: 'Description', text: template.description },
    ...template.sections.map(({ title, html }) => ({ title, text: plainText(html) })),
    ...template.questions.map(({ question, answers, explanation }) => ({
      title: questionsTitle,
      text: [question, ...answers, explanation].join('\n'),
    })),
  ]
}
