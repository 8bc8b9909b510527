import { createHash } from 'node:crypto'
import {
  dataRequests,
  type DataRequest,
  type DataRequestDetail,
  type NewDataRequestStep,
} from '../../../contract/data-requests.ts'
import { data_request_notice_days } from '../../../contract/limits.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { handle, type HandlerResult } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { clinicContactOf, settingsOf, todayOf } from '../clinics/index.ts'
import { findPatient } from '../patients/index.ts'
import { erasureReply } from './data-request-replies.ts'
import { addDays } from '../../../contract/working-days.ts'
import { applyStep, dataRequestView, dueDayOf, isStepOf } from './data-request-rules.ts'
import {
  countDue,
  findRequest,
  insertRequest,
  insertStep,
  listDataRequests,
  lockRequest,
  namesOfPatients,
  sentConsents,
  stepsOf,
  updateRequest,
  type DataRequestRow,
  type DataRequestStepRow,
} from './data-request-store.ts'
import { retentionStatus, keepingRulesOf } from './record-keeping.ts'
import { isReady } from './record-rules.ts'
import { listFiles } from './record-store.ts'

/** Requests as screens show them, each with whom it is about. */
export async function viewRequests(scope: ClinicScope, rows: DataRequestRow[]): Promise<DataRequest[]> {
  const names = await namesOfPatients(
    scope,
    rows.flatMap(({ patientId }) => patientId ?? []),
  )
  const today = await todayOf(scope)
  return rows.map((row) => dataRequestView(row, names.get(row.patientId ?? '') ?? null, today))
}

const stepView = ({ id, kind, on, note, consentId, byName, at }: DataRequestStepRow) => ({
  ...{ id, kind, on, note, consentId },
  by: byName,
  at: at.toISOString(),
})

/** Why what was asked to be erased is kept, in the practice's words to whoever asked; null where nothing is to be said. */
async function erasureReplyFor(scope: ClinicScope, row: DataRequestRow): Promise<string | null> {
  if (row.kind !== 'erasure' || row.grounds.length === 0) return null
  const kept = row.patientId ? await retentionStatus(scope, row.patientId, await keepingRulesOf(scope)) : null
  const { name } = await clinicContactOf(scope)
  return erasureReply(name, row, kept?.retention ?? null)
}

async function detailOf(scope: ClinicScope, row: DataRequestRow): Promise<DataRequestDetail> {
  const [view] = await viewRequests(scope, [row])
  const { patientId } = row
  const files = patientId ? await listFiles(scope, patientId) : []
  return {
    ...view!,
    steps: (await stepsOf(scope, row.id)).map(stepView),
    reply: row.closedAt && (await erasureReplyFor(scope, row)),
    consents: patientId ? await sentConsents(scope, patientId) : [],
    packs: files
      .filter((file) => isReady(file, scope.now))
      .map(({ id, createdAt }) => ({ id, createdAt: createdAt.toISOString() })),
  }
}

const done = async (
  scope: ClinicScope,
  row: DataRequestRow,
  details: Record<string, unknown>,
): Promise<HandlerResult<DataRequestDetail>> => ({
  answer: await detailOf(scope, row),
  subject: row.patientId ?? row.id,
  details: { requestId: row.id, ...details },
})

/** Why a step cannot be written down: the day it names, or what it names besides. */
async function stepError(scope: ClinicScope, row: DataRequestRow, step: NewDataRequestStep, today: string) {
  if ('on' in step) {
    if (step.on > today) return 'in-future'
    const clockSteps = (await stepsOf(scope, row.id)).filter(({ kind }) => kind !== 'noted')
    if (clockSteps.some(({ on }) => on > step.on)) return 'before-last'
  }
  if (!isStepOf(row.kind, step.kind)) return 'other-kind'
  if (step.kind !== 'corrected' && step.kind !== 'pack-given') return null
  if (row.patientId === null) return 'no-patient'
  if (step.kind === 'pack-given') {
    const pack = (await listFiles(scope, row.patientId)).find(({ id }) => id === step.packId)
    return pack && isReady(pack, scope.now) ? null : 'pack-missing'
  }
  const own = await sentConsents(scope, row.patientId)
  return step.consentId === null || own.some(({ id }) => id === step.consentId) ? null : 'consent-missing'
}

/** What a step changes of its request besides the clock: how it was made sure who asks. */
const changeBy = (scope: ClinicScope, step: NewDataRequestStep): Partial<DataRequestRow> =>
  step.kind === 'identified'
    ? { identityHow: step.note, identityBy: scope.actor.name, identityAt: scope.now }
    : {}

/** How many requests are overdue, or due within days. */
export const countDueRequests = async (scope: ClinicScope): Promise<number> =>
  countDue(scope, addDays(await todayOf(scope), Math.max(...data_request_notice_days)))

/** The operations of `contract/data-requests.ts`. */
export const dataRequestHandlers = {
  list: handle(dataRequests.list, async (scope, { view, kind, sort, page, pageSize }) => {
    const filter = { view, kind, sort, today: await todayOf(scope) }
    const { rows, total } = await listDataRequests(scope, filter, sliceOf({ page, pageSize }))
    return { answer: { rows: await viewRequests(scope, rows), total, page, pageSize } }
  }),

  get: handle(dataRequests.get, async (scope, { requestId }) => {
    const row = await findRequest(scope, requestId)
    return row ? { answer: await detailOf(scope, row) } : refuse('not-found')
  }),

  open: handle(dataRequests.open, async (scope, { kind, patientId, receivedOn, from, note }) => {
    if (patientId && !(await findPatient(scope, patientId))) return refuse('not-found')
    if (receivedOn > (await todayOf(scope))) return refuse('in-future')
    const clock = { clockFrom: null, stoppedFor: null, stoppedOn: null, stoppedDays: 0, isExtended: false }
    const { nation } = await settingsOf(scope)
    const dueOn = dueDayOf({ receivedOn, ...clock }, nation)
    const row = await insertRequest(scope, { kind, patientId, receivedOn, dueOn, requester: from })
    await insertStep(scope, row, { kind: 'received', on: receivedOn, note })
    return done(scope, row, { kind, receivedOn, dueOn })
  }),

  addStep: handle(dataRequests.addStep, async (scope, { requestId, step }) => {
    const row = await lockRequest(scope, requestId)
    if (!row) return refuse('not-found')
    if (row.closedAt) return refuse('already-closed')
    const today = await todayOf(scope)
    const fault = await stepError(scope, row, step, today)
    if (fault) return refuse(fault)
    const clock = applyStep(row, step, today)
    if (typeof clock === 'string') return refuse(clock)
    const { nation } = await settingsOf(scope)
    const next = { ...row, ...clock, ...changeBy(scope, step) }
    const isMoved = Object.keys(clock).length > 0 && next.stoppedFor === null
    const dueOn = isMoved ? dueDayOf(next, nation) : row.dueOn
    const changed = await updateRequest(scope, requestId, {
      ...clock,
      ...changeBy(scope, step),
      dueOn,
      ...(dueOn === row.dueOn ? {} : { remindedOn: null }),
    })
    const on = 'on' in step ? step.on : today
    const consentId = step.kind === 'corrected' ? step.consentId : null
    await insertStep(scope, changed, { kind: step.kind, on, note: step.note, consentId })
    const noteHash = createHash('sha256').update(step.note).digest('hex')
    return done(scope, changed, { step: step.kind, on, dueOn, noteHash, ...(consentId && { consentId }) })
  }),

  close: handle(dataRequests.close, async (scope, { requestId, outcome, note, grounds }) => {
    const row = await lockRequest(scope, requestId)
    if (!row) return refuse('not-found')
    if (row.closedAt) return refuse('already-closed')
    const isAnswer = outcome === 'answered' || outcome === 'partly'
    if (isAnswer && !row.identityAt) return refuse('not-identified')
    const isKept = outcome === 'refused' || outcome === 'partly'
    if (row.kind === 'erasure' && isKept && grounds.length === 0) return refuse('grounds-needed')
    if (outcome === 'refused' && note === '' && grounds.length === 0) return refuse('reason-needed')
    const changed = await updateRequest(scope, requestId, {
      ...{ outcome, outcomeNote: note, closedBy: scope.actor.name, closedAt: scope.now },
      ...{ stoppedFor: null, stoppedOn: null },
      grounds: row.kind === 'erasure' && isKept ? [...new Set(grounds)] : [],
    })
    await insertStep(scope, changed, { kind: 'closed', on: await todayOf(scope), note })
    return done(scope, changed, { outcome, grounds: changed.grounds })
  }),
}
