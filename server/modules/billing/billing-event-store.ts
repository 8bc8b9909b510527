import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { AdminScope, PlatformScope } from '../../platform/database/transaction.ts'
import { billingAccounts, billingEvents, type EventFacts } from './billing-schema.ts'

type EventRow = typeof billingEvents.$inferSelect

type NewEvent = {
  eventId: string
  type: string
  happenedAt: Date
  isFetched: boolean
  customerId: string
  facts: EventFacts
}

/** Keeps an event; false where it was kept already. */
export async function insertBillingEvent({ tx, now }: PlatformScope, event: NewEvent): Promise<boolean> {
  const inserted = await tx
    .insert(billingEvents)
    .values({ ...event, receivedAt: now })
    .onConflictDoNothing()
    .returning({ eventId: billingEvents.eventId })
  return inserted.length > 0
}

/** Everything that was told of a practice. */
export const billingEventsOf = ({ tx }: PlatformScope, customerId: string): Promise<EventRow[]> =>
  tx.select().from(billingEvents).where(eq(billingEvents.customerId, customerId))

/** Says of events that what they told was applied. */
export async function markApplied({ tx, now }: PlatformScope, eventIds: readonly string[]): Promise<void> {
  if (eventIds.length === 0) return
  await tx
    .update(billingEvents)
    .set({ appliedAt: now })
    .where(and(inArray(billingEvents.eventId, [...eventIds]), isNull(billingEvents.appliedAt)))
}

/** Practices of events that wait, or that nobody looked at for long. */
export async function clinicsToSync(
  { tx }: PlatformScope,
  { waitingSince, lookedBefore }: { waitingSince: Date; lookedBefore: Date },
): Promise<string[]> {
  const waiting = tx
    .select({ customerId: billingEvents.customerId })
    .from(billingEvents)
    .where(and(isNull(billingEvents.appliedAt), lt(billingEvents.receivedAt, waitingSince)))
  const rows = await tx
    .select({ clinicId: billingAccounts.clinicId })
    .from(billingAccounts)
    .where(
      or(
        inArray(billingAccounts.customerId, waiting),
        isNull(billingAccounts.lookedAt),
        lt(billingAccounts.lookedAt, lookedBefore),
      ),
    )
    .orderBy(asc(billingAccounts.lookedAt))
  return rows.map(({ clinicId }) => clinicId)
}

/** When the newest event happened; null where none was ever told. */
export async function newestEventAt({ tx }: PlatformScope | AdminScope): Promise<Date | null> {
  const newest = sql<Date | null>`max(${billingEvents.happenedAt})`.mapWith(billingEvents.happenedAt)
  const [found] = await tx.select({ at: newest }).from(billingEvents)
  return found!.at
}
