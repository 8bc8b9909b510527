import { and, asc, count, eq, gt, inArray, type SQL } from 'drizzle-orm'
import { activeStatuses, type TicketKind } from '../../../contract/ticket-states.ts'
import type { TicketPost } from '../../../contract/tickets.ts'
import type { TicketSort } from '../../../contract/tickets.ts'
import { orderOfSort } from '../../platform/database/list-order.ts'
import type { Slice } from '../../platform/database/list-slice.ts'
import type { AdminScope, ClinicScope, PlatformScope, Tx } from '../../platform/database/transaction.ts'
import { staff } from '../staff/staff-schema.ts'
import type { CheckedFile } from './ticket-file-content.ts'
import type { TicketState } from './ticket-rules.ts'
import { ticketFiles, ticketPosts, tickets } from './ticket-schema.ts'

export type TicketRow = typeof tickets.$inferSelect
export type PostRow = typeof ticketPosts.$inferSelect
export type FileRow = Omit<typeof ticketFiles.$inferSelect, 'waitingBytes'>
/** Those who run the platform, or work of theirs that nobody asks for. */
export type PlatformSide = AdminScope | PlatformScope
type TicketScope = ClinicScope | PlatformSide

/** Which ticket: an id alone is none, also for those who see every practice. */
export type TicketKey = { clinicId: string; id: string }

/** A ticket with who opened it. */
export type OpenedTicket = TicketRow & { openedBy: string; openedByEmail: string }

const isTicket = ({ clinicId, id }: TicketKey) => and(eq(tickets.clinicId, clinicId), eq(tickets.id, id))
const ofTicket = ({ clinicId, id }: TicketKey) =>
  and(eq(ticketPosts.clinicId, clinicId), eq(ticketPosts.ticketId, id))

/** What one person of a practice may see: an administrator all of it, others what they opened. */
const visibleTo = ({ clinicId, staffId, holder }: ClinicScope): SQL | undefined =>
  and(
    eq(tickets.clinicId, clinicId),
    holder.role === 'clinic_admin' ? undefined : eq(tickets.staffId, staffId),
  )

const openerColumns = { firstName: staff.firstName, lastName: staff.lastName, email: staff.email }
type Opener = { firstName: string; lastName: string; email: string }
const joinOpener = and(eq(staff.clinicId, tickets.clinicId), eq(staff.id, tickets.staffId))

/** A row of a ticket joined with its opener, as one. */
export const openedTicket = ({ ticket, opener }: { ticket: TicketRow; opener: Opener }): OpenedTicket => ({
  ...ticket,
  openedBy: `${opener.firstName} ${opener.lastName}`.trim(),
  openedByEmail: opener.email,
})

/** Tickets with who opened them. */
const selectTickets = (tx: Tx) =>
  tx.select({ ticket: tickets, opener: openerColumns }).from(tickets).innerJoin(staff, joinOpener)

const sortColumns = {
  updated: [tickets.updatedAt, tickets.id],
  number: [tickets.number],
  subject: [tickets.subject, tickets.id],
}

/** A page of the tickets that the caller may see, as sorted, and how many there are. */
export async function listOwnTickets(
  scope: ClinicScope,
  { view, sort }: { view: 'active' | 'done'; sort: TicketSort },
  { limit, offset }: Slice,
): Promise<{ rows: OpenedTicket[]; total: number }> {
  const statuses = view === 'active' ? activeStatuses : (['solved', 'closed'] as const)
  const statusCondition = and(visibleTo(scope), inArray(tickets.status, [...statuses]))
  const [counted] = await scope.tx.select({ total: count() }).from(tickets).where(statusCondition)
  const rows = await selectTickets(scope.tx)
    .where(statusCondition)
    .orderBy(...orderOfSort(sort, sortColumns))
    .limit(limit)
    .offset(offset)
  return { rows: rows.map(openedTicket), total: counted!.total }
}

/** A ticket that the caller may see. */
export async function findOwnTicket(scope: ClinicScope, id: string): Promise<OpenedTicket | undefined> {
  const [found] = await selectTickets(scope.tx).where(and(visibleTo(scope), eq(tickets.id, id)))
  return found && openedTicket(found)
}

/** The same, locked until the end of the transaction. */
export async function lockOwnTicket(scope: ClinicScope, id: string): Promise<OpenedTicket | undefined> {
  const [found] = await selectTickets(scope.tx)
    .where(and(visibleTo(scope), eq(tickets.id, id)))
    .for('update', { of: tickets })
  return found && openedTicket(found)
}

/** How many tickets a practice has opened since then. */
export async function countOpenedSince({ tx }: TicketScope, clinicId: string, since: Date): Promise<number> {
  const [counted] = await tx
    .select({ opened: count() })
    .from(tickets)
    .where(and(eq(tickets.clinicId, clinicId), gt(tickets.createdAt, since)))
  return counted!.opened
}

export type NewTicket = TicketState & {
  clinicId: string
  staffId: string
  subject: string
  kind: TicketKind
}

export async function insertTicket({ tx, now }: TicketScope, ticket: NewTicket): Promise<TicketRow> {
  const [made] = await tx
    .insert(tickets)
    .values({ ...ticket, updatedAt: now })
    .returning()
  return made!
}

/** What a practice may change of a ticket by writing to it. */
export async function saveTransition(scope: TicketScope, key: TicketKey, state: TicketState): Promise<void> {
  const { status, solutionDueAt, pausedAt, solvedAt, closedAt } = state
  const change = { status, solutionDueAt, pausedAt, solvedAt, closedAt, updatedAt: scope.now }
  await scope.tx.update(tickets).set(change).where(isTicket(key))
}

export type NewPost = Pick<TicketPost, 'author' | 'kind' | 'via' | 'name' | 'words'> & {
  isStranger?: boolean
  leftOut?: string[]
  /** Whether the other side is told of it by mail. */
  isTold: boolean
}

/** Adds to a thread, with its files, whose bytes wait for the file store; tells the other side. */
export async function addPost(
  scope: TicketScope,
  { clinicId, id: ticketId }: TicketKey,
  { isTold, ...post }: NewPost,
  files: readonly CheckedFile[] = [],
): Promise<PostRow> {
  const { tx, now } = scope
  const delivery = isTold ? 'queued' : 'none'
  const [made] = await tx
    .insert(ticketPosts)
    .values({ ...post, clinicId, ticketId, delivery, deliveryAt: now, createdAt: now })
    .returning()
  const postId = made!.id
  if (isTold) scope.enqueue('tickets.tell', { clinicId, ticketId, postId })
  for (const { bytes, ...file } of files) {
    const fileRow = { ...file, bytes: bytes.byteLength, waitingBytes: bytes, createdAt: now }
    const [added] = await tx
      .insert(ticketFiles)
      .values({ ...fileRow, clinicId, ticketId, postId })
      .returning({ id: ticketFiles.id })
    scope.enqueue('tickets.store-file', { clinicId, fileId: added!.id })
  }
  return made!
}

const { waitingBytes, ...fileColumns } = {
  clinicId: ticketFiles.clinicId,
  id: ticketFiles.id,
  ticketId: ticketFiles.ticketId,
  postId: ticketFiles.postId,
  name: ticketFiles.name,
  type: ticketFiles.type,
  bytes: ticketFiles.bytes,
  sha256: ticketFiles.sha256,
  createdAt: ticketFiles.createdAt,
  waitingBytes: ticketFiles.waitingBytes,
}

/** The thread of a ticket, oldest first, as far as the caller's role may read it, with what was attached. */
export async function findThread(
  { tx }: TicketScope,
  key: TicketKey,
): Promise<{ posts: PostRow[]; files: FileRow[] }> {
  const posts = await tx.select().from(ticketPosts).where(ofTicket(key)).orderBy(asc(ticketPosts.id))
  const files = await tx
    .select(fileColumns)
    .from(ticketFiles)
    .where(and(eq(ticketFiles.clinicId, key.clinicId), eq(ticketFiles.ticketId, key.id)))
    .orderBy(asc(ticketFiles.id))
  return { posts, files }
}

/** A file of a ticket, with its bytes where the file store does not have them yet. */
export async function findTicketFile({ tx }: TicketScope, key: TicketKey, fileId: string) {
  const isFile = and(
    eq(ticketFiles.clinicId, key.clinicId),
    eq(ticketFiles.ticketId, key.id),
    eq(ticketFiles.id, fileId),
  )
  const [found] = await tx
    .select({ ...fileColumns, waitingBytes })
    .from(ticketFiles)
    .where(isFile)
  return found
}
