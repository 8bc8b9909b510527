import { isDeepStrictEqual } from 'node:util'
import { dateInTimeZone, dateOfUtcMidnight } from '../../../contract/calendar-day.ts'
import { needs_review_months } from '../../../contract/limits.ts'
import type {
  ContactChannel,
  ContactRefusal,
  Guardian,
  PatientDetails,
  PatientStatus,
} from '../../../contract/patients.ts'
import { normalizeName } from './person-name.ts'

/** A patient as records name them: 'Mrs Eleanor Whitcombe', without the title where there is none. */
export const patientName = ({
  title,
  firstName,
  lastName,
}: Pick<PatientDetails, 'title' | 'firstName' | 'lastName'>): string =>
  [title, firstName, lastName].filter(Boolean).join(' ')

/** Whether a patient has a name, be it a single one. */
export const hasName = ({ firstName, lastName }: Pick<PatientDetails, 'firstName' | 'lastName'>): boolean =>
  firstName !== '' || lastName !== ''

/** Whether somebody may still decide for a patient on that day (YYYY-MM-DD). */
export const isGuardianValid = ({ validUntil }: Pick<Guardian, 'validUntil'>, day: string): boolean =>
  validUntil === null || validUntil >= day

type Contactable = Pick<PatientDetails, 'email' | 'guardians'>

/** Where messages for a patient go: their own address, else that of somebody who decides for them; '' for nowhere. */
export const contactEmail = ({ email, guardians }: Contactable, now: Date): string =>
  email ||
  guardians.find((guardian) => guardian.email && isGuardianValid(guardian, dateInTimeZone(now)))?.email ||
  ''

type Reachable = Pick<PatientDetails, 'contactPermission' | 'preferredChannel'> & { status: PatientStatus }

const refusalByStatus = {
  left: 'patient-left',
  deceased: 'patient-deceased',
  merged: 'patient-merged',
} as const satisfies Partial<Record<PatientStatus, ContactRefusal>>

/** Why nothing is sent to or about this patient any more, whatever they agreed to; null while they are ours. */
export const contactRefusal = ({ status }: Pick<Reachable, 'status'>): ContactRefusal | null =>
  status in refusalByStatus ? refusalByStatus[status as keyof typeof refusalByStatus] : null

/** Why a patient may not be sent a message in this way, or null where they may. */
export function mayContact(patient: Reachable, channel: ContactChannel): ContactRefusal | null {
  const ended = contactRefusal(patient)
  if (ended) return ended
  const agreed = patient.preferredChannel !== 'none' && patient.contactPermission.includes(channel)
  return agreed ? null : 'contact-declined'
}

/** Whether the preferred way of contact is one that the patient agrees to. */
export const isAgreedChannel = ({
  contactPermission,
  preferredChannel,
}: Pick<PatientDetails, 'contactPermission' | 'preferredChannel'>): boolean =>
  preferredChannel === 'none' || contactPermission.includes(preferredChannel)

type Keeping = { by: string; newId: () => string }

/** Guardians as they are kept: each has an id, and evidence names who saw it. */
export const toStoredGuardians = (guardians: readonly Guardian[], { by, newId }: Keeping) =>
  guardians.map((guardian) => ({
    ...guardian,
    id: guardian.id ?? newId(),
    evidenceBy: guardian.evidence ? guardian.evidenceBy || by : '',
    evidenceOn: guardian.evidence ? guardian.evidenceOn : null,
  }))

/** Details as they are kept: a name that came in other fields is read into its own. */
export const toStoredDetails = <Details extends PatientDetails>(details: Details, keeping: Keeping) => ({
  ...details,
  ...normalizeName(details),
  guardians: toStoredGuardians(details.guardians, keeping),
})

/** When to ask about needs again, counted from the day they were asked. */
export function needsReviewDay(asked: Date): string {
  const due = new Date(dateInTimeZone(asked))
  return dateOfUtcMidnight(due.setUTCMonth(due.getUTCMonth() + needs_review_months))
}

/** Names of the fields that a save changes, for the audit log, which never holds their values. */
export const changedFields = (before: PatientDetails, after: PatientDetails): string[] =>
  (Object.keys(after) as (keyof PatientDetails)[]).filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  )
