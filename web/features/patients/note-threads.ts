type Correcting = { id: string; corrects: string | null }
export type Thread<Note> = { note: Note; corrections: Thread<Note>[] }

/** Notes with their corrections under them, in the order they came in; one whose note is not there stands by itself. */
export function groupIntoThreads<Note extends Correcting>(notes: readonly Note[]): Thread<Note>[] {
  const known = new Set(notes.map(({ id }) => id))
  const under = (id: string | null): Thread<Note>[] =>
    notes
      .filter(({ corrects }) => (corrects && known.has(corrects) ? corrects : null) === id)
      .map((note) => ({ note, corrections: under(note.id) }))
  return under(null)
}
