import { and, asc, count, desc, eq, like, sql } from 'drizzle-orm'
import type { ActionSort, ImprovementAction } from '../../../contract/improvement-actions.ts'
import { orderOfSort } from '../../platform/database/list-order.ts'
import type { Slice } from '../../platform/database/list-slice.ts'
import type { ClinicScope, StaffScope } from '../../platform/database/transaction.ts'
import { staff } from '../staff/staff-schema.ts'
import { improvementActions } from './improvement-action-schema.ts'

export type ActionRow = typeof improvementActions.$inferSelect & { ownerName: string | null }

const own = (scope: StaffScope) => eq(improvementActions.clinicId, scope.clinicId)
const withOwner = (scope: StaffScope) =>
  scope.tx
    .select({
      action: improvementActions,
      ownerName: sql<string | null>`nullif(trim(${staff.firstName} || ' ' || ${staff.lastName}), '')`,
    })
    .from(improvementActions)
    .leftJoin(
      staff,
      and(eq(staff.clinicId, improvementActions.clinicId), eq(staff.id, improvementActions.ownerId)),
    )
const rowOf = ({
  action,
  ownerName,
}: {
  action: Omit<ActionRow, 'ownerName'>
  ownerName: string | null
}) => ({
  ...action,
  ownerName,
})

const sortColumns = {
  due: [improvementActions.dueOn, improvementActions.id],
  title: [improvementActions.title, improvementActions.id],
  owner: [staff.lastName, staff.firstName, improvementActions.id],
  closed: [improvementActions.closedAt, improvementActions.id],
}

/** Actions of one state: open ones by when they are due, closed ones the last first, unless sorted otherwise. */
export async function listActions(
  scope: StaffScope,
  {
    status,
    sort = status === 'open' ? 'due' : '-closed',
    slice,
  }: { status: ActionRow['status']; sort?: ActionSort | undefined; slice: Slice },
): Promise<{ rows: ActionRow[]; total: number }> {
  const condition = and(own(scope), eq(improvementActions.status, status))
  const rows = await withOwner(scope)
    .where(condition)
    .orderBy(...orderOfSort(sort, sortColumns))
    .limit(slice.limit)
    .offset(slice.offset)
  const [counted] = await scope.tx.select({ total: count() }).from(improvementActions).where(condition)
  return { rows: rows.map(rowOf), total: counted!.total }
}

export type OpenActionCount = { item: string | null; open: number; overdue: number }

/** How many actions are open by item, and how many of them were due before a day; those about no item last. */
export const countOpenActions = (scope: StaffScope, today: string): Promise<OpenActionCount[]> => {
  const { item, status, dueOn } = improvementActions
  return scope.tx
    .select({
      item,
      open: sql<number>`count(*)::int`,
      overdue: sql<number>`count(*) filter (where ${dueOn} < ${today})::int`,
    })
    .from(improvementActions)
    .where(and(own(scope), eq(status, 'open')))
    .groupBy(item)
    .orderBy(item)
}

/** The actions about one item, the open ones first. */
export async function actionsOf(scope: StaffScope, item: string): Promise<ActionRow[]> {
  const rows = await withOwner(scope)
    .where(and(own(scope), eq(improvementActions.item, item)))
    .orderBy(desc(improvementActions.status), asc(improvementActions.dueOn), asc(improvementActions.id))
    .limit(100)
  return rows.map(rowOf)
}

/** How many actions are open about each item. */
export async function openActionsByItem(scope: StaffScope): Promise<Map<string, number>> {
  const rows = await scope.tx
    .select({ item: improvementActions.item, open: count() })
    .from(improvementActions)
    .where(and(own(scope), eq(improvementActions.status, 'open')))
    .groupBy(improvementActions.item)
  return new Map(rows.flatMap(({ item, open }) => (item === null ? [] : [[item, open] as const])))
}

/** How many of the actions that came of each sample audit are open still. */
export async function openActionsByAudit(scope: StaffScope): Promise<Map<string, number>> {
  const audit = sql<string>`split_part(${improvementActions.source}, ':', 2)`
  const rows = await scope.tx
    .select({ audit, open: count() })
    .from(improvementActions)
    .where(and(own(scope), eq(improvementActions.status, 'open'), like(improvementActions.source, 'audit:%')))
    .groupBy(audit)
  return new Map(rows.map((row) => [row.audit, row.open]))
}

export async function findAction(scope: StaffScope, id: string): Promise<ActionRow | undefined> {
  const [found] = await withOwner(scope).where(and(own(scope), eq(improvementActions.id, id)))
  return found && rowOf(found)
}

export async function insertAction(
  scope: ClinicScope,
  action: Pick<ActionRow, 'item' | 'title' | 'ownerId' | 'dueOn'>,
): Promise<string> {
  const { clinicId, now: createdAt, actor } = scope
  const [made] = await scope.tx
    .insert(improvementActions)
    .values({ ...action, clinicId, createdAt, createdBy: actor.name })
    .returning({ id: improvementActions.id })
  return made!.id
}

type SourcedAction = Pick<ActionRow, 'item' | 'source' | 'title' | 'ownerId' | 'dueOn' | 'consentIds'>

/** Actions that follow by themselves: of each source one, however often it is asked for. Answers whose the new ones are. */
export async function insertSourced(
  scope: StaffScope,
  actions: readonly SourcedAction[],
  by: string,
): Promise<(string | null)[]> {
  if (actions.length === 0) return []
  const { clinicId, now: createdAt } = scope
  const made = await scope.tx
    .insert(improvementActions)
    .values(actions.map((action) => ({ ...action, clinicId, createdAt, createdBy: by })))
    .onConflictDoNothing()
    .returning({ ownerId: improvementActions.ownerId })
  return made.map(({ ownerId }) => ownerId)
}

/** Changes an open action; false where it is closed, or another request closed it meanwhile. */
export async function changeAction(
  scope: ClinicScope,
  id: string,
  change: Partial<
    Pick<ActionRow, 'title' | 'ownerId' | 'dueOn' | 'status' | 'outcome' | 'closedBy' | 'closedAt'>
  >,
): Promise<boolean> {
  const changed = await scope.tx
    .update(improvementActions)
    .set(change)
    .where(and(own(scope), eq(improvementActions.id, id), eq(improvementActions.status, 'open')))
    .returning({ id: improvementActions.id })
  return changed.length > 0
}

const origins: Record<string, string> = {
  audit: 'Sample audit',
  policy: 'Policy review',
  training: 'Training',
}

export function actionView(row: ActionRow, today: string): ImprovementAction {
  const { id, item, title, source, consentIds, ownerId, ownerName, dueOn, status, outcome, createdBy } = row
  return {
    ...{ id, item, title, consentIds, dueOn, status, outcome, createdBy, closedBy: row.closedBy },
    origin: source === null ? '' : (origins[source.split(':')[0]!] ?? ''),
    owner: ownerId === null ? null : { id: ownerId, name: ownerName ?? '' },
    isOverdue: status === 'open' && dueOn < today,
    createdAt: row.createdAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
  }
}
