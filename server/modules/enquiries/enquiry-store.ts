import { and, count, desc, eq, gt, isNotNull, isNull, lt, type SQL } from 'drizzle-orm'
import type { AdminScope, PlatformScope } from '../../platform/database/transaction.ts'
import type { Slice } from '../../platform/database/list-slice.ts'
import type { NewEnquiry } from './enquiry-rules.ts'
import { enquiries } from './enquiry-schema.ts'

export type EnquiryRecord = typeof enquiries.$inferSelect
export type Delivery = 'queued' | 'sending' | 'sent' | 'failed' | 'unconfirmed'

/** Keeps an enquiry; false when it is kept already. */
export async function insertEnquiry(scope: PlatformScope, enquiry: NewEnquiry): Promise<boolean> {
  const times = { receivedAt: scope.now, deliveryAt: scope.now }
  const kept = await scope.tx
    .insert(enquiries)
    .values({ ...enquiry, ...times })
    .onConflictDoNothing()
    .returning({ id: enquiries.id })
  return kept.length > 0
}

/** How many were received since then. */
export async function countReceivedSince({ tx }: PlatformScope, since: Date): Promise<number> {
  const [counted] = await tx
    .select({ received: count() })
    .from(enquiries)
    .where(gt(enquiries.receivedAt, since))
  return counted!.received
}

/** Marks a queued enquiry as being told of and answers it; undefined when another run has it. */
export async function claimEnquiry(scope: PlatformScope, id: string): Promise<EnquiryRecord | undefined> {
  const [taken] = await scope.tx
    .update(enquiries)
    .set({ delivery: 'sending', deliveryAt: scope.now })
    .where(and(eq(enquiries.id, id), eq(enquiries.delivery, 'queued')))
    .returning()
  return taken
}

/** Writes down what became of its mail. */
export async function setDeliveryStatus(scope: PlatformScope, id: string, delivery: Delivery): Promise<void> {
  await scope.tx.update(enquiries).set({ delivery, deliveryAt: scope.now }).where(eq(enquiries.id, id))
}

/** Gives up on mails whose sending was interrupted before then: they may have arrived, so nobody sends them again. */
export async function failInterruptedMails(scope: PlatformScope, before: Date): Promise<void> {
  await scope.tx
    .update(enquiries)
    .set({ delivery: 'unconfirmed', deliveryAt: scope.now })
    .where(and(eq(enquiries.delivery, 'sending'), lt(enquiries.deliveryAt, before)))
}

/** Deletes what was received before then; answers how many. */
export async function deleteExpiredEnquiries(scope: PlatformScope, before: Date): Promise<number> {
  const gone = await scope.tx
    .delete(enquiries)
    .where(lt(enquiries.receivedAt, before))
    .returning({ id: enquiries.id })
  return gone.length
}

const statusFilters: Record<'open' | 'answered', SQL> = {
  open: isNull(enquiries.answeredAt),
  answered: isNotNull(enquiries.answeredAt),
}

/** A page of those that are open or answered, newest first, and how many there are. */
export async function listEnquiries(
  { tx }: AdminScope,
  view: keyof typeof statusFilters,
  { limit, offset }: Slice,
): Promise<{ rows: EnquiryRecord[]; total: number }> {
  const newest = [desc(enquiries.receivedAt), desc(enquiries.id)]
  const [counted] = await tx.select({ total: count() }).from(enquiries).where(statusFilters[view])
  const rows = await tx
    .select()
    .from(enquiries)
    .where(statusFilters[view])
    .orderBy(...newest)
    .limit(limit)
    .offset(offset)
  return { rows, total: counted!.total }
}

/** Says that it was answered or that it is open; undefined when there is none such. */
export async function setEnquiryAnswered(
  scope: AdminScope,
  id: string,
  isAnswered: boolean,
): Promise<EnquiryRecord | undefined> {
  const [marked] = await scope.tx
    .update(enquiries)
    .set({ answeredAt: isAnswered ? scope.now : null, answeredBy: isAnswered ? scope.actor.name : null })
    .where(eq(enquiries.id, id))
    .returning()
  return marked
}

/** Deletes one; false when there is none such. */
export async function deleteEnquiry({ tx }: AdminScope, id: string): Promise<boolean> {
  const gone = await tx.delete(enquiries).where(eq(enquiries.id, id)).returning({ id: enquiries.id })
  return gone.length > 0
}

/** How many wait for an answer. */
export async function countOpenEnquiries({ tx }: AdminScope): Promise<number> {
  return (await tx.select({ open: count() }).from(enquiries).where(statusFilters.open))[0]!.open
}
