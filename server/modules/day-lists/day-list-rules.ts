import type { DayListOutcome, DayListRow } from '../../../contract/day-lists.ts'
import type { AppointmentStatus, PlannedTreatment } from '../../../contract/appointments.ts'
import type { PatientDetails } from '../../../contract/patients.ts'
import { contradictionsOf, contradictionText, patientName, type PatientRow } from '../patients/index.ts'
import { nearRowText } from '../patient-imports/index.ts'
import type { DayListEntry } from './day-list-parser.ts'

export type KnownPatient = Pick<
  PatientRow,
  | 'id'
  | 'title'
  | 'firstName'
  | 'lastName'
  | 'preferredName'
  | 'dateOfBirth'
  | 'nhsNumber'
  | 'status'
  | 'version'
>
type Choice = DayListRow['choice']

/** What is known here of the patient whom a row may mean. */
export type PatientMatchFacts = {
  choice: Choice
  /** Whom somebody chose for the row. */
  chosen: KnownPatient | null
  /** Who had this number on a list before. */
  byNumber: KnownPatient | null
  /** Patients with the row's NHS number, or its name and birth date. */
  exactMatches: readonly KnownPatient[]
  /** Patients born on the row's day whose names are nearly the row's. */
  nearMatches: readonly KnownPatient[]
  /** By patient, the other numbers under which lists have named them. */
  numbersOf: ReadonlyMap<string, readonly string[]>
  /** The earlier row of the list that has one of the row's numbers under another name. */
  conflictingRow: number | null
  /** The earlier row of the list that has nearly this name and the same birth date. */
  similarRow: number | null
}

/** Who a row means; where that is not certain, who it may be and why somebody has to say. */
export type PatientMatch =
  | { kind: 'known'; patient: KnownPatient }
  | { kind: 'add'; details: PatientDetails; isWithoutNumber: boolean }
  | { kind: 'ask'; candidates: readonly KnownPatient[]; remark: string; isUnknown: boolean }
  | { kind: 'ended'; patient: KnownPatient }

const active = (patient: KnownPatient): PatientMatch =>
  patient.status === 'active' ? { kind: 'known', patient } : { kind: 'ended', patient }

/** The row as a new patient; an NHS number that is somebody else's is not theirs. */
function matchAsNew(
  details: PatientDetails,
  { exactMatches, conflictingRow }: PatientMatchFacts,
): PatientMatch {
  const { nhsNumber } = details
  const isTaken =
    nhsNumber !== '' && (conflictingRow !== null || exactMatches.some((each) => each.nhsNumber === nhsNumber))
  return { kind: 'add', details: isTaken ? { ...details, nhsNumber: '' } : details, isWithoutNumber: isTaken }
}

/**
 * Nobody is ever found by name alone: by number, or by name and birth date, and by neither where the other speaks
 * against it.
 */
export function matchPatient(entry: DayListEntry, facts: PatientMatchFacts): PatientMatch {
  const { choice, chosen, byNumber, exactMatches, conflictingRow } = facts
  const { details, said } = entry.person
  const ask = (
    candidates: readonly KnownPatient[],
    remark: string,
  ): Extract<PatientMatch, { kind: 'ask' }> => ({
    ...{ kind: 'ask', candidates, remark, isUnknown: false },
  })
  if (choice === 'patient' && chosen) return active(chosen)
  if (choice === 'create' && details) return matchAsNew(details, facts)
  if (conflictingRow !== null)
    return ask(
      byNumber ? [byNumber] : exactMatches,
      `Row ${conflictingRow} has this number with another name.`,
    )
  if (byNumber) {
    const against = contradictionsOf(said, byNumber)
    if (against.length === 0) return active(byNumber)
    return ask(
      [byNumber],
      `In an earlier list this number belongs to a patient with ${contradictionText(against)}.`,
    )
  }
  const [found, ...others] = exactMatches
  if (!found && facts.nearMatches.length > 0)
    return ask(facts.nearMatches, 'Possible match: a patient with a similar name and the same date of birth.')
  if (!found && facts.similarRow !== null) return ask([], nearRowText(facts.similarRow))
  if (!found && details)
    return { ...ask([], 'No patient here has this name and date of birth.'), isUnknown: true }
  if (!found)
    return ask([], 'To match a patient, the row needs a known patient number, or a name and date of birth.')
  if (others.length > 0)
    return ask(exactMatches, `${exactMatches.length} patients here have this name and date of birth.`)
  const contradictions = contradictionsOf(said, found)
  if (contradictions.length > 0)
    return ask([found], `The patient with this NHS number has ${contradictionText(contradictions)}.`)
  const known = facts.numbersOf.get(found.id) ?? []
  if (entry.patientNumber && known.length > 0 && !known.includes(entry.patientNumber))
    return ask(
      [found],
      `The patient with this name and date of birth had another number before: ${known.join(', ')}.`,
    )
  return active(found)
}

/** What the list's name of a clinician means: somebody, nobody whose list matters here, or not known yet. */
export type ClinicianMatch =
  { kind: 'known'; id: string; name: string } | { kind: 'left-out' } | { kind: 'ask' }

/** What the list's words of a treatment mean; nothing where whoever treats says it. */
export type TreatmentMeaning = {
  template: { id: string; name: string } | null
  needsConsent: boolean
  isDecided: boolean
}

/** An appointment as it stands on the board. */
export type BookedState = {
  id: string
  version: number
  status: AppointmentStatus
  patientId: string
  clinicianId: string
  startsAt: Date
  minutes: number
  room: string
  reason: string
  needsConsent: boolean
  treatments: PlannedTreatment[]
}

export type RowFacts = {
  choice: Choice
  patientMatch: PatientMatch
  clinicianMatch: ClinicianMatch
  meaning: TreatmentMeaning
  /** The appointment of this patient, this clinician and this start. */
  booked: BookedState | null
  /** The earlier row of the same patient, clinician and start. */
  earlierRow: number | null
}

type Update = Partial<Pick<BookedState, 'minutes' | 'room' | 'reason' | 'treatments' | 'needsConsent'>>

/** What a row is and would do. */
export type RowOutcome = {
  outcome: DayListOutcome
  remark: string
  errors: DayListEntry['errors']
  update: Update
  changes: DayListRow['changes']
}

const rowOutcome = (outcome: DayListOutcome, remark = '', more: Partial<RowOutcome> = {}): RowOutcome => ({
  ...{ outcome, remark, errors: [], update: {}, changes: [] },
  ...more,
})

/** Only from these the list and the board can be compared at all. */
export function evaluateEntry(entry: DayListEntry, facts: RowFacts): RowOutcome {
  const { patientMatch, clinicianMatch } = facts
  if (entry.isCancelled) return rowOutcome('cancelled', 'Cancelled in the list.')
  if (!entry.hasPatient) return rowOutcome('left', 'The row names no patient.')
  if (facts.choice === 'leave') return rowOutcome('left', 'Skipped by choice.')
  if (entry.errors.length > 0) return rowOutcome('unusable', '', { errors: entry.errors })
  if (clinicianMatch.kind === 'left-out') return rowOutcome('left', 'This clinician’s list is skipped.')
  if (clinicianMatch.kind === 'ask')
    return rowOutcome(
      'whose',
      entry.clinician ? 'Choose who this clinician is.' : 'The row names no clinician.',
    )
  if (patientMatch.kind === 'ask')
    return rowOutcome('who', patientMatch.remark, { errors: entry.person.faults })
  if (patientMatch.kind === 'ended')
    return rowOutcome('unusable', inactivePatientRemark(patientMatch.patient))
  if (facts.earlierRow !== null) return rowOutcome('unusable', `Same appointment as row ${facts.earlierRow}.`)
  return withWarnings(entry, evaluateAgainstBooking(entry, facts))
}

function evaluateAgainstBooking(entry: DayListEntry, facts: RowFacts): RowOutcome {
  if (facts.patientMatch.kind === 'add')
    return rowOutcome('new-patient', newPatientRemark(entry, facts.patientMatch.isWithoutNumber))
  return facts.booked ? compareWithBooking(entry, facts, facts.booked) : rowOutcome('new')
}

/** Says what of the appointment is not taken from the row. */
const withWarnings = ({ warnings }: DayListEntry, row: RowOutcome): RowOutcome => ({
  ...row,
  remark: [row.remark, ...warnings.map(({ message }) => message)].filter(Boolean).join(' '),
})

/** What of the row is not kept of somebody who is added. */
function newPatientRemark({ person: { notes } }: DayListEntry, isWithoutNumber: boolean): string {
  const taken = isWithoutNumber ? ['Added without the NHS number, which belongs to another patient.'] : []
  return [...taken, ...notes.map(({ message }) => message)].join(' ')
}

function inactivePatientRemark(patient: KnownPatient): string {
  if (patient.status === 'deceased') return `${patientName(patient)} is recorded here as having died.`
  return `The record of ${patientName(patient)} is archived. Restore it first.`
}

function compareWithBooking(
  entry: DayListEntry,
  { meaning, choice }: RowFacts,
  here: BookedState,
): RowOutcome {
  if (here.status === 'started' || here.status === 'done')
    return rowOutcome('begun', 'Treatment has started, so nothing is changed.')
  const { update, changes } = buildUpdate(entry, meaning, here)
  if (here.status === 'cancelled' || here.status === 'not-attended') {
    const words = here.status === 'cancelled' ? 'Cancelled here' : 'Recorded here as not attended'
    if (choice !== 'again') return rowOutcome('ended-here', `${words}; not changed.`)
    return rowOutcome('changed', `${words}; booked again.`, { update, changes })
  }
  return Object.keys(update).length > 0 ? rowOutcome('changed', '', { update, changes }) : rowOutcome('same')
}

const fieldLabels = { minutes: 'Minutes', room: 'Surgery', reason: 'Note' } as const

/** What the list says otherwise. What it leaves empty stays, and so does a treatment that somebody planned here. */
function buildUpdate(
  entry: DayListEntry,
  meaning: TreatmentMeaning,
  here: BookedState,
): { update: Update; changes: DayListRow['changes'] } {
  const said = { minutes: entry.minutes, room: entry.room, reason: entry.treatment }
  const update: Update = {}
  const changes: DayListRow['changes'] = []
  for (const field of Object.keys(fieldLabels) as (keyof typeof fieldLabels)[]) {
    const value = said[field]
    if (value === null || value === '' || value === here[field]) continue
    Object.assign(update, { [field]: value })
    changes.push({ field: fieldLabels[field], here: String(here[field]), inFile: String(value) })
  }
  const isPlanned = here.treatments.length > 0 || !here.needsConsent
  if (!isPlanned && meaning.template) {
    update.treatments = plannedTreatmentsOf(meaning)
    changes.push({ field: 'Treatment', here: '', inFile: meaning.template.name })
  } else if (!isPlanned && !meaning.needsConsent) {
    update.needsConsent = false
    changes.push({ field: 'Consent', here: 'needed', inFile: 'not needed' })
  }
  return { update, changes }
}

/** A treatment without a tooth: whoever treats adds it. */
export const plannedTreatmentsOf = ({ template }: TreatmentMeaning): PlannedTreatment[] =>
  template ? [{ templateId: template.id, teeth: [], area: null, pricePence: null }] : []

/** By what an appointment is recognised. */
export const appointmentKey = (patientId: string, clinicianId: string, startsAt: Date): string =>
  `${patientId} ${clinicianId} ${startsAt.toISOString()}`

export const defaultMinutes = 30
