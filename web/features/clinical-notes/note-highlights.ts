import type { NoteSpan, ParsedNote } from './note-choices.ts'

export type NoteHighlight =
  'treatment' | 'place' | 'diagnosis' | 'fact' | 'aside' | 'unknown' | 'conflict' | 'cost'
export type NoteSegment = { text: string; mark: NoteHighlight | null }

/** What a mark says to those who do not see it. */
export const highlightLabels: Record<NoteHighlight, string> = {
  treatment: 'treatment',
  place: 'tooth',
  diagnosis: 'diagnosis',
  fact: 'about the patient',
  aside: 'not part of the plan',
  unknown: 'not understood',
  conflict: 'contradicts itself',
  cost: 'price or visits',
}

/** A note in pieces, each marked by what it was read as. Where two readings meet, the one to look at first wins. */
export function splitIntoSegments(note: string, reading: ParsedNote): NoteSegment[] {
  const { proposals, diagnoses, facts, conflicts, aside, price, visits, unknown } = reading
  const marks = Array.from<unknown, NoteHighlight | null>({ length: note.length }, () => null)
  const paint = (mark: NoteHighlight, spans: readonly NoteSpan[]) => {
    for (const { from, to } of spans) marks.fill(mark, from, to)
  }
  paint(
    'place',
    proposals.flatMap(({ spans }) => spans.slice(1)),
  )
  paint(
    'treatment',
    proposals.flatMap(({ spans }) => spans.slice(0, 1)),
  )
  paint(
    'diagnosis',
    diagnoses.flatMap(({ spans }) => spans),
  )
  paint(
    'cost',
    [price, visits].filter((one) => one !== null),
  )
  paint(
    'fact',
    facts.flatMap(({ spans }) => spans),
  )
  paint('aside', aside)
  paint('unknown', unknown)
  paint(
    'conflict',
    conflicts.flatMap(({ spans }) => spans),
  )
  const pieces: NoteSegment[] = []
  for (const [at, mark] of marks.entries()) {
    const character = note[at] ?? ''
    const last = pieces.at(-1)
    if (last && last.mark === mark) last.text += character
    else pieces.push({ text: character, mark })
  }
  return pieces
}
