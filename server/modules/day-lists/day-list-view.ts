import { day_list_undo_days } from '../../../contract/limits.ts'
import { dayListOutcomes, type DayList, type DayListRow } from '../../../contract/day-lists.ts'
import { day_ms } from '../../platform/clock.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { localTimeAt } from '../../platform/zoned-time.ts'
import type { BookedAppointment } from '../appointments/index.ts'
import { timeZoneOf } from '../clinics/index.ts'
import { patientName, patientsById } from '../patients/index.ts'
import { staffName } from '../staff/index.ts'
import { parseEntry, type DayListEntry } from './day-list-parser.ts'
import type { KnownPatient } from './day-list-rules.ts'
import { listDayListRows, type ListRecord, type RowRecord } from './day-list-store.ts'
import { parseOptionsOf, previewImport, type ImportPreview, type PreviewedRow } from './day-list-preview.ts'

/** Until when a list can be taken back; null where it cannot. */
export function undoDeadline({ status, finishedAt, forgottenAt }: ListRecord): Date | null {
  if (status !== 'done' || !finishedAt || forgottenAt) return null
  return new Date(finishedAt.getTime() + day_list_undo_days * day_ms)
}

/** What the list of lists shows of one. */
export const summaryOf = (record: ListRecord) => ({
  id: record.id,
  fileName: record.fileName,
  status: record.status,
  createdBy: record.createdBy,
  createdAt: record.createdAt.toISOString(),
  finishedAt: record.finishedAt?.toISOString() ?? null,
  undoUntil: undoDeadline(record)?.toISOString() ?? null,
  rowCount: record.rowCount,
  results: record.results,
})

/** A list as its screen shows it: tried afresh while it is not brought in, told afterwards. */
export async function listView(scope: ClinicScope, record: ListRecord): Promise<DayList> {
  const { encoding, columns, isRemembered, dateOrder, day, status } = record
  const { hasHeaderRow, isRepaired, repair } = record
  const reading = { hasHeaderRow, isRepaired, repair }
  const base = { ...summaryOf(record), encoding, reading, columns, isRemembered, dateOrder, day }
  if (status === 'checked') {
    const trial = await previewImport(scope, record)
    return { ...base, rows: trial.rows.map(previewedRowView), preview: previewOf(trial) }
  }
  const isTold = record.finishedAt !== null && !record.forgottenAt
  return { ...base, rows: isTold ? await importedRows(scope, record) : [], preview: null }
}

const personOf = (patient: KnownPatient) => ({
  ...{ id: patient.id, name: patientName(patient), dateOfBirth: patient.dateOfBirth },
})

/** What a row says, whatever becomes of it. */
function rowFields(number: number, entry: DayListEntry) {
  const { title = '', firstName = '', lastName = '', dateOfBirth = '' } = entry.person.said
  return {
    ...{ number, dateOfBirth, patientNumber: entry.patientNumber },
    name: patientName({ title, firstName, lastName }),
    ...{ day: entry.start?.day ?? '', time: entry.start?.time ?? '', minutes: entry.minutes },
    ...{ clinicianWritten: entry.clinician, treatmentWritten: entry.treatment, room: entry.room },
  }
}

function previewedRowView({
  row,
  entry,
  patientMatch,
  clinicianMatch,
  meaning,
  outcome: judged,
}: PreviewedRow): DayListRow {
  const { outcome, errors, remark, changes } = judged
  const isMet = patientMatch.kind === 'known' || patientMatch.kind === 'ended'
  return {
    ...rowFields(row.number, entry),
    ...{ outcome, faults: errors, remark, changes, choice: row.choice, result: null },
    patient: isMet ? personOf(patientMatch.patient) : null,
    candidates: patientMatch.kind === 'ask' ? patientMatch.candidates.map(personOf) : [],
    canCreate: entry.person.details !== null,
    isUnknown: patientMatch.kind === 'ask' && patientMatch.isUnknown,
    clinician: clinicianMatch.kind === 'known' ? { id: clinicianMatch.id, name: clinicianMatch.name } : null,
    treatment: meaning.template && { templateId: meaning.template.id, title: meaning.template.name },
    needsConsent: meaning.needsConsent,
  }
}

function previewOf({ rows, days, missing, zone, seen }: ImportPreview): NonNullable<DayList['preview']> {
  const open = rows.filter(({ entry }) => entry.hasPatient && !entry.isCancelled)
  const outcomes = Object.fromEntries(
    dayListOutcomes.map((each) => [
      each,
      rows.filter(({ outcome: judged }) => judged.outcome === each).length,
    ]),
  ) as NonNullable<DayList['preview']>['outcomes']
  const clinicians = [...Map.groupBy(open, ({ entry }) => entry.clinician)].map(([written, of]) => {
    const { clinicianMatch } = of[0]!
    const clinician =
      clinicianMatch.kind === 'known' ? { id: clinicianMatch.id, name: clinicianMatch.name } : null
    return { written, rows: of.length, clinician, isLeftOut: clinicianMatch.kind === 'left-out' }
  })
  const named = open.filter(({ entry }) => entry.treatment !== '')
  const treatments = [...Map.groupBy(named, ({ entry }) => entry.treatment)].map(([written, of]) => ({
    ...{ written, rows: of.length },
    ...of[0]!.meaning,
  }))
  return {
    days,
    clinicians,
    treatments,
    missing: missing.map((one) => missingView(one, zone)),
    outcomes,
    seen,
  }
}

const missingView = ({ appointment, patient, clinician }: BookedAppointment, zone: string) => ({
  id: appointment.id,
  patient: { id: patient.id, name: patientName(patient), dateOfBirth: patient.dateOfBirth },
  clinician: { id: clinician.id, name: staffName(clinician) },
  ...localTimeAt(appointment.startsAt, zone),
  reason: appointment.reason,
})

/** The rows of a list that was brought in, with what became of each. */
async function importedRows(scope: ClinicScope, record: ListRecord): Promise<DayListRow[]> {
  const reading = parseOptionsOf(record, { now: scope.now, zone: await timeZoneOf(scope) })
  const rows = await listDayListRows(scope, record.id)
  const found = await patientsById(
    scope,
    rows.flatMap(({ patientId }) => patientId ?? []),
  )
  const patients = new Map(found.map((each) => [each.id, each]))
  return rows.map((row) =>
    importedRowView(row, parseEntry(row.cells ?? [], reading), patients.get(row.patientId ?? '')),
  )
}

function importedRowView(row: RowRecord, entry: DayListEntry, patient: KnownPatient | undefined): DayListRow {
  const { outcome, remark, choice, result, undone } = row
  return {
    ...rowFields(row.number, entry),
    ...{ outcome: outcome ?? 'unusable', remark, choice, result: undone ?? result },
    faults: outcome === 'unusable' ? entry.errors : [],
    patient: patient ? personOf(patient) : null,
    ...{
      candidates: [],
      canCreate: false,
      isUnknown: false,
      clinician: null,
      treatment: null,
      needsConsent: true,
      changes: [],
    },
  }
}
