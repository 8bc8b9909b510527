import type { ConnectionProblem } from '../../../contract/practice-systems.ts'
import type { PatientDetails } from '../../../contract/patients.ts'
import type { StoredSystemAppointment } from './practice-system-schema.ts'

/** A patient as a practice system has them; an empty text says nothing. */
export type SystemPatient = {
  id: string
  updatedAt: Date
  isActive: boolean
  title: string
  firstName: string
  lastName: string
  dateOfBirth: string
  nhsNumber: string
  email: string
  phone: string
  otherPhone: string
  address: string
  /** Channels by which they agreed to be contacted, as far as the system records that. */
  contactPermission: PatientDetails['contactPermission']
}

export type SystemPractitioner = { id: string; name: string; gdcNumber: string }
export type SystemTreatment = { code: string; name: string }

/** An appointment as a practice system has it; none for a blocked time of nobody. */
export type SystemAppointment = StoredSystemAppointment & { id: string; updatedAt: Date }

/** Which rows are asked for: changed after `since`, and of appointments those from a day on. */
export type ChangeQuery = { since: Date | null; page: number; from: Date; zone: string }

/**
 * A page of rows in the order of the answer. `stamps` are the change times of all rows, also of those that cannot be
 * used.
 */
export type ChangePage<T> = { rows: T[]; stamps: Date[]; isLast: boolean }

/** Whose records a key opens. */
export type SystemAccount = { id: string; name: string }

/** What a practice system takes back. Each looks for what it would add first, so that a second try adds nothing. */
export type SystemWriter = {
  writeDocument(patientId: string, file: { name: string; pdf: Uint8Array }): Promise<void>
  /** `mark` is a part of the text by which it is found again. */
  writeNote(patientId: string, note: { text: string; mark: string }): Promise<void>
  writeState(patientId: string, state: string): Promise<void>
}

/** What is asked of a practice system, whichever it is; an adapter answers for each. */
export type SystemPort = {
  account(): Promise<SystemAccount>
  practitioners(query: ChangeQuery): Promise<ChangePage<SystemPractitioner>>
  treatments(query: ChangeQuery): Promise<ChangePage<SystemTreatment>>
  patients(query: ChangeQuery): Promise<ChangePage<SystemPatient>>
  appointments(query: ChangeQuery): Promise<ChangePage<SystemAppointment>>
  /** Null where it takes nothing back. */
  writer: SystemWriter | null
  /** How many requests were made so far. */
  requests(): number
}

/** After these somebody has to do something: no try helps before. */
export const finalProblems: readonly ConnectionProblem[] = [
  'key-rejected',
  'not-permitted',
  'other-account',
  'redirected',
]

/** Why a practice system did not do what it was asked; says nothing of what was sent or answered. */
export class PracticeSystemError extends Error {
  override name = 'PracticeSystemError'
  readonly problem: ConnectionProblem
  /** How long it asked to be left alone. */
  readonly retryAfterSeconds: number | null

  constructor(problem: ConnectionProblem, text: string, retryAfterSeconds: number | null = null) {
    super(text)
    this.problem = problem
    this.retryAfterSeconds = retryAfterSeconds
  }
}
