/** Where something stands in a note: from the first character to behind the last. */
export type Span = { from: number; to: number }

/** A word, number or sign of a note, in small letters, and the part of which sentence it stands in. */
export type NoteToken = Span & { text: string; clause: number; sentence: number }

const tokenPattern = /\p{L}+(?:['’]\p{L}+)*|\d+|[^\s\p{L}\d]/gu

/** Signs that only join, as in 'non-smoker' and 'e.max'; 'P/-' and a full stop stay. */
const isJoiner = (text: string, at: number): boolean =>
  /[-.]/.test(text[at] ?? '') &&
  /[\p{L}\d]/u.test(text[at - 1] ?? '') &&
  /[\p{L}\d]/u.test(text[at + 1] ?? '')

/** Ends a sentence, or only a part of one. */
function boundaryAt(text: string, at: number): 'sentence' | 'clause' | null {
  const sign = text[at] ?? ''
  if (sign === '\n' || sign === ';') return 'sentence'
  const isLoose = !/\S/.test(text[at + 1] ?? ' ')
  if (/[.!]/.test(sign) && isLoose) return 'sentence'
  if (/[,?]/.test(sign) && isLoose) return 'clause'
  return sign === '-' && isLoose && !/\S/.test(text[at - 1] ?? ' ') ? 'clause' : null
}

/** The words of a text with the sentences and parts of sentences they stand in. Nothing is left out but what only joins. */
export function tokenize(text: string): NoteToken[] {
  const words: NoteToken[] = []
  let [clause, sentence, behind] = [0, 0, 0]
  for (const match of text.matchAll(tokenPattern)) {
    if (text.slice(behind, match.index).includes('\n')) [clause, sentence] = [clause + 1, sentence + 1]
    behind = match.index + match[0].length
    if (match[0] === ':' || isJoiner(text, match.index)) continue
    const ends = boundaryAt(text, match.index)
    if (!ends || match[0] === '?') {
      const { index: from } = match
      words.push({ text: match[0].toLowerCase().replaceAll('’', "'"), from, to: behind, clause, sentence })
    }
    if (ends) clause += 1
    if (ends === 'sentence') sentence += 1
  }
  return words
}

/** The smallest span around all of them. */
export const enclosingSpan = (spans: readonly Span[]): Span => ({
  from: Math.min(...spans.map(({ from }) => from)),
  to: Math.max(...spans.map(({ to }) => to)),
})
