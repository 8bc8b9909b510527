import type { Discussion } from '../../../contract/consent-plan.ts'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'

export type Witness = { name: string; capacity: string; statement: string }

const trimmedFieldValue = (data: FormData, name: string): string => String(data.get(name) ?? '').trim()

type FormCheck = [wrong: boolean, id: string, text: string]
const foundErrors = (checks: FormCheck[]): FieldProblem[] =>
  checks.filter(([wrong]) => wrong).map(([, id, text]) => ({ id, text }))

const note_length_min = 10

/** A conversation as it was typed, or what is missing of it. Nothing in it is filled in beforehand. */
export function parseDiscussion(data: FormData, now: Date): Discussion | FieldProblem[] {
  const [when, mode, note] = [
    trimmedFieldValue(data, 'when'),
    trimmedFieldValue(data, 'mode'),
    trimmedFieldValue(data, 'note'),
  ]
  const understanding = trimmedFieldValue(data, 'understanding')
  const on = new Date(when)
  const faults = foundErrors([
    [when === '' || Number.isNaN(on.getTime()), 'when', 'Enter the day and time of the conversation'],
    [on > now, 'when', 'Enter a day and time that have passed'],
    [mode === '', 'mode', 'Choose how it took place'],
    [note.length < note_length_min, 'note', 'Enter what was discussed'],
    [understanding === '', 'understanding', 'Choose how understanding was checked'],
  ])
  if (faults.length > 0) return faults
  const [childView, interpreter, copy] = ['childView', 'interpreter', 'copy'].map((name) =>
    trimmedFieldValue(data, name),
  )
  return {
    on: on.toISOString(),
    mode: mode as Discussion['mode'],
    note,
    whatMatters: trimmedFieldValue(data, 'whatMatters'),
    understanding: understanding as Discussion['understanding'],
    ...(childView && { childView }),
    ...(interpreter && { interpreter: interpreter as NonNullable<Discussion['interpreter']> }),
    ...(copy && { copy: copy as NonNullable<Discussion['copy']> }),
  }
}

/** Somebody who stood by, by the number of their fields; null where nothing was typed of an optional one. */
export function parseWitness(
  data: FormData,
  number: number,
  { isNeeded }: { isNeeded: boolean },
): Witness | null | FieldProblem[] {
  const name = trimmedFieldValue(data, `witness-${number}-name`)
  const capacity = trimmedFieldValue(data, `witness-${number}-capacity`)
  if (!name && !capacity && !isNeeded) return null
  if (!name) return [{ id: `witness-${number}-name`, text: 'Enter the name of the person who heard it' }]
  return { name, capacity, statement: 'I heard the patient agree to what is written here.' }
}

/** Two answers that may each be what is wrong with them: all that is wrong, or both. */
export const isFieldError = (read: unknown): read is FieldProblem[] => Array.isArray(read)

export type Refusal = { reason: string; consequences: string; safetyNet: string }

/** A refusal as it was typed, or what is missing of it. */
export function parseRefusal(data: FormData): Refusal | FieldProblem[] {
  const [reason, consequences, safetyNet] = ['reason', 'consequences', 'safetyNet'].map((name) =>
    trimmedFieldValue(data, name),
  ) as [string, string, string]
  const faults = foundErrors([
    [reason === '', 'reason', 'Enter the patient’s reasons'],
    [consequences === '', 'consequences', 'Enter the consequences explained'],
    [safetyNet === '', 'safetyNet', 'Enter the agreed next steps'],
  ])
  return faults.length > 0 ? faults : { reason, consequences, safetyNet }
}
