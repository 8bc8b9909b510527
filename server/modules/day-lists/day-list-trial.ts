import { createHash } from 'node:crypto'
import { faultRepaired } from '../../platform/csv/encoding-repair.ts'
import { dayAt } from '../../platform/zoned-time.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { appointmentsOfDay, isAhead, type BookedAppointment } from '../appointments/index.ts'
import { timeZoneOf } from '../clinics/index.ts'
import { nearAmong, nearRowsBefore, patientsAlike } from '../patient-imports/index.ts'
import {
  contradictionsOf,
  findPatient,
  nearPatients,
  patientsById,
  similarPatients,
  type PatientRow,
} from '../patients/index.ts'
import { activeStaff, staffName } from '../staff/index.ts'
import { usableNamed } from '../templates/index.ts'
import {
  numbersOf,
  patientsByNumber,
  rememberedClinicians,
  rememberedTreatments,
} from './day-list-memory-store.ts'
import { keyOf, personKeyOf, readEntry, type Entry } from './day-list-reading.ts'
import {
  appointmentKey,
  judgeEntry,
  whoOf,
  type Judged,
  type KnownPatient,
  type Meaning,
  type OnBoard,
  type Who,
  type Whose,
} from './day-list-rules.ts'
import { onEarlierLists, rowsOf, type ListRecord, type RowRecord } from './day-list-store.ts'

/** A row with everything that is known of it. */
export type TriedRow = {
  row: RowRecord
  entry: Entry
  who: Who
  whose: Whose
  meaning: Meaning
  onBoard: OnBoard | null
  judged: Judged
}

export type Trial = {
  zone: string
  days: string[]
  rows: TriedRow[]
  /** Appointments that an earlier list of these days had and this one has not, or says do not take place. */
  missing: BookedAppointment[]
  /** Stands for what was found: the same as long as nothing that matters changes. */
  seen: string
}

/** What every row of a list is read by. */
export const readingOf = (
  { columns, dateOrder, day, repair, isRepaired }: ListRecord,
  { now, zone }: { now: Date; zone: string },
) => ({
  ...{ columns, dateOrder, day, zone },
  today: dayAt(now, zone),
  repair: faultRepaired({ repair, isRepaired }),
})

/** Looks at every row beside the patients and the board; writes nothing. */
export async function tryList(scope: ClinicScope, record: ListRecord): Promise<Trial> {
  const zone = await timeZoneOf(scope)
  const reading = readingOf(record, { now: scope.now, zone })
  const rows = await rowsOf(scope, record.id)
  const read = rows.map((row) => ({ row, entry: readEntry(row.cells ?? [], reading) }))
  const whoIs = await findPatients(scope, read)
  const whoseIs = await findClinicians(scope)
  const meaningOf = await findMeanings(
    scope,
    read.map(({ entry }) => entry.treatment),
  )
  const days = [...new Set(read.flatMap(({ entry }) => entry.when?.day ?? []))].toSorted()
  const board = await boardOf(scope, days, zone)
  const taken = new Map<string, number>()
  const tried = read.map(({ row, entry }): TriedRow => {
    const facts = {
      who: whoIs(row, entry),
      whose: whoseIs(entry.clinician),
      meaning: meaningOf(entry.treatment),
    }
    const key = keyOfEntry(entry, facts)
    const onBoard = key === null ? null : pickedOf(board.filter((one) => keyOfBooked(one) === key))
    const earlierRow = key === null || !isTaking(row, entry) ? null : (taken.get(key) ?? null)
    if (key !== null && earlierRow === null && isTaking(row, entry)) taken.set(key, row.number)
    const judged = judgeEntry(entry, { ...facts, choice: row.choice, onBoard, earlierRow })
    return { row, entry, ...facts, onBoard, judged }
  })
  const missing = await missingOf(scope, board, tried)
  return { zone, days, rows: tried, missing, seen: digestOf(tried, missing) }
}

const isTaking = ({ choice }: RowRecord, { isOff }: Entry) => !isOff && choice !== 'leave'

/** By what the appointment of a row is recognised; null where patient, clinician or start are not known. */
function keyOfEntry({ when }: Entry, { who, whose }: { who: Who; whose: Whose }): string | null {
  if (!when || whose.kind !== 'known') return null
  if (who.kind === 'known') return appointmentKey(who.patient.id, whose.id, when.startsAt)
  if (who.kind !== 'add') return null
  const { firstName, lastName, dateOfBirth } = who.details
  return appointmentKey(`${firstName} ${lastName} ${dateOfBirth}`, whose.id, when.startsAt)
}

const keyOfBooked = ({ appointment }: BookedAppointment) =>
  appointmentKey(appointment.patientId, appointment.clinicianId, appointment.startsAt)

/** Of several alike, the one that is not over. */
function pickedOf(found: readonly BookedAppointment[]): OnBoard | null {
  const isOver = ({ appointment: { status } }: BookedAppointment) =>
    status === 'cancelled' || status === 'not-attended'
  return (found.find((one) => !isOver(one)) ?? found.at(-1))?.appointment ?? null
}

async function boardOf(
  scope: ClinicScope,
  days: readonly string[],
  zone: string,
): Promise<BookedAppointment[]> {
  const board: BookedAppointment[] = []
  for (const day of days) board.push(...(await appointmentsOfDay(scope, day, zone)))
  return board
}

async function missingOf(
  scope: ClinicScope,
  board: readonly BookedAppointment[],
  tried: readonly TriedRow[],
): Promise<BookedAppointment[]> {
  const idsOf = (rows: readonly TriedRow[]) => new Set(rows.flatMap(({ onBoard }) => onBoard?.id ?? []))
  const off = idsOf(tried.filter(({ judged }) => judged.outcome === 'cancelled'))
  const met = idsOf(tried.filter(({ judged }) => judged.outcome !== 'cancelled'))
  const open = board.filter(({ appointment }) => isAhead(appointment.status) && !met.has(appointment.id))
  const listed = await onEarlierLists(
    scope,
    open.map(({ appointment }) => appointment.id),
  )
  return open.filter(({ appointment: { id } }) => listed.has(id) || off.has(id))
}

function digestOf(tried: readonly TriedRow[], missing: readonly BookedAppointment[]): string {
  const found = tried.map(({ row, who, whose, meaning, onBoard, judged }) => [
    ...[row.number, row.choice, judged.outcome, judged.changes, onBoard?.id, onBoard?.version],
    ...[who.kind === 'known' ? who.patient.id : who.kind, whose, meaning],
  ])
  const gone = missing.map(({ appointment: { id, version } }) => [id, version])
  return createHash('sha256')
    .update(JSON.stringify([found, gone]))
    .digest('hex')
}

type Read = { row: RowRecord; entry: Entry }

/** By row, the first row before it that has its NHS number or patient number under another name or birth date. */
function rowsOfOthers(read: readonly Read[]): Map<number, number> {
  const first = new Map<string, Read>()
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
function nearRowsOf(read: readonly Read[]): Map<number, number> {
  const nearOf = nearRowsBefore()
  const near = read.map(({ row, entry }) => [
    row.number,
    entry.person.details && nearOf(entry.person.details, row.number),
  ])
  return new Map(near.filter((pair): pair is [number, number] => pair[1] !== null))
}

/** Tells for each row who is meant. */
async function findPatients(scope: ClinicScope, read: readonly Read[]) {
  const people = read.flatMap(({ entry }) => entry.person.details ?? [])
  const alikeOf = patientsAlike(await similarPatients(scope, people))
  const nearOf = nearAmong(await nearPatients(scope, people))
  const byNumber = await patientsByNumber(
    scope,
    read.flatMap(({ entry }) => entry.patientNumber || []),
  )
  const chosen = read.flatMap(({ row }) => row.patientId ?? [])
  const standing = await standingPatients(scope, [...new Set([...byNumber.values(), ...chosen])])
  const alike = new Map(
    read.map(({ row, entry }) => [row.number, entry.person.details ? alikeOf(entry.person.details) : []]),
  )
  const numbers = await numbersOf(
    scope,
    [...alike.values()].flat().map(({ id }) => id),
  )
  const others = rowsOfOthers(read)
  const nearRows = nearRowsOf(read)
  return ({ number, choice, patientId }: RowRecord, entry: Entry): Who =>
    whoOf(entry, {
      choice,
      chosen: (patientId && standing.get(patientId)) || null,
      byNumber: standing.get(byNumber.get(entry.patientNumber) ?? '') ?? null,
      alike: alike.get(number) ?? [],
      near: entry.person.details ? nearOf(entry.person.details) : [],
      numbersOf: numbers,
      otherRow: others.get(number) ?? null,
      nearRow: nearRows.get(number) ?? null,
    })
}

const merges_followed_max = 5

/** Patients by their ids; where a record was merged into another, that one. */
async function standingPatients(scope: ClinicScope, ids: string[]): Promise<Map<string, KnownPatient>> {
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
async function findClinicians(scope: ClinicScope): Promise<(written: string) => Whose> {
  const people = (await activeStaff(scope)).filter(({ isClinician }) => isClinician)
  const remembered = await rememberedClinicians(scope)
  const byId = new Map(people.map((each) => [each.id, each]))
  const byName = Map.groupBy(people, (each) => keyOf(staffName(each)))
  return (written) => {
    const id = remembered.get(keyOf(written))
    if (id === null) return { kind: 'left-out' }
    const said = id === undefined ? undefined : byId.get(id)
    const named = byName.get(personKeyOf(written)) ?? []
    const found = said ?? (named.length === 1 ? named[0] : undefined)
    return found ? { kind: 'known', id: found.id, name: staffName(found) } : { kind: 'ask' }
  }
}

/** Tells what the list means by a treatment: as somebody said, else the one template that has this very name. */
async function findMeanings(
  scope: ClinicScope,
  texts: readonly string[],
): Promise<(written: string) => Meaning> {
  const written = [...new Set(texts.filter(Boolean))]
  const remembered = await rememberedTreatments(scope, written.map(keyOf))
  const ids = [...remembered.values()].flatMap(({ templateId }) => templateId ?? [])
  const usable = await usableNamed(scope, { ids, names: written })
  const byName = Map.groupBy(usable, ({ name }) => keyOf(name))
  return (text) => {
    const said = remembered.get(keyOf(text))
    if (said) {
      const template = usable.find(({ id }) => id === said.templateId) ?? null
      return {
        template,
        needsConsent: said.needsConsent,
        isDecided: said.templateId === null || template !== null,
      }
    }
    const named = text ? (byName.get(keyOf(text)) ?? []) : []
    const template = named.length === 1 ? named[0]! : null
    return { template, needsConsent: true, isDecided: template !== null }
  }
}
