import { and, asc, count, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { SavedView } from '../../../contract/saved-views.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { savedViews } from './saved-view-schema.ts'

export type SavedViewRow = typeof savedViews.$inferSelect
type SavedViewFields = Pick<SavedView, 'name' | 'filter'>

const inOwnClinic = (scope: ClinicScope) => eq(savedViews.clinicId, scope.clinicId)
const ofOwner = (staffId: string | null) =>
  staffId === null ? isNull(savedViews.staffId) : eq(savedViews.staffId, staffId)
const visibleCondition = (scope: ClinicScope) =>
  and(inOwnClinic(scope), or(isNull(savedViews.staffId), eq(savedViews.staffId, scope.staffId)))

/** Those for everyone, then the caller's own, by name. */
export const listSavedViews = (scope: ClinicScope): Promise<SavedViewRow[]> =>
  scope.tx
    .select()
    .from(savedViews)
    .where(visibleCondition(scope))
    .orderBy(sql`${savedViews.staffId} nulls first`, asc(savedViews.name))

/** Lets one change of the clinic's views at a time through, so that neither their number nor a name is counted twice. */
export const lockSavedViews = (scope: ClinicScope) =>
  scope.tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`saved views of ${scope.clinicId}`}, 0))`,
  )

/** A view that the caller may see. */
export async function findSavedView(scope: ClinicScope, id: string): Promise<SavedViewRow | undefined> {
  const [found] = await scope.tx
    .select()
    .from(savedViews)
    .where(and(visibleCondition(scope), eq(savedViews.id, id)))
  return found
}

/** How many views somebody has, or everyone has together. */
export async function countSavedViews(scope: ClinicScope, staffId: string | null): Promise<number> {
  const [counted] = await scope.tx
    .select({ views: count() })
    .from(savedViews)
    .where(and(inOwnClinic(scope), ofOwner(staffId)))
  return counted!.views
}

/** Whether another view of the same people has this name. */
export async function isNameTaken(
  scope: ClinicScope,
  { staffId, name, exceptId }: { staffId: string | null; name: string; exceptId?: string },
): Promise<boolean> {
  const [found] = await scope.tx
    .select({ id: savedViews.id })
    .from(savedViews)
    .where(
      and(
        inOwnClinic(scope),
        ofOwner(staffId),
        eq(savedViews.name, name),
        exceptId ? ne(savedViews.id, exceptId) : undefined,
      ),
    )
  return found !== undefined
}

export async function insertSavedView(
  scope: ClinicScope,
  { staffId, name, filter }: SavedViewFields & { staffId: string | null },
): Promise<SavedViewRow> {
  const { clinicId, now } = scope
  const [added] = await scope.tx
    .insert(savedViews)
    .values({ clinicId, staffId, name, filter, createdAt: now, updatedAt: now })
    .returning()
  return added!
}

export async function updateSavedView(
  scope: ClinicScope,
  id: string,
  { name, filter }: SavedViewFields,
): Promise<SavedViewRow> {
  const [changed] = await scope.tx
    .update(savedViews)
    .set({ name, filter, updatedAt: scope.now })
    .where(and(inOwnClinic(scope), eq(savedViews.id, id)))
    .returning()
  return changed!
}

export const deleteSavedView = (scope: ClinicScope, id: string) =>
  scope.tx.delete(savedViews).where(and(inOwnClinic(scope), eq(savedViews.id, id)))
