import { dateInTimeZone } from '../../../contract/calendar-day.ts'
import { randomUUID } from 'node:crypto'
import { contract } from '../../../contract/index.ts'
import { listedStatuses, type PatientDetails } from '../../../contract/patients.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { patientMergeHandlers } from './patient-merge-handlers.ts'
import {
  duplicateReason,
  haveSimilarNames,
  phonesOf,
  type PatientRecordMerge,
} from './patient-merge-rules.ts'
import { findNearMatches } from './patient-batch-store.ts'
import { haveDifferentNhsNumbers, mayBeSamePerson } from './patient-name-likeness.ts'
import { normalizeName } from './person-name.ts'
import { insertNote, isNoteOf, notesOf, type NoteRow } from './patient-note-store.ts'
import { changedFields, hasName, isAgreedChannel, toStoredDetails, needsReviewDay } from './patient-rules.ts'
import { parseSearchWords } from './patient-search-rules.ts'
import {
  changePatient,
  findPatient,
  findPatients,
  insertPatient,
  listPatients,
  lockPatient,
  searchPatients,
  updatePatient,
  type PatientRow,
} from './patient-store.ts'
import { listedOf, viewOf } from './patient-view.ts'

/** More records than these are never offered as duplicates of one. */
const duplicates_max = 10

const doneResponse = (scope: ClinicScope, row: PatientRow, details: { fields?: string[] } = {}) => ({
  answer: viewOf(row, scope.now),
  subject: row.id,
  details,
})

/** Details as they are kept; who asked about needs is whoever changes the day on which they were asked. */
function kept(scope: ClinicScope, details: PatientDetails, before?: PatientRow) {
  const { name } = scope.actor
  const asked = details.needsAskedOn
  const isUnchanged = before !== undefined && asked === before.needsAskedOn
  const needsAskedBy = isUnchanged ? before.needsAskedBy : asked ? name : ''
  return { ...toStoredDetails(details, { by: name, newId: randomUUID }), needsAskedBy }
}

/** Changes a patient who is not merged into another. */
async function updateUnmergedPatient(
  scope: ClinicScope,
  patientId: string,
  change: Parameters<typeof changePatient>[2],
) {
  const before = await lockPatient(scope, patientId)
  if (!before) return refuse('not-found')
  if (before.status === 'merged') return refuse('patient-merged')
  return doneResponse(scope, await changePatient(scope, patientId, change))
}

/** Records that may be of the same person: found by birth date and by phone, then compared; the nearest name first. */
async function duplicatesOf(scope: ClinicScope, patient: PatientRow) {
  const born = await findNearMatches(scope, [patient], haveSimilarNames)
  const called: string[] = []
  for (const word of phonesOf(patient))
    called.push(...(await searchPatients(scope, { words: [word], statuses: listedStatuses })))
  const known = new Set(born.map(({ id }) => id))
  const others = [
    ...born,
    ...(await findPatients(
      scope,
      called.filter((id) => !known.has(id)),
    )),
  ]
  return others
    .filter(({ id }) => id !== patient.id)
    .sort((one, other) => Number(mayBeSamePerson(patient, other)) - Number(mayBeSamePerson(patient, one)))
    .map((other) => ({ other, reason: duplicateReason(patient, other) }))
    .flatMap(({ other, reason }) => (reason ? [{ ...listedOf(other, scope.now), reason }] : []))
    .slice(0, duplicates_max)
}

/** Patients who may be this person; none who has another NHS number. */
async function findSimilarPatients(
  scope: ClinicScope,
  person: Pick<PatientDetails, 'firstName' | 'lastName' | 'dateOfBirth' | 'nhsNumber'>,
): Promise<PatientRow[]> {
  const near = await findNearMatches(scope, [person])
  return near.filter((other) => !haveDifferentNhsNumbers(person, other)).slice(0, duplicates_max)
}

const noteView = ({ id, text, at, byName, corrects }: NoteRow) => ({
  id,
  text,
  at: at.toISOString(),
  by: byName,
  corrects,
})

/** The operations of `contract/patients.ts`; `recordMerges` are the other modules' shares of a merge. */
export const patientHandlers = ({ recordMerges }: { recordMerges: readonly PatientRecordMerge[] }) => ({
  list: handle(contract.patients.list, async (scope, { page, pageSize, search, status, sort }) => {
    const filter = { words: parseSearchWords(search), status, sort }
    const { rows, total, isCapped } = await listPatients(scope, filter, sliceOf({ page, pageSize }))
    return { answer: { rows: rows.map((row) => listedOf(row, scope.now)), total, isCapped, page, pageSize } }
  }),

  recent: handle(contract.patients.recent, async (scope, { ids }) => {
    const found = new Map((await findPatients(scope, ids)).map((row) => [row.id, row]))
    const rows = ids.map((id) => found.get(id)).filter((row) => row !== undefined)
    return { answer: rows.filter(({ status }) => status !== 'merged').map((row) => listedOf(row, scope.now)) }
  }),

  get: handle(contract.patients.get, async (scope, { patientId }) => {
    const row = await findPatient(scope, patientId)
    return row ? doneResponse(scope, row) : refuse('not-found')
  }),

  create: handle(contract.patients.create, async (scope, details) => {
    if (!hasName(details)) return refuse('name-missing')
    if (!isAgreedChannel(details)) return refuse('channel-not-agreed')
    const made = kept(scope, details)
    const near = await findSimilarPatients(scope, made)
    const row = await insertPatient(scope, made)
    if (!row) return refuse('duplicate-nhs-number')
    return {
      ...doneResponse(scope, row),
      answer: { ...viewOf(row, scope.now), mayBeSame: near.map(({ id }) => id) },
    }
  }),

  similar: handle(contract.patients.similar, async (scope, person) => {
    const near = await findSimilarPatients(scope, { ...person, ...normalizeName({ title: '', ...person }) })
    return { answer: near.map((row) => listedOf(row, scope.now)) }
  }),

  update: handle(contract.patients.update, async (scope, { patientId, version, ...details }) => {
    const before = await lockPatient(scope, patientId)
    if (!before) return refuse('not-found')
    if (before.status === 'merged') return refuse('patient-merged')
    if (before.version !== version) return refuse('changed-meanwhile')
    if (!hasName(details)) return refuse('name-missing')
    if (!isAgreedChannel(details)) return refuse('channel-not-agreed')
    const after = kept(scope, details, before)
    const row = await updatePatient(scope, patientId, after)
    if (!row) return refuse('duplicate-nhs-number')
    return { ...doneResponse(scope, row, { fields: changedFields(before, after) }), before }
  }),

  archive: handle(contract.patients.archive, (scope, { patientId }) =>
    updateUnmergedPatient(scope, patientId, { status: 'archived' }),
  ),

  restore: handle(contract.patients.restore, (scope, { patientId }) =>
    updateUnmergedPatient(scope, patientId, { status: 'active', endedOn: null }),
  ),

  recordLeaving: handle(contract.patients.recordLeaving, (scope, { patientId, on }) =>
    updateUnmergedPatient(scope, patientId, { status: 'left', endedOn: on }),
  ),

  recordDeath: handle(contract.patients.recordDeath, (scope, { patientId, on }) =>
    updateUnmergedPatient(scope, patientId, { status: 'deceased', endedOn: on }),
  ),

  confirmNeeds: handle(contract.patients.confirmNeeds, (scope, { patientId }) =>
    updateUnmergedPatient(scope, patientId, {
      needsAskedOn: dateInTimeZone(scope.now),
      needsAskedBy: scope.actor.name,
      needsReviewOn: needsReviewDay(scope.now),
    }),
  ),

  notes: handle(contract.patients.notes, async (scope, { patientId }) => {
    if (!(await findPatient(scope, patientId))) return refuse('not-found')
    return { answer: (await notesOf(scope, patientId)).map(noteView) }
  }),

  addNote: handle(contract.patients.addNote, async (scope, { patientId, text, corrects }) => {
    const patient = await lockPatient(scope, patientId)
    if (!patient) return refuse('not-found')
    if (patient.status === 'merged') return refuse('patient-merged')
    if (corrects && !(await isNoteOf(scope, patientId, corrects))) return refuse('note-not-found')
    const note = await insertNote(scope, { patientId, text, corrects })
    return { answer: noteView(note), subject: patientId, details: { noteId: note.id } }
  }),

  duplicates: handle(contract.patients.duplicates, async (scope, { patientId }) => {
    const patient = await findPatient(scope, patientId)
    return patient ? { answer: await duplicatesOf(scope, patient) } : refuse('not-found')
  }),

  ...patientMergeHandlers(recordMerges),
})
