import { improvementActions } from '../../../contract/improvement-actions.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { todayOf } from '../clinics/index.ts'
import { listActiveStaff, staffName } from '../staff/index.ts'
import {
  actionView,
  changeAction,
  findAction,
  insertAction,
  listActions,
} from './improvement-action-store.ts'

const isActive = async (scope: ClinicScope, staffId: string) =>
  (await listActiveStaff(scope)).some(({ id }) => id === staffId)

/** What was done to an action; titles may name people, so the audit log tells of which it is and no more. */
async function actionResult(scope: ClinicScope, id: string) {
  const action = (await findAction(scope, id))!
  const { item, dueOn } = action
  return { answer: actionView(action, await todayOf(scope)), subject: id, details: { item, dueOn } }
}

/** The operations of `contract/improvement-actions.ts`. */
export const improvementActionHandlers = {
  list: handle(improvementActions.list, async (scope, { status, sort, page, pageSize }) => {
    const today = await todayOf(scope)
    const { rows, total } = await listActions(scope, { status, sort, slice: sliceOf({ page, pageSize }) })
    const people = (await listActiveStaff(scope)).map((person) => ({
      id: person.id,
      name: staffName(person),
    }))
    return { answer: { rows: rows.map((row) => actionView(row, today)), total, page, pageSize, people } }
  }),

  create: handle(improvementActions.create, async (scope, action) => {
    if (!(await isActive(scope, action.ownerId))) return refuse('owner-not-found')
    return actionResult(scope, await insertAction(scope, action))
  }),

  update: handle(improvementActions.update, async (scope, { actionId, ...change }) => {
    const before = await findAction(scope, actionId)
    if (!before) return refuse('not-found')
    if (!(await isActive(scope, change.ownerId))) return refuse('owner-not-found')
    if (!(await changeAction(scope, actionId, change))) return refuse('already-closed')
    return { ...(await actionResult(scope, actionId)), before }
  }),

  close: handle(improvementActions.close, async (scope, { actionId, outcome }) => {
    if (!(await findAction(scope, actionId))) return refuse('not-found')
    const closing = { outcome, closedBy: scope.actor.name, closedAt: scope.now }
    const isClosed = await changeAction(scope, actionId, { ...closing, status: 'closed' })
    return isClosed ? actionResult(scope, actionId) : refuse('already-closed')
  }),
}
