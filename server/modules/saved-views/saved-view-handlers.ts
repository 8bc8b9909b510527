import { contract } from '../../../contract/index.ts'
import { saved_views_max } from '../../../contract/limits.ts'
import { hasPermission } from '../../../contract/permissions.ts'
import type { SavedView } from '../../../contract/saved-views.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import {
  updateSavedView,
  countSavedViews,
  deleteSavedView,
  findSavedView,
  insertSavedView,
  isNameTaken,
  listSavedViews,
  lockSavedViews,
  type SavedViewRow,
} from './saved-view-store.ts'

const { savedViews } = contract

const viewOf = ({ id, name, staffId, filter }: SavedViewRow): SavedView => ({
  id,
  name,
  isShared: staffId === null,
  filter,
})

/** Names and searches may hold a patient's name, so the audit log tells whose view it is and no more. */
const savedViewResult = (view: SavedViewRow) => ({
  answer: viewOf(view),
  subject: view.id,
  details: { isShared: view.staffId === null },
})

const mayShare = ({ holder }: ClinicScope) => hasPermission(holder, 'accessSettings')

/** The operations of `contract/saved-views.ts`. */
export const savedViewHandlers = {
  list: handle(savedViews.list, async (scope) => ({ answer: (await listSavedViews(scope)).map(viewOf) })),

  create: handle(savedViews.create, async (scope, { name, filter, isShared }) => {
    if (isShared && !mayShare(scope)) return refuse('not-allowed')
    const staffId = isShared ? null : scope.staffId
    await lockSavedViews(scope)
    if ((await countSavedViews(scope, staffId)) >= saved_views_max) return refuse('too-many')
    if (await isNameTaken(scope, { staffId, name })) return refuse('name-taken')
    return savedViewResult(await insertSavedView(scope, { staffId, name, filter }))
  }),

  update: handle(savedViews.update, async (scope, { viewId, name, filter }) => {
    await lockSavedViews(scope)
    const found = await findSavedView(scope, viewId)
    if (!found) return refuse('not-found')
    const { staffId } = found
    if (staffId === null && !mayShare(scope)) return refuse('not-allowed')
    if (await isNameTaken(scope, { staffId, name, exceptId: viewId })) return refuse('name-taken')
    return savedViewResult(await updateSavedView(scope, viewId, { name, filter }))
  }),

  remove: handle(savedViews.remove, async (scope, { viewId }) => {
    await lockSavedViews(scope)
    const found = await findSavedView(scope, viewId)
    if (!found) return refuse('not-found')
    if (found.staffId === null && !mayShare(scope)) return refuse('not-allowed')
    await deleteSavedView(scope, viewId)
    return { answer: {}, subject: viewId, details: { isShared: found.staffId === null } }
  }),
}
