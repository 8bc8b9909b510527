import type { PatientDetails } from '../../../contract/patients.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { changeAppointment, insertAppointment, lockAppointment } from '../appointments/index.ts'
import { addPatients, personText } from '../patients/index.ts'
import { learnNumbers } from './day-list-memory-store.ts'
import { defaultMinutes, plannedOf } from './day-list-rules.ts'
import type { Cancelled, Overwritten } from './day-list-schema.ts'
import { changeList, noResults, settleRow, type ListRecord } from './day-list-store.ts'
import type { Trial, TriedRow } from './day-list-trial.ts'

/** Outcomes that write something to the board. */
const writes = ['new', 'new-patient', 'changed']

/** Whether bringing a list in would write anything at all. */
export const hasWork = ({ rows }: Trial, cancel: readonly string[]): boolean =>
  cancel.length > 0 || rows.some(({ judged }) => writes.includes(judged.outcome))

/** Brings a list to the board as it was tried: all within the caller's transaction. */
export async function bringIn(
  scope: ClinicScope,
  record: ListRecord,
  { trial, cancel }: { trial: Trial; cancel: readonly string[] },
): Promise<ListRecord> {
  const results = { ...noResults }
  const added = await addUnknown(scope, trial)
  const learnt = new Map<string, string>()
  const metBefore = new Set<string>()
  for (const tried of trial.rows) {
    const patientId = patientIdOf(tried, added)
    const written = await write(scope, tried, patientId)
    results[written.result]++
    const isFirst = patientId !== null && tried.judged.outcome === 'new-patient' && !metBefore.has(patientId)
    if (isFirst) metBefore.add(patientId)
    const { outcome, remark } = tried.judged
    await settleRow(scope, tried.row.id, { ...written, patientId, addedPatient: isFirst, outcome, remark })
    if (patientId && tried.entry.patientNumber && written.result !== 'left-out')
      learnt.set(tried.entry.patientNumber, patientId)
  }
  await learnNumbers(scope, record.id, learnt)
  const cancelled = await cancelMissing(scope, cancel)
  Object.assign(results, { cancelled: cancelled.length, 'patients-added': metBefore.size })
  return changeList(scope, record.id, { status: 'done', finishedAt: scope.now, results, cancelled })
}

/** Adds every patient whom rows ask to add, once however often the list names them; answers their ids by row. */
async function addUnknown(scope: ClinicScope, { rows }: Trial): Promise<Map<string, string>> {
  const people = new Map<string, PatientDetails>()
  const keyByNumber = new Map<string, string>()
  const keyByRow = new Map<string, string>()
  for (const { judged, who, row } of rows) {
    if (judged.outcome !== 'new-patient' || who.kind !== 'add') continue
    const { details } = who
    const named = personText(details)
    // 'J Smith' and 'John Smith' of one number and birth date are one person.
    const key = people.has(named) ? named : (keyByNumber.get(details.nhsNumber) ?? named)
    if (details.nhsNumber) keyByNumber.set(details.nhsNumber, key)
    keyByRow.set(row.id, key)
    people.set(key, people.get(key)?.nhsNumber ? people.get(key)! : details)
  }
  const ids = await addPatients(scope, [...people.values()])
  const idByKey = new Map([...people.keys()].map((key, index) => [key, ids[index]!]))
  return new Map([...keyByRow].map(([row, key]) => [row, idByKey.get(key)!]))
}

function patientIdOf({ who, judged, row }: TriedRow, added: ReadonlyMap<string, string>): string | null {
  if (judged.outcome === 'new-patient') return added.get(row.id) ?? null
  return who.kind === 'known' ? who.patient.id : null
}

type Written = {
  result: 'booked' | 'updated' | 'unchanged' | 'left-out'
  appointmentId?: string
  appointmentVersion?: number
  before?: Overwritten
}

async function write(scope: ClinicScope, tried: TriedRow, patientId: string | null): Promise<Written> {
  const { outcome } = tried.judged
  if ((outcome === 'new' || outcome === 'new-patient') && patientId) return book(scope, tried, patientId)
  if (outcome === 'changed' && tried.onBoard) return update(scope, tried, tried.onBoard.id)
  const isMet = outcome === 'same' || outcome === 'begun' || outcome === 'ended-here'
  return isMet && tried.onBoard
    ? { result: 'unchanged', appointmentId: tried.onBoard.id }
    : { result: 'left-out' }
}

async function book(scope: ClinicScope, tried: TriedRow, patientId: string): Promise<Written> {
  const { entry, whose, meaning } = tried
  if (whose.kind !== 'known' || !entry.when) return { result: 'left-out' }
  const { id, version } = await insertAppointment(scope, {
    ...{ patientId, clinicianId: whose.id, startsAt: entry.when.startsAt },
    ...{ minutes: entry.minutes ?? defaultMinutes, room: entry.room, reason: entry.treatment },
    ...{ needsConsent: meaning.needsConsent, treatments: plannedOf(meaning), consentsChosen: false },
  })
  return { result: 'booked', appointmentId: id, appointmentVersion: version }
}

async function update(
  scope: ClinicScope,
  { judged, row }: TriedRow,
  appointmentId: string,
): Promise<Written> {
  const found = (await lockAppointment(scope, appointmentId))!
  const isOver = found.status === 'cancelled' || found.status === 'not-attended'
  const again = isOver && row.choice === 'again' ? { status: 'booked' as const, arrivedAt: null } : {}
  const set = { ...judged.update, ...again }
  const { minutes, room, reason, needsConsent, treatments, status } = found
  await changeAppointment(scope, found, set)
  return {
    ...{ result: 'updated', appointmentId, appointmentVersion: found.version + 1 },
    before: { minutes, room, reason, needsConsent, treatments, status },
  }
}

async function cancelMissing(scope: ClinicScope, ids: readonly string[]): Promise<Cancelled[]> {
  const cancelled: Cancelled[] = []
  for (const id of ids.toSorted()) {
    const found = (await lockAppointment(scope, id))!
    await changeAppointment(scope, found, { status: 'cancelled' })
    cancelled.push({ appointmentId: id, version: found.version + 1, before: found.status })
  }
  return cancelled
}
