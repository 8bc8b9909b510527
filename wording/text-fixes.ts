/** What takes the place of some words of a text: the occurrence is counted from 0. Nothing in their place takes them out. */
export type TextFix = { find: string; nth: number; put: string }

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Finds words as they stand, whole, whatever white space is between them. */
export const occurrencePattern = (words: string): RegExp =>
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])${words
      .split(/\s+/)
      .map(escaped)
      .join(String.raw`\s+`)}(?![\p{L}\p{N}])`,
    'gu',
  )

/** Before a vowel that is heard, or a letter whose name begins with one. */
const takesAn = (words: string) =>
  /^(?:[aeio]|u(?!s|ni)|x-|hour|honest)/i.test(words) && !/^(?:eu|one\b)/i.test(words)

const withCaseOf = (model: string, words: string) =>
  /^\p{Lu}/u.test(model) ? words.charAt(0).toUpperCase() + words.slice(1) : words

/**
 * Puts words in the place of others at an index of a text: the article before them follows, and a capital stays one. None
 * where a sentence would be left to begin anew.
 */
export function fixAt(text: string, index: number, word: string, put: string): TextFix | undefined {
  if (put === '' && /^\p{Lu}/u.test(word)) return undefined
  const article = /(?<![\p{L}\p{N}'’-])(an?) $/iu.exec(text.slice(0, index))?.[1]
  const isOtherArticle = article !== undefined && put !== '' && takesAn(put) !== (article.length === 2)
  const start = isOtherArticle ? index - article.length - 1 : index
  const find = text.slice(start, index) + word
  const replaced = isOtherArticle
    ? `${article.charAt(0)}${takesAn(put) ? 'n' : ''} ${put}`
    : withCaseOf(word, put)
  const nth = [...text.slice(0, start).matchAll(occurrencePattern(find))].length
  return { find, nth, put: replaced }
}

/** The sentence of a text that an index stands in. */
export function sentenceAt(text: string, index: number): string {
  const start = Math.max(...['. ', '! ', '? ', '\n'].map((end) => text.lastIndexOf(end, index - 1))) + 1
  const length = text.slice(index).search(/[.!?](?:\s|$)|\n|$/)
  return text.slice(start, index + length).trim()
}
