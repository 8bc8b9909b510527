import { type LintedTemplate, type Remark, errorRemark, warningRemark } from './linted-template.ts'
import { jargon } from './plain-words.ts'
import { plainText, withoutPlaceholders, splitSentences } from './plain-text.ts'
import { fixAt, sentenceAt, type TextFix } from './text-fixes.ts'
import { findAmericanWords } from './uk-spelling.ts'
import { type WatchedWord, bannedWords, promisePhrases, promiseWords } from './word-lists.ts'

/** A section, or words that stand beside the sections, as plain text. */
export type Passage = { title: string; text: string }

const questionsTitle = 'Questions'

export function checkBannedWords(template: LintedTemplate): Remark[] {
  const everything = passagesOf(template)
  return [
    ...everything.flatMap((passage) => [...findPromiseWords(passage), ...findBannedWords(passage)]),
    // Wrong answers to questions may promise much, to be told from the right one.
    ...everything.filter(({ title }) => title !== questionsTitle).flatMap(findPromisePhrases),
  ]
}

/** What sounds like a promise, in the guide's own list or in other words. */
export const findPromises = (passage: Passage): Remark[] => [
  ...findPromiseWords(passage),
  ...findPromisePhrases(passage),
]

const findPromiseWords = (passage: Passage) =>
  toPromiseRemarks(passage.title, findWatchedWords(passage.text, promiseWords))

const findPromisePhrases = ({ title, text }: Passage) =>
  toPromiseRemarks(title, findWatchedWords(text, promisePhrases, isNegated))

const toPromiseRemarks = (title: string, found: WatchedMatch[]) =>
  found.map(({ word, instead, fix }) =>
    errorRemark(title, `"${word}" is a promise that nobody can keep`, about(word, instead, fix)),
  )

/** Whether 'no', 'not' or the like stands at most four words before, with nothing in between that begins anew. */
const isNegated = (before: string) =>
  /\b(?:no|not|cannot|can't|won't|don't|doesn't|never|nobody|none|nothing)(?: (?!and\b|but\b|so\b)[\w'-]+){0,4} $/i.test(
    before,
  )

export const findBannedWords = (passage: Passage): Remark[] =>
  findWatchedWords(passage.text, bannedWords).map(({ word, instead, fix }) =>
    errorRemark(passage.title, `do not write "${word}"`, about(word, instead, fix)),
  )

export function checkUkEnglish(template: LintedTemplate): Remark[] {
  return passagesOf(template).flatMap(findAmericanSpellings)
}

export const findAmericanSpellings = ({ title, text }: Passage): Remark[] =>
  uniqueByWord(findAmericanWords(withoutPlaceholders(text))).map(({ word, uk }) =>
    errorRemark(
      title,
      `"${word}" is not UK English: write "${uk}"`,
      about(word, uk, { find: word, nth: 0, put: uk }),
    ),
  )

export function checkJargonExplained(template: LintedTemplate): Remark[] {
  return findUnexplainedJargon(template.sections, jargon)
}

/** The first sentence with a dental word tells what it means: "called …", "(…)", "a … is". */
export function findUnexplainedJargon(
  sections: LintedTemplate['sections'],
  list: readonly WatchedWord[],
): Remark[] {
  const explains = /\(|\bcalled\b|\bthis is\b|\b(?:is|means) an?\b/i
  const texts = sections.map(({ title, html }) => ({ title, text: withoutPlaceholders(plainText(html)) }))
  return list.flatMap((watched) => {
    const { pattern } = watched
    const passage = texts.find(({ text }) => text.search(pattern) >= 0)
    const sentence = splitSentences(passage?.text ?? '').find((one) => one.search(pattern) >= 0)
    if (!passage || sentence === undefined || explains.test(sentence)) return []
    const word = sentence.match(pattern)?.[0] ?? ''
    const message = `explain "${word}" where it is first used: "${sentence}"`
    const { instead, fix } = adviceAt(watched, passage.text, passage.text.search(pattern), word)
    return [warningRemark(passage.title, message, about(word, instead, fix))]
  })
}

/** Words that have a plainer one; no explanation makes up for it. */
export const findFormalWords = (passage: Passage, list: readonly WatchedWord[]): Remark[] =>
  findWatchedWords(passage.text, list)
    .filter(({ instead }) => instead !== '')
    .map(({ word, instead, fix }) =>
      warningRemark(passage.title, `"${word}" has a plainer word: "${instead}"`, about(word, instead, fix)),
    )

type WatchedMatch = { word: string; instead: string; fix: TextFix | undefined }

/** What to write for a word where it stands, in the sense that its sentence uses it in. */
function adviceAt(
  { senses, ...usual }: WatchedWord,
  text: string,
  index: number,
  word: string,
): Pick<WatchedMatch, 'instead' | 'fix'> {
  const sentence = sentenceAt(text, index)
  const { instead, forms } = senses?.find(({ when }) => when.test(sentence)) ?? usual
  const put = forms?.[word.toLowerCase()]
  return { instead: put || instead, fix: put === undefined ? undefined : fixAt(text, index, word, put) }
}

/** The words of a list as they stand in a text, each once. */
function findWatchedWords(
  text: string,
  list: readonly WatchedWord[],
  isFine: (before: string) => boolean = () => false,
): WatchedMatch[] {
  const shown = withoutPlaceholders(text)
  return uniqueByWord(
    list.flatMap((watched) =>
      [...shown.matchAll(watched.pattern)]
        .filter(({ index }) => !isFine(shown.slice(Math.max(0, index - 80), index)))
        .map(({ 0: word, index }) => ({
          word: word.trim(),
          ...adviceAt(watched, shown, index, word.trim()),
        })),
    ),
  )
}

const about = (excerpt: string, suggestion: string, fix: TextFix | undefined) => ({
  excerpt,
  suggestion,
  ...(fix && { fix }),
})

function uniqueByWord<Found extends { word: string }>(found: Found[]): Found[] {
  return [...new Map(found.map((one) => [one.word, one])).values()]
}

function passagesOf(template: LintedTemplate): Passage[] {
  return [
    { title: 'Description', text: template.description },
    ...template.sections.map(({ title, html }) => ({ title, text: plainText(html) })),
    ...template.questions.map(({ question, answers, explanation }) => ({
      title: questionsTitle,
      text: [question, ...answers, explanation].join('\n'),
    })),
  ]
}
