import { randomUUID } from 'node:crypto'
import { contract } from '../../../contract/index.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import {
  actionRules,
  findConsent,
  isRegisteredClinician,
  lockConsent,
  mayCountersign,
} from '../consents/index.ts'
import { findStaff } from '../staff/index.ts'
import {
  countOpenTasks,
  isCountersignAsked,
  listTasks,
  lockTask,
  openTask,
  taskView,
  updateTask,
  listConsentTaskViews,
  type TaskRow,
} from './task-store.ts'

const taskResult = async (scope: ClinicScope, id: string, details: Record<string, unknown> = {}) => ({
  answer: await taskView(scope, id),
  subject: id,
  details,
})

const sumOpen = (open: { open: number }[]): number => open.reduce((sum, row) => sum + row.open, 0)

/** What is done about a patient's worry is part of their record, so it is said. */
const isWorry = (kind: TaskRow['kind']): boolean => kind === 'urgent-worry' || kind === 'worry'

/** The operations of `contract/tasks.ts`. */
export const taskHandlers = {
  list: handle(contract.tasks.list, async (scope, { page, pageSize, ...filter }) => {
    const { rows, total } = await listTasks(scope, filter, sliceOf({ page, pageSize }))
    return { answer: { rows, total, page, pageSize } }
  }),

  listOfConsent: handle(contract.tasks.listOfConsent, async (scope, { consentId }) => {
    if (!(await findConsent(scope, consentId))) return refuse('not-found')
    return { answer: await listConsentTaskViews(scope, consentId) }
  }),

  counts: handle(contract.tasks.counts, async (scope) => {
    const rows = await countOpenTasks(scope)
    const of = (kind: (typeof rows)[number]['kind']) => sumOpen(rows.filter((row) => row.kind === kind))
    return {
      answer: {
        open: {
          'urgent-worry': of('urgent-worry'),
          worry: of('worry'),
          call: of('call'),
          letter: of('letter'),
          answer: of('answer'),
          understanding: of('understanding'),
          matter: of('matter'),
          talk: of('talk'),
          capacity: of('capacity'),
          'new-link': of('new-link'),
          countersign: of('countersign'),
        },
        mine: sumOpen(rows.filter((row) => row.assignedTo === scope.staffId)),
      },
    }
  }),

  askCountersignature: handle(contract.tasks.askCountersignature, async (scope, { consentId }) => {
    // Locked, so that two who ask at once make one task.
    const consent = await lockConsent(scope, consentId)
    if (!consent) return refuse('not-found')
    const facts = {
      mayCountersign: await mayCountersign(scope),
      isCountersignAsked: await isCountersignAsked(scope, consentId),
    }
    const refusal = actionRules.askCountersign({ ...consent, ...facts })
    if (refusal) return refuse(refusal)
    const clinicianId = consent.takeoverId ?? consent.clinicianId
    const assignedTo = (await isRegisteredClinician(scope, clinicianId)) ? clinicianId : null
    const task = { kind: 'countersign', consentId, causeId: randomUUID(), assignedTo } as const
    const taskId = (await openTask(scope, task))!
    scope.enqueue('consent.changed', { clinicId: scope.clinicId, consentId })
    return taskResult(scope, taskId, { consentId, staffId: assignedTo })
  }),

  complete: handle(contract.tasks.complete, async (scope, { taskId, outcome, note }) => {
    const task = await lockTask(scope, taskId)
    if (!task) return refuse('not-found')
    if (task.doneAt) return refuse('already-done')
    if (isWorry(task.kind) && note === '') return refuse('note-missing')
    await updateTask(scope, taskId, { doneAt: scope.now, doneBy: scope.actor.name, outcome, note })
    scope.enqueue('task.completed', { clinicId: scope.clinicId, taskId })
    return taskResult(scope, taskId, { kind: task.kind, outcome })
  }),

  reopen: handle(contract.tasks.reopen, async (scope, { taskId }) => {
    const task = await lockTask(scope, taskId)
    if (!task) return refuse('not-found')
    if (!task.doneAt) return refuse('already-open')
    await updateTask(scope, taskId, { doneAt: null, doneBy: null, outcome: null })
    scope.enqueue('task.reopened', { clinicId: scope.clinicId, taskId })
    return taskResult(scope, taskId, { kind: task.kind })
  }),

  assign: handle(contract.tasks.assign, async (scope, { taskId, staffId }) => {
    const task = await lockTask(scope, taskId)
    if (!task) return refuse('not-found')
    if (task.doneAt) return refuse('already-done')
    const member = staffId === null ? null : await findStaff(scope, staffId)
    if (staffId !== null && member?.status !== 'active') return refuse('staff-not-found')
    await updateTask(scope, taskId, { assignedTo: staffId })
    return taskResult(scope, taskId, { kind: task.kind, staffId })
  }),
}
