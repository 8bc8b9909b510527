import { createHash } from 'node:crypto'
import type { HeldReason } from '../../../contract/practice-systems.ts'
import { PatientDetails } from '../../../contract/patients.ts'
import { contradictionsOf, type PatientRow } from '../patients/index.ts'
import type { SystemPatient } from './practice-system-port.ts'

/** Stands for what was read, so that what has not changed is left alone. */
export const fingerprintOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** Of what makes somebody this person and no other. */
export const identityOf = ({ firstName, lastName, dateOfBirth }: SystemPatient): string =>
  fingerprintOf([firstName, lastName, dateOfBirth])

/** Without these somebody is nobody whom we could add. */
const identifyingFields = ['firstName', 'lastName', 'dateOfBirth']

/**
 * What a practice system says of somebody, as records here take it. Details that cannot be read, such as half an e-mail
 * address, are left out; null where name or birth date cannot be read.
 */
export function detailsOf(patient: SystemPatient): PatientDetails | null {
  const { id: _id, updatedAt: _at, isActive: _is, ...said } = patient
  const first = PatientDetails.safeParse(said)
  if (first.success) return first.data
  const unread = new Set(first.error.issues.map(({ path }) => String(path[0])))
  if (identifyingFields.some((field) => unread.has(field))) return null
  const rest = Object.fromEntries(Object.entries(said).filter(([field]) => !unread.has(field)))
  return PatientDetails.safeParse(rest).data ?? null
}

/** Contact details that are kept up to date with the practice system. */
const followedFields = ['email', 'phone', 'otherPhone', 'address', 'nhsNumber'] as const

/**
 * What is written of a linked patient: what is empty here, and what is still as it was last written from there. What
 * somebody changed here is theirs.
 */
export function changesOf(
  details: PatientDetails,
  here: PatientRow,
  written: Partial<PatientDetails>,
): Partial<PatientDetails> {
  const changed = followedFields.filter((field) => {
    if (details[field] === '' || details[field] === here[field]) return false
    // A number that names another person is never taken over an earlier one.
    if (field === 'nhsNumber') return here.nhsNumber === ''
    return here[field] === '' || here[field] === written[field]
  })
  return Object.fromEntries(changed.map((field) => [field, details[field]]))
}

/** What is remembered of the contact details of a linked patient: those that stand here as they do there. */
export const writtenOf = (details: PatientDetails): Partial<PatientDetails> =>
  Object.fromEntries(followedFields.map((field) => [field, details[field]]))

/** What is known here of whom a patient of the practice system may be. */
export type PatientFacts = {
  patient: SystemPatient
  details: PatientDetails | null
  /** Whom an earlier reading, or somebody, said they are. */
  linked: PatientRow | null
  /** Their identity as somebody confirmed it although it contradicts. */
  confirmedIdentity: string | null
  /** Patients with the NHS number, or with name and birth date. */
  alike: readonly PatientRow[]
  /** Patients of the birth date whose names are nearly theirs. */
  near: readonly PatientRow[]
  /** Patients who are somebody else of this practice system. */
  takenIds: ReadonlySet<string>
  /** Whether somebody of the same name and birth date, or nearly so, stands before them on the page. */
  isRepeated: boolean
}

export type PatientDecision =
  | { do: 'link'; patient: PatientRow }
  | { do: 'add'; details: PatientDetails }
  | { do: 'hold'; reason: HeldReason; candidates: string[] }
  | { do: 'leave-out' }

const hold = (reason: HeldReason, candidates: readonly PatientRow[]): PatientDecision => ({
  do: 'hold',
  reason,
  candidates: candidates.map(({ id }) => id),
})

/**
 * Who somebody of a practice system is here. Nobody is joined by a number, or overwritten, against a name or a birth date
 * that contradicts (rulings 68): those are held for a person.
 */
export function decidePatient(facts: PatientFacts): PatientDecision {
  const { patient, details, linked, confirmedIdentity, alike, near, takenIds, isRepeated } = facts
  if (linked) {
    if (confirmedIdentity === identityOf(patient)) return { do: 'link', patient: linked }
    const against = contradictionsOf(patient, linked)
    return against.length > 0 ? hold('details-contradict', [linked]) : { do: 'link', patient: linked }
  }
  // Nobody is added who has left there; who is known here is none of its business either.
  if (!patient.isActive) return { do: 'leave-out' }
  if (!details) return hold('incomplete', [])
  if (alike.length > 1) return hold('several-alike', alike)
  const [found] = alike
  if (found) {
    if (takenIds.has(found.id)) return hold('same-person-twice', [found])
    if (contradictionsOf(details, found).length > 0) return hold('number-contradicts', [found])
    return found.status === 'active' ? { do: 'link', patient: found } : hold('not-active-here', [found])
  }
  if (isRepeated) return hold('same-person-twice', near)
  return near.length > 0 ? hold('similar-name', near) : { do: 'add', details }
}
