import type { DayListOutcome, DayListRow } from '../../../contract/day-lists.ts'
import type { AppointmentStatus, PlannedTreatment } from '../../../contract/appointments.ts'
import type { PatientDetails } from '../../../contract/patients.ts'
import { contradictionsOf, contradictionText, patientName, type PatientRow } from '../patients/index.ts'
import { nearRowText } from '../patient-imports/index.ts'
import type { Entry } from './day-list-reading.ts'

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
export type WhoFacts = {
  choice: Choice
  /** Whom somebody chose for the row. */
  chosen: KnownPatient | null
  /** Who had this number on a list before. */
  byNumber: KnownPatient | null
  /** Patients with the row's NHS number, or its name and birth date. */
  alike: readonly KnownPatient[]
  /** Patients born on the row's day whose names are nearly the row's. */
  near: readonly KnownPatient[]
  /** By patient, the other numbers under which lists have named them. */
  numbersOf: ReadonlyMap<string, readonly string[]>
  /** The earlier row of the list that has one of the row's numbers under another name. */
  otherRow: number | null
  /** The earlier row of the list that has nearly this name and the same birth date. */
  nearRow: number | null
}

/** Who a row means; where that is not certain, who it may be and why somebody has to say. */
export type Who =
  | { kind: 'known'; patient: KnownPatient }
  | { kind: 'add'; details: PatientDetails; isWithoutNumber: boolean }
  | { kind: 'ask'; candidates: readonly KnownPatient[]; remark: string; isUnknown: boolean }
  | { kind: 'ended'; patient: KnownPatient }

const active = (patient: KnownPatient): Who =>
  patient.status === 'active' ? { kind: 'known', patient } : { kind: 'ended', patient }

/** The row as a new patient; an NHS number that is somebody else's is not theirs. */
function added(details: PatientDetails, { alike, otherRow }: WhoFacts): Who {
  const { nhsNumber } = details
  const isTaken =
    nhsNumber !== '' && (otherRow !== null || alike.some((each) => each.nhsNumber === nhsNumber))
  return { kind: 'add', details: isTaken ? { ...details, nhsNumber: '' } : details, isWithoutNumber: isTaken }
}

/**
 * Nobody is ever found by name alone: by number, or by name and birth date, and by neither where the other speaks
 * against it.
 */
export function whoOf(entry: Entry, facts: WhoFacts): Who {
  const { choice, chosen, byNumber, alike, otherRow } = facts
  const { details, said } = entry.person
  const ask = (candidates: readonly KnownPatient[], remark: string): Extract<Who, { kind: 'ask' }> => ({
    ...{ kind: 'ask', candidates, remark, isUnknown: false },
  })
  if (choice === 'patient' && chosen) return active(chosen)
  if (choice === 'create' && details) return added(details, facts)
  if (otherRow !== null)
    return ask(byNumber ? [byNumber] : alike, `Row ${otherRow} has this number under another name.`)
  if (byNumber) {
    const against = contradictionsOf(said, byNumber)
    if (against.length === 0) return active(byNumber)
    return ask([byNumber], `An earlier list gave this number to somebody with ${contradictionText(against)}.`)
  }
  const [found, ...others] = alike
  if (!found && facts.near.length > 0)
    return ask(facts.near, 'A patient with nearly this name and the same date of birth may be the same.')
  if (!found && facts.nearRow !== null) return ask([], nearRowText(facts.nearRow))
  if (!found && details)
    return { ...ask([], 'Nobody here has this name and date of birth.'), isUnknown: true }
  if (!found)
    return ask([], 'Without a number that is known here, or name and date of birth, nobody is found.')
  if (others.length > 0) return ask(alike, `${alike.length} patients here have this name and date of birth.`)
  const contradictions = contradictionsOf(said, found)
  if (contradictions.length > 0)
    return ask([found], `The patient with this NHS number has ${contradictionText(contradictions)}.`)
  const known = facts.numbersOf.get(found.id) ?? []
  if (entry.patientNumber && known.length > 0 && !known.includes(entry.patientNumber))
    return ask(
      [found],
      `The patient of this name and date of birth had another number before: ${known.join(', ')}.`,
    )
  return active(found)
}

/** What the list's name of a clinician means: somebody, nobody whose list matters here, or not known yet. */
export type Whose = { kind: 'known'; id: string; name: string } | { kind: 'left-out' } | { kind: 'ask' }

/** What the list's words of a treatment mean; nothing where whoever treats says it. */
export type Meaning = {
  template: { id: string; name: string } | null
  needsConsent: boolean
  isDecided: boolean
}

/** An appointment as it stands on the board. */
export type OnBoard = {
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
  who: Who
  whose: Whose
  meaning: Meaning
  /** The appointment of this patient, this clinician and this start. */
  onBoard: OnBoard | null
  /** The earlier row of the same patient, clinician and start. */
  earlierRow: number | null
}

type Update = Partial<Pick<OnBoard, 'minutes' | 'room' | 'reason' | 'treatments' | 'needsConsent'>>

/** What a row is and would do. */
export type Judged = {
  outcome: DayListOutcome
  remark: string
  faults: Entry['faults']
  update: Update
  changes: DayListRow['changes']
}

const judged = (outcome: DayListOutcome, remark = '', more: Partial<Judged> = {}): Judged => ({
  ...{ outcome, remark, faults: [], update: {}, changes: [] },
  ...more,
})

/** Only from these the list and the board can be compared at all. */
export function judgeEntry(entry: Entry, facts: RowFacts): Judged {
  const { who, whose } = facts
  if (entry.isOff) return judged('cancelled', 'The list says that this appointment does not take place.')
  if (!entry.hasPatient) return judged('left', 'The row names no patient.')
  if (facts.choice === 'leave') return judged('left', 'Left out, as somebody chose.')
  if (entry.faults.length > 0) return judged('unusable', '', { faults: entry.faults })
  if (whose.kind === 'left-out') return judged('left', 'This clinician’s list is left out.')
  if (whose.kind === 'ask')
    return judged('whose', entry.clinician ? 'Say who this clinician is.' : 'The row names no clinician.')
  if (who.kind === 'ask') return judged('who', who.remark, { faults: entry.person.faults })
  if (who.kind === 'ended') return judged('unusable', endedRemark(who.patient))
  if (facts.earlierRow !== null)
    return judged('unusable', `This is the appointment of row ${facts.earlierRow} once more.`)
  return withNotes(entry, judgeOnBoard(entry, facts))
}

function judgeOnBoard(entry: Entry, facts: RowFacts): Judged {
  if (facts.who.kind === 'add') return judged('new-patient', addedRemark(entry, facts.who.isWithoutNumber))
  return facts.onBoard ? compare(entry, facts, facts.onBoard) : judged('new')
}

/** Says what of the appointment is not taken from the row. */
const withNotes = ({ notes }: Entry, row: Judged): Judged => ({
  ...row,
  remark: [row.remark, ...notes.map(({ message }) => message)].filter(Boolean).join(' '),
})

/** What of the row is not kept of somebody who is added. */
function addedRemark({ person: { notes } }: Entry, isWithoutNumber: boolean): string {
  const taken = isWithoutNumber ? ['Added without the NHS number, which is somebody else’s.'] : []
  return [...taken, ...notes.map(({ message }) => message)].join(' ')
}

function endedRemark(patient: KnownPatient): string {
  if (patient.status === 'deceased') return `${patientName(patient)} is recorded here as having died.`
  return `The record of ${patientName(patient)} is archived here. Restore it first.`
}

function compare(entry: Entry, { meaning, choice }: RowFacts, here: OnBoard): Judged {
  if (here.status === 'started' || here.status === 'done')
    return judged('begun', 'Treatment has begun, so nothing is changed.')
  const { update, changes } = updateOf(entry, meaning, here)
  if (here.status === 'cancelled' || here.status === 'not-attended') {
    const words = here.status === 'cancelled' ? 'Cancelled here' : 'Recorded here as not attended'
    if (choice !== 'again') return judged('ended-here', `${words}, and left so.`)
    return judged('changed', `${words}, and booked again.`, { update, changes })
  }
  return Object.keys(update).length > 0 ? judged('changed', '', { update, changes }) : judged('same')
}

const shown = { minutes: 'Minutes', room: 'Surgery', reason: 'Note' } as const

/** What the list says otherwise. What it leaves empty stays, and so does a treatment that somebody planned here. */
function updateOf(
  entry: Entry,
  meaning: Meaning,
  here: OnBoard,
): { update: Update; changes: DayListRow['changes'] } {
  const said = { minutes: entry.minutes, room: entry.room, reason: entry.treatment }
  const update: Update = {}
  const changes: DayListRow['changes'] = []
  for (const field of Object.keys(shown) as (keyof typeof shown)[]) {
    const value = said[field]
    if (value === null || value === '' || value === here[field]) continue
    Object.assign(update, { [field]: value })
    changes.push({ field: shown[field], here: String(here[field]), inFile: String(value) })
  }
  const isPlanned = here.treatments.length > 0 || !here.needsConsent
  if (!isPlanned && meaning.template) {
    update.treatments = plannedOf(meaning)
    changes.push({ field: 'Treatment', here: '', inFile: meaning.template.name })
  } else if (!isPlanned && !meaning.needsConsent) {
    update.needsConsent = false
    changes.push({ field: 'Consent', here: 'needed', inFile: 'not needed' })
  }
  return { update, changes }
}

/** A treatment without a tooth: whoever treats adds it. */
export const plannedOf = ({ template }: Meaning): PlannedTreatment[] =>
  template ? [{ templateId: template.id, teeth: [], area: null, pricePence: null }] : []

/** By what an appointment is recognised. */
export const appointmentKey = (patientId: string, clinicianId: string, startsAt: Date): string =>
  `${patientId} ${clinicianId} ${startsAt.toISOString()}`

export const defaultMinutes = 30
