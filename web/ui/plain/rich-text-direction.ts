import { textOfHtml, detectLanguage } from '../../../contract/language-detection.ts'

const blockNames = new Set('p ul ol li h1 h2 h3 h4 h5 h6 blockquote td th'.split(' '))
const tags = /<(\/?)([a-z][a-z0-9]*)\b[^>]*>/gi
const textBetweenTags = /(?<=>|^)[^<>]+/g
/** Telephone numbers and ranges: between words that run from right to left, they would be read from the wrong end. */
const groupedNumber = /(?<![\d\p{L}#])\+?\d{1,7}(?:[ \u00a0–-]\d{1,7}){1,4}(?!\d)/gu
const nonLatinScript = /[\p{Script=Arabic}\p{Script=Gurmukhi}\p{Script=Bengali}\p{Script=Han}]/u

/**
 * Cleaned wording whose blocks each say their language and which way they run, by their own words: an English paragraph
 * in Urdu wording begins on the left, and the marks of an Urdu list stand on the right. Wording without a script whose
 * language it tells stays as it is.
 */
export function addTextDirection(html: string): string {
  const whole = textOfHtml(html)
  if (!nonLatinScript.test(whole)) return html
  const open: { name: string; end: number }[] = []
  const additions: { at: number; attributes: string }[] = []
  for (const tag of html.matchAll(tags)) {
    const [all, closing, spelt = ''] = tag
    const name = spelt.toLowerCase()
    if (!blockNames.has(name)) continue
    if (!closing) {
      open.push({ name, end: tag.index + all.length })
      continue
    }
    const block = open.pop()
    // Not as the server cleans it: left to the browser, which takes the first letter.
    if (block?.name !== name) return html
    const { lang, dir } = detectLanguage(textOfHtml(html.slice(block.end, tag.index)), whole)
    additions.push({ at: block.end - 1, attributes: ` lang="${lang}" dir="${dir}"` })
  }
  const directed = additions
    .toSorted((one, other) => other.at - one.at)
    .reduce((text, { at, attributes }) => text.slice(0, at) + attributes + text.slice(at), html)
  return additions.some(({ attributes }) => attributes.includes('rtl')) ? isolateNumbers(directed) : directed
}

const isolateNumbers = (html: string): string =>
  html.replaceAll(textBetweenTags, (text) => text.replaceAll(groupedNumber, '<bdi dir="ltr">$&</bdi>'))
