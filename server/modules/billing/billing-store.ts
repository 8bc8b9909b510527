import { and, count, eq, gte, lt, sql } from 'drizzle-orm'
import type { PlanName } from '../../../contract/plans.ts'
import type { AdminScope, ClinicScope, JobScope, PlatformScope } from '../../platform/database/transaction.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { consents } from '../consents/consent-schema.ts'
import { videos } from '../videos/video-schema.ts'
import { billingAccounts, billingAttempts } from './billing-schema.ts'
import { groupBillingAccounts } from './billing-group-schema.ts'

export type AccountRow = typeof billingAccounts.$inferSelect
export type AttemptKind = (typeof billingAttempts.$inferSelect)['kind']

/** How the scope's own practice pays by card; undefined where it never did. */
export async function ownAccount({ tx, clinicId }: ClinicScope | JobScope): Promise<AccountRow | undefined> {
  const [found] = await tx.select().from(billingAccounts).where(eq(billingAccounts.clinicId, clinicId))
  return found
}

/** The same of any practice. */
export async function accountOf({ tx }: AdminScope | PlatformScope, clinicId: string) {
  const [found] = await tx.select().from(billingAccounts).where(eq(billingAccounts.clinicId, clinicId))
  return found
}

/** How many consents the scope's own practice has sent since the month began on its own calendar. */
export async function countSentThisMonth({ tx, clinicId, now }: ClinicScope): Promise<number> {
  const at = sql`${now.toISOString()}::timestamptz`
  const began = sql`(select date_trunc('month', ${at} at time zone ${clinics.timeZone}) at time zone ${clinics.timeZone}
    from ${clinics} where ${clinics.id} = ${clinicId})`
  const [found] = await tx
    .select({ sent: count() })
    .from(consents)
    // What was sent has changed since; by that, the index finds the few of this month.
    .where(
      and(
        eq(consents.clinicId, clinicId),
        sql`${consents.updatedAt} >= ${began}`,
        sql`${consents.sentAt} >= ${began}`,
      ),
    )
  return found!.sent
}

/** Bytes of videos that the scope's own practice keeps. */
export async function videoBytesOf({ tx, clinicId }: ClinicScope): Promise<number> {
  const all = sql<string>`coalesce(sum(${videos.bytes}::bigint + coalesce(${videos.playableBytes}, 0)), 0)`
  const [found] = await tx.select({ bytes: all }).from(videos).where(eq(videos.ownerClinicId, clinicId))
  return Number(found!.bytes)
}

/** Writes down what somebody is about to ask of Stripe; answers its id, which names that one attempt there too. */
export async function insertBillingAttempt(
  { tx, clinicId, now, actor }: ClinicScope,
  kind: AttemptKind,
  plan: PlanName | null = null,
): Promise<string> {
  const [made] = await tx
    .insert(billingAttempts)
    .values({ clinicId, kind, plan, state: 'begun', byName: actor.name, createdAt: now })
    .returning({ id: billingAttempts.id })
  return made!.id
}

export type AttemptResult = { state: 'done' | 'failed'; failure?: string; sessionId?: string }

/** Writes down what came of it. */
export async function finishAttempt(
  { tx, clinicId, now }: JobScope,
  id: string,
  { state, failure, sessionId }: AttemptResult,
): Promise<void> {
  await tx
    .update(billingAttempts)
    .set({ state, failure: failure ?? null, sessionId: sessionId ?? null, finishedAt: now })
    .where(and(eq(billingAttempts.clinicId, clinicId), eq(billingAttempts.id, id)))
}

/** Pages of Stripe for paying that were opened for the scope's practice since a moment. */
export const checkoutsSince = ({ tx, clinicId }: ClinicScope, since: Date) =>
  tx
    .select({ sessionId: billingAttempts.sessionId })
    .from(billingAttempts)
    .where(
      and(
        eq(billingAttempts.clinicId, clinicId),
        eq(billingAttempts.kind, 'checkout'),
        gte(billingAttempts.createdAt, since),
      ),
    )

/** Attempts of which nobody knows what came, because the program ended meanwhile: each practice once. */
export async function failAbandonedAttempts({ tx, now }: PlatformScope, before: Date): Promise<string[]> {
  const rows = await tx
    .update(billingAttempts)
    .set({ state: 'failed', failure: 'unconfirmed', finishedAt: now })
    .where(and(eq(billingAttempts.state, 'begun'), lt(billingAttempts.createdAt, before)))
    .returning({ clinicId: billingAttempts.clinicId })
  return [...new Set(rows.map(({ clinicId }) => clinicId))]
}

/** Keeps what Stripe calls a practice; there already, it stays as it is. Answers the name that is kept. */
export async function saveCustomerId(
  { tx, now }: PlatformScope,
  clinicId: string,
  customerId: string,
): Promise<string> {
  await tx.insert(billingAccounts).values({ clinicId, customerId, createdAt: now }).onConflictDoNothing()
  const [kept] = await tx
    .select({ customerId: billingAccounts.customerId })
    .from(billingAccounts)
    .where(eq(billingAccounts.clinicId, clinicId))
  return kept!.customerId
}

/** Who is a customer of Stripe's: a practice, or a group for those of its practices that agreed. */
export type BillingOwner = { clinicId: string } | { groupId: string }

/** Whom Stripe calls so; undefined for a customer of somebody else. */
export async function ownerOfCustomer(
  { tx }: PlatformScope,
  customerId: string,
): Promise<BillingOwner | undefined> {
  const [practice] = await tx
    .select({ clinicId: billingAccounts.clinicId })
    .from(billingAccounts)
    .where(eq(billingAccounts.customerId, customerId))
  if (practice) return practice
  const [group] = await tx
    .select({ groupId: groupBillingAccounts.groupId })
    .from(groupBillingAccounts)
    .where(eq(groupBillingAccounts.customerId, customerId))
  return group
}

/** Draws the number of a look that is about to begin. */
export async function nextSyncNumber(
  { tx }: PlatformScope,
  clinicId: string,
): Promise<{ look: number; customerId: string } | undefined> {
  const [drawn] = await tx
    .update(billingAccounts)
    .set({ looksBegun: sql`${billingAccounts.looksBegun} + 1` })
    .where(eq(billingAccounts.clinicId, clinicId))
    .returning({ look: billingAccounts.looksBegun, customerId: billingAccounts.customerId })
  return drawn
}

/** The account with its row locked, where no later look was applied already. */
export async function lockForSync(
  { tx }: PlatformScope,
  clinicId: string,
  look: number,
): Promise<AccountRow | undefined> {
  const [found] = await tx
    .select()
    .from(billingAccounts)
    .where(and(eq(billingAccounts.clinicId, clinicId), lt(billingAccounts.lookApplied, look)))
    .for('update')
  return found
}

export type SyncedState = Pick<
  AccountRow,
  | 'subscriptionId'
  | 'status'
  | 'plan'
  | 'monthlyPence'
  | 'periodEndsAt'
  | 'trialEndsAt'
  | 'endsAt'
  | 'nextPlan'
  | 'nextMonthlyPence'
  | 'nextPlanAt'
  | 'vatNumber'
>

/** Keeps what a look saw. */
export async function saveSyncedState(
  { tx, now }: PlatformScope,
  clinicId: string,
  { look, ...seen }: SyncedState & { look: number },
): Promise<void> {
  await tx
    .update(billingAccounts)
    .set({ ...seen, lookApplied: look, lookedAt: now })
    .where(eq(billingAccounts.clinicId, clinicId))
}
