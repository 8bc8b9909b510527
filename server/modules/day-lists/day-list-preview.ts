import { createHash } from 'node:crypto'
import { appliedRepair } from '../../platform/csv/encoding-repair.ts'
import { dayAt } from '../../platform/zoned-time.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { appointmentsOfDay, isUpcoming, type BookedAppointment } from '../appointments/index.ts'
import { timeZoneOf } from '../clinics/index.ts'
import { nearAmong, createNearMatchIndex, createPatientMatcher } from '../patient-imports/index.ts'
import {
  contradictionsOf,
  findPatient,
  findNearMatches,
  patientsById,
  findExactMatches,
  type PatientRow,
} from '../patients/index.ts'
import { listActiveStaff, staffName } from '../staff/index.ts'
import { findUsableByIdOrName } from '../templates/index.ts'
import {
  findPatientNumbers,
  findPatientIdsByNumber,
  findClinicianMappings,
  findTreatmentMappings,
} from './day-list-mapping-store.ts'
import { normalizeKey, normalizePersonKey, parseEntry, type DayListEntry } from './day-list-parser.ts'
import {
  appointmentKey,
  evaluateEntry,
  matchPatient,
  type RowOutcome,
  type KnownPatient,
  type TreatmentMeaning,
  type BookedState,
  type PatientMatch,
  type ClinicianMatch,
} from './day-list-rules.ts'
import { findOnEarlierLists, listDayListRows, type ListRecord, type RowRecord } from './day-list-store.ts'

/** A row with everything that is known of it. */
export type PreviewedRow = {
  row: RowRecord
  entry: DayListEntry
  patientMatch: PatientMatch
  clinicianMatch: ClinicianMatch
  meaning: TreatmentMeaning
  booked: BookedState | null
  outcome: RowOutcome
}

export type ImportPreview = {
  zone: string
  days: string[]
  rows: PreviewedRow[]
  /** Appointments that an earlier list of these days had and this one has not, or says do not take place. */
  missing: BookedAppointment[]
  /** Stands for what was found: the same as long as nothing that matters changes. */
  seen: string
}

/** What every row of a list is read by. */
export const parseOptionsOf = (
  { columns, dateOrder, day, repair, isRepaired }: ListRecord,
  { now, zone }: { now: Date; zone: string },
) => ({
  ...{ columns, dateOrder, day, zone },
  today: dayAt(now, zone),
  repair: appliedRepair({ repair, isRepaired }),
})

/** Looks at every row beside the patients and the board; writes nothing. */
export async function previewImport(scope: ClinicScope, record: ListRecord): Promise<ImportPreview> {
  const zone = await timeZoneOf(scope)
  const reading = parseOptionsOf(record, { now: scope.now, zone })
  const rows = await listDayListRows(scope, record.id)
  const read = rows.map((row) => ({ row, entry: parseEntry(row.cells ?? [], reading) }))
  const whoIs = await matchPatients(scope, read)
  const whoseIs = await clinicianMatcher(scope)
  const meaningOf = await treatmentMatcher(
    scope,
    read.map(({ entry }) => entry.treatment),
  )
  const days = [...new Set(read.flatMap(({ entry }) => entry.start?.day ?? []))].toSorted()
  const board = await findBookings(scope, days)
  const taken = new Map<string, number>()
  const tried = read.map(({ row, entry }): PreviewedRow => {
    const facts = {
      patientMatch: whoIs(row, entry),
      clinicianMatch: whoseIs(entry.clinician),
      meaning: meaningOf(entry.treatment),
    }
    const key = appointmentKeyOfEntry(entry, facts)
    const booked =
      key === null ? null : pickCurrentBooking(board.filter((one) => appointmentKeyOfBooking(one) === key))
    const earlierRow = key === null || !isIncluded(row, entry) ? null : (taken.get(key) ?? null)
    if (key !== null && earlierRow === null && isIncluded(row, entry)) taken.set(key, row.number)
    const outcome = evaluateEntry(entry, { ...facts, choice: row.choice, booked, earlierRow })
    return { row, entry, ...facts, booked, outcome }
  })
  const missing = await findMissingBookings(scope, board, tried)
  return { zone, days, rows: tried, missing, seen: previewDigest(tried, missing) }
}

const isIncluded = ({ choice }: RowRecord, { isCancelled }: DayListEntry) =>
  !isCancelled && choice !== 'leave'

/** By what the appointment of a row is recognised; null where patient, clinician or start are not known. */
function appointmentKeyOfEntry(
  { start }: DayListEntry,
  { patientMatch, clinicianMatch }: { patientMatch: PatientMatch; clinicianMatch: ClinicianMatch },
): string | null {
  if (!start || clinicianMatch.kind !== 'known') return null
  if (patientMatch.kind === 'known')
    return appointmentKey(patientMatch.patient.id, clinicianMatch.id, start.startsAt)
  if (patientMatch.kind !== 'add') return null
  const { firstName, lastName, dateOfBirth } = patientMatch.details
  return appointmentKey(`${firstName} ${lastName} ${dateOfBirth}`, clinicianMatch.id, start.startsAt)
}

const appointmentKeyOfBooking = ({ appointment }: BookedAppointment) =>
  appointmentKey(appointment.patientId, appointment.clinicianId, appointment.startsAt)

/** Of several alike, the one that is not over. */
function pickCurrentBooking(found: readonly BookedAppointment[]): BookedState | null {
  const isOver = ({ appointment: { status } }: BookedAppointment) =>
    status === 'cancelled' || status === 'not-attended'
  return (found.find((one) => !isOver(one)) ?? found.at(-1))?.appointment ?? null
}

async function findBookings(scope: ClinicScope, days: readonly string[]): Promise<BookedAppointment[]> {
  const board: BookedAppointment[] = []
  for (const day of days) board.push(...(await appointmentsOfDay(scope, day)))
  return board
}

async function findMissingBookings(
  scope: ClinicScope,
  board: readonly BookedAppointment[],
  tried: readonly PreviewedRow[],
): Promise<BookedAppointment[]> {
  const idsOf = (rows: readonly PreviewedRow[]) => new Set(rows.flatMap(({ booked }) => booked?.id ?? []))
  const off = idsOf(tried.filter(({ outcome }) => outcome.outcome === 'cancelled'))
  const met = idsOf(tried.filter(({ outcome }) => outcome.outcome !== 'cancelled'))
  const open = board.filter(({ appointment }) => isUpcoming(appointment.status) && !met.has(appointment.id))
  const listed = await findOnEarlierLists(
    scope,
    open.map(({ appointment }) => appointment.id),
  )
  return open.filter(({ appointment: { id } }) => listed.has(id) || off.has(id))
}

function previewDigest(tried: readonly PreviewedRow[], missing: readonly BookedAppointment[]): string {
  const found = tried.map(({ row, patientMatch, clinicianMatch, meaning, booked, outcome }) => [
    ...[row.number, row.choice, outcome.outcome, outcome.changes, booked?.id, booked?.version],
    ...[patientMatch.kind === 'known' ? patientMatch.patient.id : patientMatch.kind, clinicianMatch, meaning],
  ])
  const gone = missing.map(({ appointment: { id, version } }) => [id, version])
  return createHash('sha256')
    .update(JSON.stringify([found, gone]))
    .digest('hex')
}

type ParsedRow = { row: RowRecord; entry: DayListEntry }

/** By row, the first row before it that has its NHS number or patient number under another name or birth date. */
function conflictingRows(read: readonly ParsedRow[]): Map<number, number> {
  const first = new Map<string, ParsedRow>()
  const others = new Map<number, number>()
  for (const one of read) {
    const { row, entry } = one
    const { nhsNumber = '' } = entry.person.said
    const numbers = [nhsNumber && `nhs ${nhsNumber}`, entry.patientNumber && `own ${entry.patientNumber}`]
    for (const number of numbers.filter(Boolean)) {
      const holder = first.get(number) ?? one
      first.set(number, holder)
      const isOther = contradictionsOf(entry.person.said, holder.entry.person.said).length > 0
      if (isOther && !others.has(row.number)) others.set(row.number, holder.row.number)
    }
  }
  return others
}

/** By row, the first row before it whose name is nearly its own, of one birth date. */
function similarRows(read: readonly ParsedRow[]): Map<number, number> {
  const nearOf = createNearMatchIndex()
  const near = read.map(({ row, entry }) => [
    row.number,
    entry.person.details && nearOf(entry.person.details, row.number),
  ])
  return new Map(near.filter((pair): pair is [number, number] => pair[1] !== null))
}

/** Tells for each row who is meant. */
async function matchPatients(scope: ClinicScope, read: readonly ParsedRow[]) {
  const people = read.flatMap(({ entry }) => entry.person.details ?? [])
  const alikeOf = createPatientMatcher(await findExactMatches(scope, people))
  const nearOf = nearAmong(await findNearMatches(scope, people))
  const byNumber = await findPatientIdsByNumber(
    scope,
    read.flatMap(({ entry }) => entry.patientNumber || []),
  )
  const chosen = read.flatMap(({ row }) => row.patientId ?? [])
  const standing = await resolveMergedPatients(scope, [...new Set([...byNumber.values(), ...chosen])])
  const exactMatches = new Map(
    read.map(({ row, entry }) => [row.number, entry.person.details ? alikeOf(entry.person.details) : []]),
  )
  const numbers = await findPatientNumbers(
    scope,
    [...exactMatches.values()].flat().map(({ id }) => id),
  )
  const others = conflictingRows(read)
  const nearRows = similarRows(read)
  return ({ number, choice, patientId }: RowRecord, entry: DayListEntry): PatientMatch =>
    matchPatient(entry, {
      choice,
      chosen: (patientId && standing.get(patientId)) || null,
      byNumber: standing.get(byNumber.get(entry.patientNumber) ?? '') ?? null,
      exactMatches: exactMatches.get(number) ?? [],
      nearMatches: entry.person.details ? nearOf(entry.person.details) : [],
      numbersOf: numbers,
      conflictingRow: others.get(number) ?? null,
      similarRow: nearRows.get(number) ?? null,
    })
}

const merges_followed_max = 5

/** Patients by their ids; where a record was merged into another, that one. */
async function resolveMergedPatients(scope: ClinicScope, ids: string[]): Promise<Map<string, KnownPatient>> {
  const standing = new Map<string, PatientRow>(
    (await patientsById(scope, ids)).map((each) => [each.id, each]),
  )
  for (const id of ids.filter((each) => !standing.has(each))) {
    let found = await findPatient(scope, id)
    for (let step = 0; found?.mergedInto && step < merges_followed_max; step++)
      found = await findPatient(scope, found.mergedInto)
    if (found && !found.mergedInto) standing.set(id, found)
  }
  return standing
}

/** Tells whom the list means by a clinician's name: as somebody said, else whose whole name it is and nobody else's. */
async function clinicianMatcher(scope: ClinicScope): Promise<(written: string) => ClinicianMatch> {
  const people = (await listActiveStaff(scope)).filter(({ isClinician }) => isClinician)
  const remembered = await findClinicianMappings(scope)
  const byId = new Map(people.map((each) => [each.id, each]))
  const byName = Map.groupBy(people, (each) => normalizeKey(staffName(each)))
  return (written) => {
    const id = remembered.get(normalizeKey(written))
    if (id === null) return { kind: 'left-out' }
    const said = id === undefined ? undefined : byId.get(id)
    const named = byName.get(normalizePersonKey(written)) ?? []
    const found = said ?? (named.length === 1 ? named[0] : undefined)
    return found ? { kind: 'known', id: found.id, name: staffName(found) } : { kind: 'ask' }
  }
}

/** Tells what the list means by a treatment: as somebody said, else the one template that has this very name. */
async function treatmentMatcher(
  scope: ClinicScope,
  texts: readonly string[],
): Promise<(written: string) => TreatmentMeaning> {
  const written = [...new Set(texts.filter(Boolean))]
  const remembered = await findTreatmentMappings(scope, written.map(normalizeKey))
  const ids = [...remembered.values()].flatMap(({ templateId }) => templateId ?? [])
  const usable = await findUsableByIdOrName(scope, { ids, names: written })
  const byName = Map.groupBy(usable, ({ name }) => normalizeKey(name))
  return (text) => {
    const said = remembered.get(normalizeKey(text))
    if (said) {
      const template = usable.find(({ id }) => id === said.templateId) ?? null
      return {
        template,
        needsConsent: said.needsConsent,
        isDecided: said.templateId === null || template !== null,
      }
    }
    const named = text ? (byName.get(normalizeKey(text)) ?? []) : []
    const template = named.length === 1 ? named[0]! : null
    return { template, needsConsent: true, isDecided: template !== null }
  }
}
