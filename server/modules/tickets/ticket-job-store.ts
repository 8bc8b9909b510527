import { and, asc, eq, inArray, lt, or, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import type { TicketPost } from '../../../contract/tickets.ts'
import { isSpread } from '../../platform/database/spread-connection.ts'
import type { PlatformScope } from '../../platform/database/transaction.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { staff } from '../staff/staff-schema.ts'
import { ticketFiles, ticketMails, ticketPosts, tickets } from './ticket-schema.ts'
import type { PostRow } from './ticket-store.ts'

type Delivery = TicketPost['delivery']
type PostKey = { clinicId: string; postId: string }

const isPost = ({ clinicId, postId }: PostKey) =>
  and(eq(ticketPosts.clinicId, clinicId), eq(ticketPosts.id, postId))

/** Marks a queued entry as being told of and answers it; undefined when another run has it. */
export async function claimPost(scope: PlatformScope, key: PostKey): Promise<PostRow | undefined> {
  const [taken] = await scope.tx
    .update(ticketPosts)
    .set({ delivery: 'sending', deliveryAt: scope.now })
    .where(and(isPost(key), eq(ticketPosts.delivery, 'queued')))
    .returning()
  return taken
}

/** Writes down what became of its mail. */
export async function setPostDelivery(scope: PlatformScope, key: PostKey, delivery: Delivery): Promise<void> {
  await scope.tx.update(ticketPosts).set({ delivery, deliveryAt: scope.now }).where(isPost(key))
}

/** Gives up on mails whose sending was interrupted before then: they may have arrived, so nobody sends them again. */
export async function failInterruptedMails(scope: PlatformScope, before: Date): Promise<void> {
  await scope.tx
    .update(ticketPosts)
    .set({ delivery: 'unconfirmed', deliveryAt: scope.now })
    .where(and(eq(ticketPosts.delivery, 'sending'), lt(ticketPosts.deliveryAt, before)))
}

/** Where mail about a ticket reaches who opened it; null once they have left, or the practice is not active. */
export async function findTicketAuthorEmail(
  { tx }: PlatformScope,
  { clinicId, staffId }: { clinicId: string; staffId: string },
): Promise<string | null> {
  const [found] = await tx
    .select({ email: staff.email })
    .from(staff)
    .innerJoin(clinics, eq(clinics.id, staff.clinicId))
    .where(
      and(
        eq(staff.clinicId, clinicId),
        eq(staff.id, staffId),
        eq(staff.status, 'active'),
        eq(clinics.status, 'active'),
      ),
    )
  return found?.email ?? null
}

type FileKey = { clinicId: string; fileId: string }
const isFile = ({ clinicId, fileId }: FileKey) =>
  and(eq(ticketFiles.clinicId, clinicId), eq(ticketFiles.id, fileId))

/** The bytes that wait for the file store; undefined where there are none any more. */
export async function findPendingFile({ tx }: PlatformScope, key: FileKey) {
  const { sha256, waitingBytes } = ticketFiles
  const [found] = await tx.select({ sha256, waitingBytes }).from(ticketFiles).where(isFile(key))
  return found?.waitingBytes ? { sha256: found.sha256, bytes: found.waitingBytes } : undefined
}

/** The file store has the bytes now. */
export async function clearPendingBytes({ tx }: PlatformScope, key: FileKey): Promise<void> {
  await tx.update(ticketFiles).set({ waitingBytes: null }).where(isFile(key))
}

/** Whether the file is still there. */
export async function fileExists({ tx }: PlatformScope, key: FileKey): Promise<boolean> {
  const [found] = await tx.select({ id: ticketFiles.id }).from(ticketFiles).where(isFile(key))
  return found !== undefined
}

/** Locks some tickets, those that nobody else has locked. Where tables are spread, each is locked where its practice is. */
async function lockSome(
  { tx }: PlatformScope,
  { which, by, most }: { which: SQL | undefined; by: AnyColumn; most: number },
) {
  const some = () => tx.select().from(tickets).where(which).orderBy(asc(by)).limit(most)
  if (!isSpread(tx)) return some().for('update', { skipLocked: true })
  const locked: (typeof tickets.$inferSelect)[] = []
  for (const { clinicId, id } of await some()) {
    const isTicket = and(eq(tickets.clinicId, clinicId), eq(tickets.id, id), which)
    locked.push(...(await tx.select().from(tickets).where(isTicket).for('update', { skipLocked: true })))
  }
  return locked
}

/** Some tickets that were solved before then and are still so. */
export const findSolvedBefore = (scope: PlatformScope, before: Date, most: number) =>
  lockSome(scope, {
    which: and(eq(tickets.status, 'solved'), lt(tickets.solvedAt, before)),
    by: tickets.solvedAt,
    most,
  })

/** Deletes some tickets that were closed before then; answers the files that go with them, and how many tickets. */
export async function deleteClosedBefore(scope: PlatformScope, before: Date, most: number) {
  const { tx } = scope
  const due = await lockSome(scope, {
    which: and(eq(tickets.status, 'closed'), lt(tickets.closedAt, before)),
    by: tickets.closedAt,
    most,
  })
  if (due.length === 0) return { files: [], deleted: 0 }
  const { clinicId, id: fileId, sha256 } = ticketFiles
  const files = await tx
    .select({ clinicId, fileId, sha256 })
    .from(ticketFiles)
    .where(
      or(...due.map((key) => and(eq(ticketFiles.clinicId, key.clinicId), eq(ticketFiles.ticketId, key.id)))),
    )
  await tx.delete(tickets).where(
    inArray(
      tickets.id,
      due.map(({ id }) => id),
    ),
  )
  return { files, deleted: due.length }
}

/** Whether this mail has not been taken before; from now on it has. */
export async function recordMailOnce({ tx, now }: PlatformScope, hash: string): Promise<boolean> {
  const heard = await tx
    .insert(ticketMails)
    .values({ hash, heardAt: now })
    .onConflictDoNothing()
    .returning({ hash: ticketMails.hash })
  return heard.length > 0
}

/** Forgets which mails were taken before then. */
export async function deleteMailHashes({ tx }: PlatformScope, before: Date): Promise<void> {
  await tx.delete(ticketMails).where(lt(ticketMails.heardAt, before))
}

/** Active people of active practices with this address, who have an account; of the oldest practice first. */
export const findStaffByEmail = ({ tx }: PlatformScope, email: string) =>
  tx
    .select({
      clinicId: staff.clinicId,
      staffId: staff.id,
      role: staff.role,
      firstName: staff.firstName,
      lastName: staff.lastName,
    })
    .from(staff)
    .innerJoin(clinics, eq(clinics.id, staff.clinicId))
    .where(
      and(
        eq(staff.email, email),
        eq(staff.status, 'active'),
        eq(staff.registered, true),
        eq(clinics.status, 'active'),
      ),
    )
    .orderBy(asc(clinics.createdAt), asc(staff.id))

/** The id of the ticket of this number. */
export async function findTicketByNumber({ tx }: PlatformScope, number: number): Promise<string | undefined> {
  const [found] = await tx.select({ id: tickets.id }).from(tickets).where(eq(tickets.number, number))
  return found?.id
}

/** How many mails a ticket took since then. */
export async function countMailsSince(
  { tx }: PlatformScope,
  { clinicId, id }: { clinicId: string; id: string },
  since: Date,
): Promise<number> {
  const { rows } = await tx.execute<{ mails: number }>(sql`
    select count(*)::int as mails from ${ticketPosts}
    where clinic_id = ${clinicId} and ticket_id = ${id} and via = 'email' and created_at > ${since}`)
  return rows[0]!.mails
}
