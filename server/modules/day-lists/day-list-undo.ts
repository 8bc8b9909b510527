import type { ClinicScope } from '../../platform/database/transaction.ts'
import { changeAppointment, lockAppointment, removeAppointment } from '../appointments/index.ts'
import { lockPatients, removePatients } from '../patients/index.ts'
import { deleteNumbers } from './day-list-mapping-store.ts'
import {
  updateList,
  listDayListRows,
  saveRowResult,
  type ListRecord,
  type RowRecord,
} from './day-list-store.ts'

/** The version of a record that nobody has changed since it was added. */
const version_added = 1

const treatmentStartedText = 'Treatment has started, so the appointment stays.'
const changedSinceText = 'The appointment was changed after the import, so it stays as it is.'

/** Takes back what a list did, wherever nobody has gone on with it since. */
export async function undoList(scope: ClinicScope, record: ListRecord): Promise<ListRecord> {
  await updateList(scope, record.id, { status: 'undoing' })
  const rows = await listDayListRows(scope, record.id)
  const results = { ...record.results, removed: 0, restored: 0, kept: 0 }
  for (const row of rows) {
    if (row.result !== 'booked' && row.result !== 'updated') continue
    const { undone, remark } = await undoRow(scope, row)
    results[undone]++
    await saveRowResult(scope, row.id, { undone, remark })
  }
  for (const one of record.cancelled) {
    const found = await lockAppointment(scope, one.appointmentId)
    const isUntouched = found?.version === one.version
    if (isUntouched) await changeAppointment(scope, found, { status: one.before })
    results[isUntouched ? 'restored' : 'kept']++
  }
  await deleteNumbers(scope, record.id)
  await removeAddedPatients(scope, rows)
  return updateList(scope, record.id, { status: 'undone', results })
}

type UndoResult = { undone: 'removed' | 'restored' | 'kept'; remark: string }

async function undoRow(scope: ClinicScope, row: RowRecord): Promise<UndoResult> {
  const found = row.appointmentId ? await lockAppointment(scope, row.appointmentId) : undefined
  if (!found) return { undone: 'kept', remark: 'The appointment no longer exists.' }
  if (found.status === 'started' || found.status === 'done')
    return { undone: 'kept', remark: treatmentStartedText }
  if (found.version !== row.appointmentVersion) return { undone: 'kept', remark: changedSinceText }
  if (row.result === 'booked') {
    const removed = await removeAppointment(scope, found.id)
    return removed ? { undone: 'removed', remark: '' } : { undone: 'kept', remark: changedSinceText }
  }
  await changeAppointment(scope, found, row.before ?? {})
  return { undone: 'restored', remark: '' }
}

/** Patients whom the list added go as well, unless something belongs to them or somebody changed them. */
async function removeAddedPatients(scope: ClinicScope, rows: readonly RowRecord[]): Promise<void> {
  const ids = rows.flatMap(({ addedPatient, patientId }) => (addedPatient && patientId ? patientId : []))
  if (ids.length === 0) return
  const untouched = (await lockPatients(scope, ids)).filter(({ version }) => version === version_added)
  await removePatients(
    scope,
    untouched.map(({ id }) => id),
  )
}
