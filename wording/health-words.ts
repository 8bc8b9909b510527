/**
 * Words that tell whoever sees a message on a locked phone, or over a shoulder, about somebody's health. The list is
 * data (content/health-words.txt): a word alone, or a beginning with a star; several words stand for a phrase.
 */
export type HealthWordList = readonly string[]

/** Teeth by their places, UL6 or LL D: words of no list. Milk teeth in capitals, since 'lle' is a Welsh word. */
const toothNotationPattern = String.raw`[ul][lr]\s?[1-8]|(?-i:[UL][LR]\s?[A-E])`
const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const wordPattern = (entry: string): string => {
  const isBeginning = entry.endsWith('*')
  const words = (isBeginning ? entry.slice(0, -1) : entry)
    .split(' ')
    .map(escapeRegExp)
    .join(String.raw`[\s-]+`)
  return isBeginning ? `${words}[\\p{L}\\d]*` : words
}

const patternCache = new WeakMap<HealthWordList, RegExp>()

function healthWordPattern(list: HealthWordList): RegExp {
  const known = patternCache.get(list)
  if (known) return known
  const any = [...list.map(wordPattern), toothNotationPattern].join('|')
  const made = new RegExp(`(?<![\\p{L}\\d])(?:${any})(?![\\p{L}\\d])`, 'giu')
  patternCache.set(list, made)
  return made
}

/** As it is read: invisible letters gone, wide and accented letters as plain ones. */
const normalizeText = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .replaceAll(/[‐‑‒–—]/g, '-')

/** The words of a text that speak of health, as they stand there, each once; what `{{placeholders}}` become is not seen. */
export function findHealthWords(text: string, list: HealthWordList): string[] {
  const written = normalizeText(text.replaceAll(/\{\{[^{}]*\}\}/g, ' '))
  const found = [...written.matchAll(healthWordPattern(list))].map(([word]) => word.toLowerCase())
  return [...new Set(found)]
}
