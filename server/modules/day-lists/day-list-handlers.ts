import { contract } from '../../../contract/index.ts'
import { readCsv } from '../../platform/csv/csv-reader.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { findPatient } from '../patients/index.ts'
import { findClinician } from '../staff/index.ts'
import { findUsableByIdOrName } from '../templates/index.ts'
import { validateColumns } from './day-list-columns.ts'
import { saveClinicianMapping, saveTreatmentMapping } from './day-list-mapping-store.ts'
import { tableLimits, createList, reparseList } from './day-list-upload.ts'
import { normalizeKey } from './day-list-parser.ts'
import {
  updateList,
  saveRowChoices,
  deleteList,
  findList,
  listLists,
  lockDayListImports,
  lockList,
  type ListRecord,
} from './day-list-store.ts'
import { previewImport } from './day-list-preview.ts'
import { undoList } from './day-list-undo.ts'
import { listView, summaryOf, undoDeadline } from './day-list-view.ts'
import { bringIn, hasPendingWrites } from './day-list-import.ts'

const { dayLists } = contract

/** Counts alone go into the audit log. */
const recordAudit = async (
  scope: ClinicScope,
  record: ListRecord,
  details: Record<string, unknown> = {},
) => ({
  answer: await listView(scope, record),
  subject: record.id,
  details,
})

const read = handle(dayLists.read, async (scope, { fileName, content }) => {
  const table = await readCsv(Buffer.from(content, 'base64'), tableLimits)
  if ('fault' in table) return refuse(table.fault, { row: table.row })
  const record = await createList(scope, fileName, table)
  return recordAudit(scope, record, { rows: record.rowCount })
})

const isOpen = ({ status }: ListRecord) => status === 'draft' || status === 'checked'

const reparse = handle(dayLists.readAgain, async (scope, { listId, ...choice }) => {
  const found = await lockList(scope, listId)
  if (!found) return refuse('not-found')
  if (!isOpen(found)) return refuse('wrong-state')
  const again = await reparseList(scope, found, choice)
  return 'id' in again ? recordAudit(scope, again, choice) : again
})

const check = handle(dayLists.check, async (scope, { listId, fields, dateOrder, day }) => {
  const found = await lockList(scope, listId)
  if (!found) return refuse('not-found')
  if (!isOpen(found)) return refuse('wrong-state')
  if (fields.length !== found.columns.length) return refuse('wrong-columns')
  const fault = validateColumns(fields)
  if (fault) return refuse(fault)
  const columns = found.columns.map((column, index) => ({ ...column, field: fields[index]! }))
  const checked = await updateList(scope, listId, { columns, dateOrder, day, status: 'checked' })
  return recordAudit(scope, checked, { rows: checked.rowCount })
})

/** A list that is looked at and not brought in yet; or why it is none. */
async function lockCheckedList(scope: ClinicScope, listId: string) {
  const found = await lockList(scope, listId)
  if (!found) return 'not-found'
  return found.status === 'checked' ? found : 'wrong-state'
}

const chooseClinician = handle(dayLists.chooseClinician, async (scope, { listId, written, clinicianId }) => {
  const found = await lockCheckedList(scope, listId)
  if (typeof found === 'string') return refuse(found)
  if (clinicianId && !(await findClinician(scope, clinicianId))) return refuse('clinician-not-found')
  await saveClinicianMapping(scope, normalizeKey(written), clinicianId)
  return recordAudit(scope, await updateList(scope, listId, {}), { clinicianId })
})

const chooseTreatment = handle(dayLists.chooseTreatment, async (scope, input) => {
  const { listId, written, templateId, needsConsent } = input
  const found = await lockCheckedList(scope, listId)
  if (typeof found === 'string') return refuse(found)
  const usable = templateId ? await findUsableByIdOrName(scope, { ids: [templateId], names: [] }) : []
  if (templateId && usable.length === 0) return refuse('template-not-found')
  await saveTreatmentMapping(scope, normalizeKey(written), { templateId, needsConsent })
  return recordAudit(scope, await updateList(scope, listId, {}), { templateId, needsConsent })
})

const choose = handle(dayLists.choose, async (scope, { listId, number, choice, patientId }) => {
  const found = await lockCheckedList(scope, listId)
  if (typeof found === 'string') return refuse(found)
  const { rows } = await previewImport(scope, found)
  if (number === null) {
    const unknown = rows.filter(
      ({ patientMatch, outcome }) =>
        outcome.outcome === 'who' && patientMatch.kind === 'ask' && patientMatch.isUnknown,
    )
    const numbers = unknown.map(({ row }) => row.number)
    await saveRowChoices(scope, listId, { numbers, choice: 'create', patientId: null })
    return recordAudit(scope, await updateList(scope, listId, {}), { choice: 'create', rows: numbers.length })
  }
  const chosen = rows.find(({ row }) => row.number === number)
  if (!chosen) return refuse('no-such-row')
  if (choice === 'create' && !chosen.entry.person.details) return refuse('too-little-known')
  const patient = choice === 'patient' && patientId ? await findPatient(scope, patientId) : undefined
  if (choice === 'patient' && !patient) return refuse('patient-not-found')
  if (patient && patient.status !== 'active') return refuse('patient-not-active')
  await saveRowChoices(scope, listId, { numbers: [number], choice, patientId: patient?.id ?? null })
  return recordAudit(scope, await updateList(scope, listId, {}), { choice, row: number })
})

const importList = handle(dayLists.bringIn, async (scope, { listId, seen, cancel }) => {
  await lockDayListImports(scope)
  const found = await lockCheckedList(scope, listId)
  if (typeof found === 'string') return refuse(found)
  const trial = await previewImport(scope, found)
  const missing = new Set(trial.missing.map(({ appointment }) => appointment.id))
  const isAsSeen = trial.seen === seen && cancel.every((id) => missing.has(id))
  if (!isAsSeen) return refuse('changed-since')
  const once = [...new Set(cancel)]
  if (!hasPendingWrites(trial, once)) return refuse('nothing-to-do')
  const brought = await bringIn(scope, found, { trial, cancel: once })
  return recordAudit(scope, brought, brought.results)
})

const undo = handle(dayLists.undo, async (scope, { listId }) => {
  await lockDayListImports(scope)
  const found = await lockList(scope, listId)
  if (!found) return refuse('not-found')
  if (found.status !== 'done') return refuse('wrong-state')
  const end = undoDeadline(found)
  if (!end || end < scope.now) return refuse('too-late')
  const undone = await undoList(scope, found)
  return recordAudit(scope, undone, undone.results)
})

/** The operations of `contract/day-lists.ts`. */
export const dayListHandlers = {
  list: handle(dayLists.list, async (scope, { page, pageSize }) => {
    const { found, total } = await listLists(scope, sliceOf({ page, pageSize }))
    return { answer: { rows: found.map(summaryOf), total, page, pageSize } }
  }),
  read,
  readAgain: reparse,
  get: handle(dayLists.get, async (scope, { listId }) => {
    const found = await findList(scope, listId)
    return found ? recordAudit(scope, found) : refuse('not-found')
  }),
  check,
  chooseClinician,
  chooseTreatment,
  choose,
  bringIn: importList,
  undo,
  discard: handle(dayLists.discard, async (scope, { listId }) => {
    const found = await lockList(scope, listId)
    if (!found) return refuse('not-found')
    if (!isOpen(found)) return refuse('wrong-state')
    await deleteList(scope, listId)
    return { answer: {}, subject: listId }
  }),
}
