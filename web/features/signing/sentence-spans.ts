/** Where a piece of text begins and ends in a longer one. */
export type Span = { start: number; end: number }

/** After these a full stop ends no sentence. */
const abbreviations = /(?:^|[\s(])(?:e\.g|i\.e|etc|approx|no|dr|mr|mrs|ms|prof|st|vs)\.\s*$/i
const letters = /[\p{L}\p{N}]/u

function* pieces(text: string, locale: string): Generator<Span> {
  if ('Segmenter' in Intl) {
    for (const { index, segment } of new Intl.Segmenter(locale, { granularity: 'sentence' }).segment(text))
      yield { start: index, end: index + segment.length }
    return
  }
  for (const match of text.matchAll(/[^.!?。؟।]+(?:[.!?。؟।]+\s*|$)/g))
    yield { start: match.index, end: match.index + match[0].length }
}

/**
 * The sentences of a text, one behind the other without what is between them: what is said in one breath, or stands on
 * one line. A shortened word ends none, and what holds no letter is none.
 */
export function sentenceSpans(text: string, locale: string): Span[] {
  const spans: Span[] = []
  for (const piece of pieces(text, locale)) {
    const last = spans.at(-1)
    const goesOn = last && abbreviations.test(text.slice(last.start, last.end))
    const isNone = last && !letters.test(text.slice(piece.start, piece.end))
    if (goesOn || isNone) last.end = piece.end
    else spans.push({ ...piece })
  }
  return spans
    .map((span) => trimmed(text, span))
    .filter(({ start, end }) => letters.test(text.slice(start, end)))
}

function trimmed(text: string, { start, end }: Span): Span {
  const words = text.slice(start, end)
  const before = words.length - words.trimStart().length
  const after = words.length - words.trimEnd().length
  return { start: start + before, end: end - after }
}
