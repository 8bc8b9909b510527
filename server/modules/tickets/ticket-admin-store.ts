import { and, asc, count, desc, eq, ilike, inArray, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { activeStatuses, statusesAwaitingUs, type TicketPriority } from '../../../contract/ticket-states.ts'
import type { adminTickets } from '../../../contract/tickets.ts'
import type { Slice } from '../../platform/database/list-slice.ts'
import { isSpread } from '../../platform/database/spread-connection.ts'
import type { AdminScope } from '../../platform/database/transaction.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { staff } from '../staff/staff-schema.ts'
import type { TicketState } from './ticket-rules.ts'
import { cannedAnswers, tickets } from './ticket-schema.ts'
import { openedTicket, type OpenedTicket, type PlatformSide, type TicketKey } from './ticket-store.ts'

type ListInput = z.output<NonNullable<(typeof adminTickets.list)['~orpc']['inputSchema']>>
export type TicketFilter = Omit<ListInput, 'page' | 'pageSize'>

/** A ticket with who opened it and where. */
export type ClinicTicket = OpenedTicket & { clinicName: string }

const overdueAt = (now: Date): SQL | undefined =>
  and(
    inArray(tickets.status, [...statusesAwaitingUs]),
    or(
      and(isNull(tickets.firstAnsweredAt), lt(tickets.firstAnswerDueAt, now)),
      lt(tickets.solutionDueAt, now),
    ),
  )

/** Percent and underscore are letters, too, where somebody searches for them. */
const likePattern = (search: string): string => `%${search.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`

function ticketSearchCondition(search: string): SQL | undefined {
  if (!search) return undefined
  const [, number] = /^#?(\d{1,15})$/.exec(search) ?? []
  if (number) return or(eq(tickets.number, Number(number)), ilike(tickets.subject, likePattern(search)))
  const words = likePattern(search)
  const opener = sql<string>`${staff.firstName} || ' ' || ${staff.lastName}`
  return or(
    ...[tickets.subject, clinics.name, staff.email].map((column) => ilike(column, words)),
    ilike(opener, words),
  )
}

function filterCondition({ actor, now }: AdminScope, filter: TicketFilter): SQL | undefined {
  const { status, priority, assignee, clinicId, overdue, search } = filter
  const statuses = status === 'active' ? [...activeStatuses] : status === 'all' ? null : [status]
  const whose = assignee === 'me' ? actor.userId : assignee
  return and(
    statuses ? inArray(tickets.status, statuses) : undefined,
    priority ? eq(tickets.priority, priority) : undefined,
    whose === 'nobody' ? isNull(tickets.assigneeId) : whose ? eq(tickets.assigneeId, whose) : undefined,
    clinicId ? eq(tickets.clinicId, clinicId) : undefined,
    overdue ? overdueAt(now) : undefined,
    ticketSearchCondition(search),
  )
}

const ticketColumns = {
  ticket: tickets,
  opener: { firstName: staff.firstName, lastName: staff.lastName, email: staff.email },
  clinicName: clinics.name,
}
const joinOpener = and(eq(staff.clinicId, tickets.clinicId), eq(staff.id, tickets.staffId))
const joinClinic = eq(clinics.id, tickets.clinicId)

const selectAll = ({ tx }: PlatformSide) =>
  tx.select(ticketColumns).from(tickets).innerJoin(staff, joinOpener).innerJoin(clinics, joinClinic)

type Selected = Awaited<ReturnType<ReturnType<typeof selectAll>['execute']>>[number]
const clinicTicket = ({ clinicName, ...row }: Selected): ClinicTicket => ({
  ...openedTicket(row),
  clinicName,
})

/** What is due first: the first answer where there was none, then the solution. */
const nextDueSql = sql`case when ${tickets.firstAnsweredAt} is null then ${tickets.firstAnswerDueAt}
  else ${tickets.solutionDueAt} end`

/** A page of the tickets that a filter names, and how many there are. */
export async function listTickets(
  scope: AdminScope,
  filter: TicketFilter,
  { limit, offset }: Slice,
): Promise<{ rows: ClinicTicket[]; total: number }> {
  const where = filterCondition(scope, filter)
  const [counted] = await scope.tx
    .select({ total: count() })
    .from(tickets)
    .innerJoin(staff, joinOpener)
    .innerJoin(clinics, joinClinic)
    .where(where)
  const isToDo =
    filter.status === 'active' || (statusesAwaitingUs as readonly string[]).includes(filter.status)
  const rows = await selectAll(scope)
    .where(where)
    .orderBy(...(isToDo ? [asc(nextDueSql)] : [desc(tickets.updatedAt)]), desc(tickets.id))
    .limit(limit)
    .offset(offset)
  return { rows: rows.map(clinicTicket), total: counted!.total }
}

/** How many there are to be done. */
export async function countTickets({ tx, now }: AdminScope) {
  const number = (where: SQL | undefined) => sql<number>`count(*) filter (where ${where})::int`
  const [counted] = await tx
    .select({
      active: number(sql`true`),
      ourTurn: number(inArray(tickets.status, [...statusesAwaitingUs])),
      overdue: number(overdueAt(now)),
      unassigned: number(isNull(tickets.assigneeId)),
    })
    .from(tickets)
    .where(inArray(tickets.status, [...activeStatuses]))
  return counted!
}

export async function findTicket(scope: PlatformSide, id: string): Promise<ClinicTicket | undefined> {
  const [found] = await selectAll(scope).where(eq(tickets.id, id))
  return found && clinicTicket(found)
}

/** The same, locked until the end of the transaction. Where tables are spread, a row is locked where its practice is. */
export async function lockTicket(scope: PlatformSide, id: string): Promise<ClinicTicket | undefined> {
  let isTicket: SQL | undefined = eq(tickets.id, id)
  if (isSpread(scope.tx)) {
    const ticket = await findTicket(scope, id)
    if (!ticket) return undefined
    isTicket = and(isTicket, eq(tickets.clinicId, ticket.clinicId))
  }
  const [found] = await selectAll(scope).where(isTicket).for('update', { of: tickets })
  return found && clinicTicket(found)
}

/** Keeps where a ticket stands, its targets among it. */
export async function saveTicketState(
  { tx, now }: PlatformSide,
  { clinicId, id }: TicketKey,
  state: TicketState,
): Promise<void> {
  const { status, priority, firstAnsweredAt, firstAnswerDueAt } = state
  const { solutionDueAt, pausedAt, solvedAt, closedAt } = state
  await tx
    .update(tickets)
    .set({
      ...{ status, priority, firstAnsweredAt, firstAnswerDueAt },
      ...{ solutionDueAt, pausedAt, solvedAt, closedAt, updatedAt: now },
    })
    .where(and(eq(tickets.clinicId, clinicId), eq(tickets.id, id)))
}

type Assignment = TicketState & { priority: TicketPriority; assignee: { id: string; name: string } | null }

export async function saveAssignment(scope: AdminScope, key: TicketKey, change: Assignment): Promise<void> {
  const { assignee, ...state } = change
  await saveTicketState(scope, key, state)
  await scope.tx
    .update(tickets)
    .set({ assigneeId: assignee?.id ?? null, assigneeName: assignee?.name ?? null })
    .where(and(eq(tickets.clinicId, key.clinicId), eq(tickets.id, key.id)))
}

export type SuperAdmin = { id: string; name: string; email: string }

/** Active super administrators by name. */
export async function listSuperAdmins({ tx }: PlatformSide): Promise<SuperAdmin[]> {
  const { rows } = await tx.execute<SuperAdmin>(sql`select id, name, email from super_admins()`)
  return rows
}

/** Practices that have opened a ticket, by name. */
export const clinicsWithTickets = ({ tx }: AdminScope): Promise<{ id: string; name: string }[]> =>
  tx
    .selectDistinct({ id: clinics.id, name: clinics.name })
    .from(tickets)
    .innerJoin(clinics, joinClinic)
    .orderBy(asc(clinics.name), asc(clinics.id))

export type CannedRow = typeof cannedAnswers.$inferSelect

export const listCanned = ({ tx }: AdminScope): Promise<CannedRow[]> =>
  tx.select().from(cannedAnswers).orderBy(asc(cannedAnswers.title))

export async function countCanned({ tx }: AdminScope): Promise<number> {
  const [counted] = await tx.select({ kept: count() }).from(cannedAnswers)
  return counted!.kept
}

/** Whether another answer has this title. */
export async function isTitleTaken({ tx }: AdminScope, title: string, exceptId?: string): Promise<boolean> {
  const [found] = await tx
    .select({ id: cannedAnswers.id })
    .from(cannedAnswers)
    .where(eq(cannedAnswers.title, title))
  return found !== undefined && found.id !== exceptId
}

type Canned = Pick<CannedRow, 'title' | 'words'>

/** Lets one change of the kept answers at a time through, so that no title is given twice. */
export const lockCanned = ({ tx }: AdminScope) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('canned answers', 0))`)

export async function insertCanned({ tx, now, actor }: AdminScope, canned: Canned): Promise<CannedRow> {
  const [made] = await tx
    .insert(cannedAnswers)
    .values({ ...canned, updatedAt: now, updatedBy: actor.name })
    .returning()
  return made!
}

/** Undefined when there is none such. */
export async function updateCanned(
  { tx, now, actor }: AdminScope,
  id: string,
  canned: Canned,
): Promise<CannedRow | undefined> {
  const [changed] = await tx
    .update(cannedAnswers)
    .set({ ...canned, updatedAt: now, updatedBy: actor.name })
    .where(eq(cannedAnswers.id, id))
    .returning()
  return changed
}

export async function deleteCanned({ tx }: AdminScope, id: string): Promise<boolean> {
  const deletedRows = await tx.delete(cannedAnswers).where(eq(cannedAnswers.id, id)).returning({
    id: cannedAnswers.id,
  })
  return deletedRows.length > 0
}
