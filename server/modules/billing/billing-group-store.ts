import { and, asc, eq, gte, isNotNull, isNull, lt, not, or, sql } from 'drizzle-orm'
import { activeSubscriptionStatuses, type SubscriptionStatus } from '../../../contract/billing-states.ts'
import type { ClinicStatus } from '../../../contract/clinic-states.ts'
import type { PlanName } from '../../../contract/plans.ts'
import { sqlList } from '../../platform/database/tenancy.ts'
import type {
  AdminScope,
  ClinicScope,
  GroupScope,
  PlatformScope,
} from '../../platform/database/transaction.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import type { PlanFacts } from '../clinics/index.ts'
import { billingEvents } from './billing-schema.ts'
import {
  groupBilledPractices as billed,
  groupBillingAccounts as accounts,
  groupBillingAttempts as attempts,
} from './billing-group-schema.ts'
import type { BilledRow } from './billing-group-rules.ts'
import { isLive } from './billing-rules.ts'
import type { AttemptResult } from './billing-store.ts'

export type GroupAccountRow = typeof accounts.$inferSelect
type GroupAttemptKind = (typeof attempts.$inferSelect)['kind']

/** How the group pays; undefined where it never did. */
export async function ownGroupAccount({ tx, groupId }: GroupScope): Promise<GroupAccountRow | undefined> {
  const [found] = await tx.select().from(accounts).where(eq(accounts.groupId, groupId))
  return found
}

/** What the group is called. */
export async function ownGroupName({ tx, groupId }: GroupScope): Promise<string> {
  const { rows } = await tx.execute<{ name: string }>(
    sql`select name from practice_groups where id = ${groupId}`,
  )
  return rows[0]!.name
}

/** Every practice of the group. */
export const groupPractices = ({ tx, groupId }: GroupScope) =>
  tx
    .select({ id: clinics.id, name: clinics.name })
    .from(clinics)
    .innerJoin(sql`practice_group_members m`, sql`m.clinic_id = ${clinics.id} and m.group_id = ${groupId}`)
    .orderBy(asc(sql`lower(${clinics.name})`), asc(clinics.id))

type GroupPlan = { facts: PlanFacts; paysByCard: boolean; status: ClinicStatus }

/** What is known of the plans of practices that agreed that the group pays, and whether their own card pays still. */
export async function groupPlans({ tx }: GroupScope): Promise<Map<string, GroupPlan>> {
  type Row = Pick<PlanFacts, 'plan' | 'graces'> & {
    clinicId: string
    trialEndsAt: string | null
    unpaidSince: string | null
    paysByCard: boolean
    status: ClinicStatus
  }
  const { rows } = await tx.execute<Row>(sql`
    select clinic_id as "clinicId", plan, trial_ends_at as "trialEndsAt", graces, unpaid_since as "unpaidSince",
      pays_by_card as "paysByCard", status from group_plans()`)
  const dateOf = (at: string | null) => (at ? new Date(at) : null)
  return new Map(
    rows.map(({ clinicId, plan, graces, trialEndsAt, unpaidSince, paysByCard, status }) => [
      clinicId,
      {
        facts: { plan, graces, trialEndsAt: dateOf(trialEndsAt), unpaidSince: dateOf(unpaidSince) },
        ...{ paysByCard, status },
      },
    ]),
  )
}

/** Which plans the group chose, for practices that agree still: the policies show it no others. */
export async function chosenPlans({ tx, groupId }: GroupScope): Promise<Map<string, PlanName>> {
  const rows = await tx
    .select({ clinicId: billed.clinicId, plan: billed.plan })
    .from(billed)
    .where(and(eq(billed.groupId, groupId), isNull(billed.endedAt)))
  return new Map(rows.map(({ clinicId, plan }) => [clinicId, plan]))
}

/** Chooses a plan for a practice that agreed. Only columns that a group may write are named: not what is paid. */
export async function choosePlan(
  { tx, now, actor, groupId }: GroupScope,
  { clinicId, plan, previewedAt }: { clinicId: string; plan: PlanName; previewedAt: Date | null },
): Promise<void> {
  await tx.execute(sql`
    insert into group_billed_practices (clinic_id, group_id, plan, set_by, set_at, previewed_at)
    values (${clinicId}, ${groupId}, ${plan}, ${actor.name}, ${now.toISOString()}::timestamptz,
      ${previewedAt?.toISOString() ?? null}::timestamptz)
    on conflict (clinic_id, group_id) do update set plan = excluded.plan, set_by = excluded.set_by,
      set_at = excluded.set_at, previewed_at = excluded.previewed_at, ended_at = null`)
}

/** The group pays for a practice no longer. */
export async function endChosenPlan(
  { tx, now, actor, groupId }: GroupScope,
  clinicId: string,
): Promise<void> {
  await tx
    .update(billed)
    .set({ endedAt: now, setBy: actor.name, setAt: now })
    .where(and(eq(billed.clinicId, clinicId), eq(billed.groupId, groupId), isNull(billed.endedAt)))
}

export type GroupPayment = { group: string; isPaying: boolean; endsAt: Date | null }

/** Which group pays for the scope's own practice, by the practice's agreement; null where it pays for itself. */
export async function ownGroupPayment({ tx, clinicId }: ClinicScope): Promise<GroupPayment | null> {
  const { rows } = await tx.execute<{ id: string; name: string }>(
    sql`select g.id, g.name from practice_group_members m join practice_groups g on g.id = m.group_id
      where m.clinic_id = ${clinicId} and m.billed_since is not null`,
  )
  const [group] = rows
  if (!group) return null
  const [account] = await tx
    .select({ status: accounts.status, endsAt: accounts.endsAt })
    .from(accounts)
    .where(eq(accounts.groupId, group.id))
  const [held] = await tx
    .select({ paidSince: billed.paidSince })
    .from(billed)
    .where(and(eq(billed.clinicId, clinicId), eq(billed.groupId, group.id), isNull(billed.endedAt)))
  const isPaying = isLive(account?.status ?? null) && held !== undefined && held.paidSince !== null
  return { group: group.name, isPaying, endsAt: isPaying ? account!.endsAt : null }
}

/** No group pays for the scope's own practice from now on; the bill of the one that did follows. */
export async function endGroupPayment(scope: ClinicScope): Promise<void> {
  const { tx, now, clinicId } = scope
  const ended = await tx
    .update(billed)
    .set({ endedAt: now })
    .where(and(eq(billed.clinicId, clinicId), isNull(billed.endedAt)))
    .returning({ groupId: billed.groupId })
  for (const { groupId } of ended) scope.enqueue(adjustQueue, { groupId })
}

/** The queue on which a group's bill is brought up to what the group chose, and what is paid for to its practices. */
export const adjustQueue = 'group-billing.adjust'

/** Whether a group's payments hold a practice's plan at the moment. */
export async function isPaidByGroup({ tx }: AdminScope | PlatformScope, clinicId: string): Promise<boolean> {
  const found = await tx
    .select({ groupId: billed.groupId })
    .from(billed)
    .where(and(eq(billed.clinicId, clinicId), isNull(billed.endedAt), isNotNull(billed.paidSince)))
  return found.length > 0
}

/** Groups on whose bill a practice is, or would be if it did not pay itself. */
export async function groupsBilling({ tx }: PlatformScope, clinicId: string): Promise<string[]> {
  const rows = await tx.select({ groupId: billed.groupId }).from(billed).where(eq(billed.clinicId, clinicId))
  return rows.map(({ groupId }) => groupId)
}

/** Every practice of a group's bill, or one of them. */
export async function billedRows(
  { tx }: PlatformScope,
  groupId: string,
  clinicId: string | null = null,
): Promise<BilledRow[]> {
  type Row = Omit<BilledRow, 'paidSince' | 'previewedAt'> & {
    paidSince: string | null
    previewedAt: string | null
  }
  const { rows } = await tx.execute<Row>(sql`
    select b.clinic_id as "clinicId", b.plan, b.paid_since as "paidSince", b.previewed_at as "previewedAt",
      b.ended_at is not null or m.clinic_id is null as "isEnded",
      a.clinic_id is not null or exists (select from ${billed} o where o.clinic_id = b.clinic_id
        and o.group_id <> b.group_id and o.paid_since is not null and o.ended_at is null) as "isPaidOtherwise"
    from ${billed} b
    left join practice_group_members m
      on m.clinic_id = b.clinic_id and m.group_id = b.group_id and m.billed_since is not null
    left join billing_accounts a
      on a.clinic_id = b.clinic_id and a.status in (${sqlList(activeSubscriptionStatuses)})
    where b.group_id = ${groupId} and (${clinicId}::uuid is null or b.clinic_id = ${clinicId})
    order by b.clinic_id`)
  const dateOf = (at: string | null) => (at ? new Date(at) : null)
  return rows.map(({ paidSince, previewedAt, ...row }) => ({
    ...row,
    paidSince: dateOf(paidSince),
    previewedAt: dateOf(previewedAt),
  }))
}

/** Notes since when a practice holds a plan by its group's payments; null once it does not. */
export async function setPaidSince(
  { tx }: PlatformScope,
  { clinicId, groupId }: { clinicId: string; groupId: string },
  paidSince: Date | null,
): Promise<void> {
  await tx
    .update(billed)
    .set({ paidSince })
    .where(and(eq(billed.clinicId, clinicId), eq(billed.groupId, groupId)))
}

/** Takes a practice off its group's bill, unless it was chosen again meanwhile. */
export async function deleteBilled(
  { tx }: PlatformScope,
  { clinicId, groupId }: { clinicId: string; groupId: string },
): Promise<void> {
  const isAgreed = sql`exists (select from practice_group_members m where m.clinic_id = ${billed.clinicId}
    and m.group_id = ${billed.groupId} and m.billed_since is not null)`
  await tx
    .delete(billed)
    .where(
      and(
        eq(billed.clinicId, clinicId),
        eq(billed.groupId, groupId),
        or(isNotNull(billed.endedAt), not(isAgreed)),
      ),
    )
}

/** Writes down what somebody of the group is about to ask of Stripe: its id. */
export async function insertGroupAttempt(
  { tx, groupId, now, actor }: GroupScope,
  kind: GroupAttemptKind,
): Promise<string> {
  const [made] = await tx
    .insert(attempts)
    .values({ groupId, kind, state: 'begun', byName: actor.name, createdAt: now })
    .returning({ id: attempts.id })
  return made!.id
}

/** Writes down what came of it. */
export async function finishGroupAttempt(
  { tx, now }: PlatformScope,
  id: string,
  { state, failure, sessionId }: AttemptResult,
): Promise<void> {
  await tx
    .update(attempts)
    .set({ state, failure: failure ?? null, sessionId: sessionId ?? null, finishedAt: now })
    .where(eq(attempts.id, id))
}

/** Pages of Stripe for paying that the group opened since a moment. */
export const groupCheckoutsSince = ({ tx, groupId }: GroupScope, since: Date) =>
  tx
    .select({ sessionId: attempts.sessionId })
    .from(attempts)
    .where(and(eq(attempts.groupId, groupId), eq(attempts.kind, 'checkout'), gte(attempts.createdAt, since)))

/** Attempts of which nobody knows what came: each group once. */
export async function failAbandonedGroupAttempts(
  { tx, now }: PlatformScope,
  before: Date,
): Promise<string[]> {
  const rows = await tx
    .update(attempts)
    .set({ state: 'failed', failure: 'unconfirmed', finishedAt: now })
    .where(and(eq(attempts.state, 'begun'), lt(attempts.createdAt, before)))
    .returning({ groupId: attempts.groupId })
  return [...new Set(rows.map(({ groupId }) => groupId))]
}

/** Keeps what Stripe calls a group; there already, it stays as it is. Answers the name that is kept. */
export async function saveGroupCustomerId(
  { tx, now }: PlatformScope,
  groupId: string,
  customerId: string,
): Promise<string> {
  await tx.insert(accounts).values({ groupId, customerId, createdAt: now }).onConflictDoNothing()
  const [kept] = await tx
    .select({ customerId: accounts.customerId })
    .from(accounts)
    .where(eq(accounts.groupId, groupId))
  return kept!.customerId
}

type GroupLook = { look: number } & Pick<GroupAccountRow, 'customerId' | 'parts'>

/** Draws the number of a look that is about to begin; undefined for a group that never paid. */
export async function nextGroupSyncNumber(
  { tx }: PlatformScope,
  groupId: string,
): Promise<GroupLook | undefined> {
  const [drawn] = await tx
    .update(accounts)
    .set({ looksBegun: sql`${accounts.looksBegun} + 1` })
    .where(eq(accounts.groupId, groupId))
    .returning({ look: accounts.looksBegun, customerId: accounts.customerId, parts: accounts.parts })
  return drawn
}

/** The account with its row locked, where no later look was applied already. */
export async function lockGroupForSync(
  { tx }: PlatformScope,
  groupId: string,
  look: number,
): Promise<GroupAccountRow | undefined> {
  const [found] = await tx
    .select()
    .from(accounts)
    .where(and(eq(accounts.groupId, groupId), lt(accounts.lookApplied, look)))
    .for('update')
  return found
}

export type GroupSyncedState = Pick<
  GroupAccountRow,
  | 'subscriptionId'
  | 'status'
  | 'parts'
  | 'monthlyPence'
  | 'periodEndsAt'
  | 'endsAt'
  | 'unpaidSince'
  | 'vatNumber'
>

/** Keeps what a look saw. */
export async function saveGroupSyncedState(
  { tx, now }: PlatformScope,
  groupId: string,
  { look, ...seen }: GroupSyncedState & { look: number },
): Promise<void> {
  await tx
    .update(accounts)
    .set({ ...seen, lookApplied: look, lookedAt: now })
    .where(eq(accounts.groupId, groupId))
}

/** Groups of events that wait, or that nobody looked at for long. */
export async function groupsToAdjust(
  { tx }: PlatformScope,
  { waitingSince, lookedBefore }: { waitingSince: Date; lookedBefore: Date },
): Promise<string[]> {
  const rows = await tx
    .select({ groupId: accounts.groupId })
    .from(accounts)
    .where(
      or(
        isNull(accounts.lookedAt),
        lt(accounts.lookedAt, lookedBefore),
        sql`exists (select from ${billingEvents} e where e.customer_id = ${accounts.customerId}
          and e.applied_at is null and e.received_at < ${waitingSince.toISOString()}::timestamptz)`,
      ),
    )
  return rows.map(({ groupId }) => groupId)
}

/** What is paid of every group, as it was looked up last. */
export const groupAccountsWithStatus = ({ tx }: AdminScope) =>
  tx
    .select({
      customerId: accounts.customerId,
      subscriptionId: accounts.subscriptionId,
      status: sql<SubscriptionStatus>`${accounts.status}`,
      parts: accounts.parts,
      monthlyPence: accounts.monthlyPence,
      endsAt: accounts.endsAt,
    })
    .from(accounts)
    .where(isNotNull(accounts.status))
