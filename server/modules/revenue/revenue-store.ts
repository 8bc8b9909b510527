import { and, count, eq, inArray, isNotNull, lte, notInArray } from 'drizzle-orm'
import { activeSubscriptionStatuses } from '../../../contract/billing-states.ts'
import type { AdminScope } from '../../platform/database/transaction.ts'
import { billingAccounts, billingEvents } from '../billing/billing-schema.ts'
import { groupBilledPractices } from '../billing/billing-group-schema.ts'
import { groupAccountsWithStatus } from '../billing/index.ts'
import { clinics } from '../clinics/clinic-schema.ts'

/** Every event of payments up to now. */
export const listRevenueEvents = ({ tx, now }: AdminScope) =>
  tx.select().from(billingEvents).where(lte(billingEvents.happenedAt, now))

/** What is arranged of every subscription, of practices and of groups, as it was looked up last. */
export async function arrangedAccounts(scope: AdminScope) {
  const groups = await groupAccountsWithStatus(scope)
  // A group's bill follows what it chose at once: nothing of it waits for a day.
  const waiting = { plan: null, trialEndsAt: null, nextMonthlyPence: null, nextPlanAt: null }
  return [...(await practiceAccounts(scope)), ...groups.map((group) => ({ ...group, ...waiting }))]
}

const practiceAccounts = ({ tx }: AdminScope) =>
  tx
    .select({
      customerId: billingAccounts.customerId,
      subscriptionId: billingAccounts.subscriptionId,
      plan: billingAccounts.plan,
      status: billingAccounts.status,
      monthlyPence: billingAccounts.monthlyPence,
      trialEndsAt: billingAccounts.trialEndsAt,
      endsAt: billingAccounts.endsAt,
      nextMonthlyPence: billingAccounts.nextMonthlyPence,
      nextPlanAt: billingAccounts.nextPlanAt,
    })
    .from(billingAccounts)
    .where(isNotNull(billingAccounts.status))

/** How many active practices are on a plan that no card pays for, their own or their group's. */
export async function countByHand({ tx }: AdminScope): Promise<number> {
  const paying = tx
    .select({ clinicId: billingAccounts.clinicId })
    .from(billingAccounts)
    .where(inArray(billingAccounts.status, [...activeSubscriptionStatuses]))
  const paidByGroups = tx
    .select({ clinicId: groupBilledPractices.clinicId })
    .from(groupBilledPractices)
    .where(isNotNull(groupBilledPractices.paidSince))
  const [found] = await tx
    .select({ practices: count() })
    .from(clinics)
    .where(
      and(eq(clinics.status, 'active'), notInArray(clinics.id, paying), notInArray(clinics.id, paidByGroups)),
    )
  return found!.practices
}
