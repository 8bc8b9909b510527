import type { PatientDetails } from '../../../contract/patients.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { changeAppointment, insertAppointment, lockAppointment } from '../appointments/index.ts'
import { addPatients, personText } from '../patients/index.ts'
import { saveNumbers } from './day-list-mapping-store.ts'
import { defaultMinutes, plannedTreatmentsOf } from './day-list-rules.ts'
import type { CancelledAppointment, Overwritten } from './day-list-schema.ts'
import { updateList, noResults, saveRowResult, type ListRecord } from './day-list-store.ts'
import type { ImportPreview, PreviewedRow } from './day-list-preview.ts'

/** Outcomes that write something to the board. */
const writingOutcomes = ['new', 'new-patient', 'changed']

/** Whether bringing a list in would write anything at all. */
export const hasPendingWrites = ({ rows }: ImportPreview, cancel: readonly string[]): boolean =>
  cancel.length > 0 || rows.some(({ outcome }) => writingOutcomes.includes(outcome.outcome))

/** Brings a list to the board as it was tried: all within the caller's transaction. */
export async function bringIn(
  scope: ClinicScope,
  record: ListRecord,
  { trial, cancel }: { trial: ImportPreview; cancel: readonly string[] },
): Promise<ListRecord> {
  const results = { ...noResults }
  const added = await addNewPatients(scope, trial)
  const learnt = new Map<string, string>()
  const metBefore = new Set<string>()
  for (const tried of trial.rows) {
    const patientId = patientIdOf(tried, added)
    const written = await writeRow(scope, tried, patientId)
    results[written.result]++
    const isFirst = patientId !== null && tried.outcome.outcome === 'new-patient' && !metBefore.has(patientId)
    if (isFirst) metBefore.add(patientId)
    const { outcome, remark } = tried.outcome
    await saveRowResult(scope, tried.row.id, {
      ...written,
      patientId,
      addedPatient: isFirst,
      outcome,
      remark,
    })
    if (patientId && tried.entry.patientNumber && written.result !== 'left-out')
      learnt.set(tried.entry.patientNumber, patientId)
  }
  await saveNumbers(scope, record.id, learnt)
  const cancelled = await cancelMissingAppointments(scope, cancel)
  Object.assign(results, { cancelled: cancelled.length, 'patients-added': metBefore.size })
  return updateList(scope, record.id, { status: 'done', finishedAt: scope.now, results, cancelled })
}

/** Adds every patient whom rows ask to add, once however often the list names them; answers their ids by row. */
async function addNewPatients(scope: ClinicScope, { rows }: ImportPreview): Promise<Map<string, string>> {
  const people = new Map<string, PatientDetails>()
  const keyByNumber = new Map<string, string>()
  const keyByRow = new Map<string, string>()
  for (const { outcome, patientMatch, row } of rows) {
    if (outcome.outcome !== 'new-patient' || patientMatch.kind !== 'add') continue
    const { details } = patientMatch
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

function patientIdOf(
  { patientMatch, outcome, row }: PreviewedRow,
  added: ReadonlyMap<string, string>,
): string | null {
  if (outcome.outcome === 'new-patient') return added.get(row.id) ?? null
  return patientMatch.kind === 'known' ? patientMatch.patient.id : null
}

type WriteResult = {
  result: 'booked' | 'updated' | 'unchanged' | 'left-out'
  appointmentId?: string
  appointmentVersion?: number
  before?: Overwritten
}

async function writeRow(
  scope: ClinicScope,
  tried: PreviewedRow,
  patientId: string | null,
): Promise<WriteResult> {
  const { outcome } = tried.outcome
  if ((outcome === 'new' || outcome === 'new-patient') && patientId)
    return bookAppointment(scope, tried, patientId)
  if (outcome === 'changed' && tried.booked) return updateBooking(scope, tried, tried.booked.id)
  const isMet = outcome === 'same' || outcome === 'begun' || outcome === 'ended-here'
  return isMet && tried.booked
    ? { result: 'unchanged', appointmentId: tried.booked.id }
    : { result: 'left-out' }
}

async function bookAppointment(
  scope: ClinicScope,
  tried: PreviewedRow,
  patientId: string,
): Promise<WriteResult> {
  const { entry, clinicianMatch, meaning } = tried
  if (clinicianMatch.kind !== 'known' || !entry.start) return { result: 'left-out' }
  const { id, version } = await insertAppointment(scope, {
    ...{ patientId, clinicianId: clinicianMatch.id, startsAt: entry.start.startsAt },
    ...{ minutes: entry.minutes ?? defaultMinutes, room: entry.room, reason: entry.treatment },
    ...{
      needsConsent: meaning.needsConsent,
      treatments: plannedTreatmentsOf(meaning),
      consentsChosen: false,
    },
  })
  return { result: 'booked', appointmentId: id, appointmentVersion: version }
}

async function updateBooking(
  scope: ClinicScope,
  { outcome, row }: PreviewedRow,
  appointmentId: string,
): Promise<WriteResult> {
  const found = (await lockAppointment(scope, appointmentId))!
  const isOver = found.status === 'cancelled' || found.status === 'not-attended'
  const again = isOver && row.choice === 'again' ? { status: 'booked' as const, arrivedAt: null } : {}
  const set = { ...outcome.update, ...again }
  const { minutes, room, reason, needsConsent, treatments, status } = found
  await changeAppointment(scope, found, set)
  return {
    ...{ result: 'updated', appointmentId, appointmentVersion: found.version + 1 },
    before: { minutes, room, reason, needsConsent, treatments, status },
  }
}

async function cancelMissingAppointments(
  scope: ClinicScope,
  ids: readonly string[],
): Promise<CancelledAppointment[]> {
  const cancelled: CancelledAppointment[] = []
  for (const id of ids.toSorted()) {
    const found = (await lockAppointment(scope, id))!
    await changeAppointment(scope, found, { status: 'cancelled' })
    cancelled.push({ appointmentId: id, version: found.version + 1, before: found.status })
  }
  return cancelled
}
