import type { NoteSpan, ReadNote } from './note-choices.ts'

export type NoteMark =
  'treatment' | 'place' | 'diagnosis' | 'fact' | 'aside' | 'unknown' | 'conflict' | 'cost'
export type NotePiece = { text: string; mark: NoteMark | null }

/** What a mark says to those who do not see it. */
export const markWords: Record<NoteMark, string> = {
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
export function markedPieces(note: string, reading: ReadNote): NotePiece[] {
  const { proposals, diagnoses, facts, conflicts, aside, price, visits, unknown } = reading
  const marks = Array.from<unknown, NoteMark | null>({ length: note.length }, () => null)
  const paint = (mark: NoteMark, spans: readonly NoteSpan[]) => {
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
  const pieces: NotePiece[] = []
  for (const [at, mark] of marks.entries()) {
    const character = note[at] ?? ''
    const last = pieces.at(-1)
    if (last && last.mark === mark) last.text += character
    else pieces.push({ text: character, mark })
  }
  return pieces
}
