import type { Discussion } from '../../../contract/consent-plan.ts'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'

export type Witness = { name: string; capacity: string; statement: string }

const typedIn = (data: FormData, name: string): string => String(data.get(name) ?? '').trim()

type Check = [wrong: boolean, id: string, text: string]
const found = (checks: Check[]): FieldProblem[] =>
  checks.filter(([wrong]) => wrong).map(([, id, text]) => ({ id, text }))

const note_length_min = 10

/** A conversation as it was typed, or what is missing of it. Nothing in it is filled in beforehand. */
export function readDiscussion(data: FormData, now: Date): Discussion | FieldProblem[] {
  const [when, mode, note] = [typedIn(data, 'when'), typedIn(data, 'mode'), typedIn(data, 'note')]
  const understanding = typedIn(data, 'understanding')
  const on = new Date(when)
  const faults = found([
    [when === '' || Number.isNaN(on.getTime()), 'when', 'Enter the day and time of the conversation'],
    [on > now, 'when', 'Enter a day and time that have passed'],
    [mode === '', 'mode', 'Choose how you talked'],
    [note.length < note_length_min, 'note', 'Say in a few words what was talked about'],
    [understanding === '', 'understanding', 'Choose how understanding was checked'],
  ])
  if (faults.length > 0) return faults
  const [childView, interpreter, copy] = ['childView', 'interpreter', 'copy'].map((name) =>
    typedIn(data, name),
  )
  return {
    on: on.toISOString(),
    mode: mode as Discussion['mode'],
    note,
    whatMatters: typedIn(data, 'whatMatters'),
    understanding: understanding as Discussion['understanding'],
    ...(childView && { childView }),
    ...(interpreter && { interpreter: interpreter as NonNullable<Discussion['interpreter']> }),
    ...(copy && { copy: copy as NonNullable<Discussion['copy']> }),
  }
}

/** Somebody who stood by, by the number of their fields; null where nothing was typed of an optional one. */
export function readWitness(
  data: FormData,
  number: number,
  { isNeeded }: { isNeeded: boolean },
): Witness | null | FieldProblem[] {
  const name = typedIn(data, `witness-${number}-name`)
  const capacity = typedIn(data, `witness-${number}-capacity`)
  if (!name && !capacity && !isNeeded) return null
  if (!name) return [{ id: `witness-${number}-name`, text: 'Enter the name of who heard it' }]
  return { name, capacity, statement: 'I heard the patient agree to what is written here.' }
}

/** Two answers that may each be what is wrong with them: all that is wrong, or both. */
export const isFault = (read: unknown): read is FieldProblem[] => Array.isArray(read)

export type Refusal = { reason: string; consequences: string; safetyNet: string }

/** A refusal as it was typed, or what is missing of it. */
export function readRefusal(data: FormData): Refusal | FieldProblem[] {
  const [reason, consequences, safetyNet] = ['reason', 'consequences', 'safetyNet'].map((name) =>
    typedIn(data, name),
  ) as [string, string, string]
  const faults = found([
    [reason === '', 'reason', 'Enter what the patient said'],
    [consequences === '', 'consequences', 'Enter what the patient was told may happen'],
    [safetyNet === '', 'safetyNet', 'Enter what was agreed for now'],
  ])
  return faults.length > 0 ? faults : { reason, consequences, safetyNet }
}
