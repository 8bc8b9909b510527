import type { ModelAnswer } from './language-model.ts'
import type { NoteReading } from './note-reading.ts'
import type { Span } from './note-tokens.ts'

/** What a language model says, as far as the note bears it out and it was not read already. */
export type NoteSuggestion = Span & { words: string } & (
    | { about: 'treatment'; subtype: string }
    | { about: 'factor'; factor: string; answer: 'yes' | 'no' | 'unknown' }
    | { about: 'diagnosis'; text: string }
    | { about: 'placeholder'; name: 'price' | 'visits' | 'material' | 'reason'; value: string }
  )

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

/** Where quoted words stand in a note, in any case and with any spaces between; null where they do not. */
export function findQuote(note: string, quoted: string): Span | null {
  const words = quoted.trim().split(/\s+/).filter(Boolean)
  if (words.length === 0) return null
  const pattern = words.map(escaped).join(String.raw`\s+`)
  const match = new RegExp(String.raw`(?<![\p{L}\d])${pattern}(?![\p{L}\d])`, 'iu').exec(note)
  return match && { from: match.index, to: match.index + match[0].length }
}

type KnownIds = { subtypes: ReadonlySet<string>; factors: ReadonlySet<string> }

/**
 * The suggestions of a model. One whose words are not in the note is dropped, as is one of a treatment or factor that does
 * not exist, and one that says anew, or takes away, what the rules have read: nothing serious can be talked down.
 */
export function suggestionsOf(
  answer: ModelAnswer,
  { note, reading, known }: { note: string; reading: NoteReading; known: KnownIds },
): NoteSuggestion[] {
  const quoted = <T extends { words: string }>(one: T) => {
    const span = findQuote(note, one.words)
    return span ? [{ ...one, ...span, words: note.slice(span.from, span.to) }] : []
  }
  const read = {
    subtypes: new Set(reading.proposals.map(({ subtype }) => subtype)),
    factors: new Set(reading.facts.map(({ factor }) => factor)),
  }
  const { treatments, factors, diagnosis, placeholders } = answer
  const filled = {
    price: reading.price !== null,
    visits: reading.visits !== null,
    material: false,
    reason: false,
  }
  return [
    ...unique(treatments, ({ subtype }) => subtype)
      .filter(({ subtype }) => known.subtypes.has(subtype) && !read.subtypes.has(subtype))
      .flatMap(quoted)
      .map((one) => ({ ...one, about: 'treatment' as const })),
    ...unique(factors, ({ factor }) => factor)
      .filter(({ factor }) => known.factors.has(factor) && !read.factors.has(factor))
      .flatMap(quoted)
      .map((one) => ({ ...one, about: 'factor' as const })),
    ...(diagnosis ? quoted(diagnosis) : []).map((one) => ({ ...one, about: 'diagnosis' as const })),
    ...unique(placeholders, ({ name }) => name)
      .filter(({ name }) => !filled[name])
      .flatMap(quoted)
      .map((one) => ({ ...one, about: 'placeholder' as const })),
  ]
}

const unique = <T>(all: readonly T[], keyOf: (one: T) => string): T[] =>
  [...new Map(all.toReversed().map((one) => [keyOf(one), one])).values()].toReversed()
