import { and, asc, count, eq, inArray, lte, max } from 'drizzle-orm'
import type { ReminderPolicy } from '../../../contract/reminders.ts'
import type { ClinicScope, JobScope, StaffScope, SweepScope } from '../../platform/database/transaction.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { consents } from '../consents/consent-schema.ts'
import { defaultReminderPolicy, type Step } from './reminder-rules.ts'
import { reminderPlans, reminderPolicies, reminders } from './reminder-schema.ts'

export type PlanRow = typeof reminderPlans.$inferSelect
export type ReminderRow = typeof reminders.$inferSelect

/** How the practice reminds. */
export async function policyOf(scope: StaffScope): Promise<ReminderPolicy> {
  const [found] = await scope.tx
    .select({ policy: reminderPolicies.policy })
    .from(reminderPolicies)
    .where(eq(reminderPolicies.clinicId, scope.clinicId))
  // Who decided before there were reminders of appointments has not asked for any.
  return found
    ? { ...found.policy, daysBeforeAppointment: found.policy.daysBeforeAppointment ?? null }
    : defaultReminderPolicy
}

/** Keeps how the practice reminds from now on. */
export async function savePolicy(scope: ClinicScope, policy: ReminderPolicy): Promise<void> {
  const { clinicId, now: updatedAt } = scope
  await scope.tx
    .insert(reminderPolicies)
    .values({ clinicId, policy, updatedAt })
    .onConflictDoUpdate({ target: [reminderPolicies.clinicId], set: { policy, updatedAt } })
}

const planOf = (scope: StaffScope, consentId: string) =>
  and(eq(reminderPlans.clinicId, scope.clinicId), eq(reminderPlans.consentId, consentId))

/** The plan of a consent with its row locked until the transaction ends; made where there is none yet. */
export async function lockPlan(scope: StaffScope, consentId: string): Promise<PlanRow> {
  await scope.tx.insert(reminderPlans).values({ clinicId: scope.clinicId, consentId }).onConflictDoNothing()
  const [found] = await scope.tx.select().from(reminderPlans).where(planOf(scope, consentId)).for('update')
  return found!
}

/** Changes what is to come for a consent whose plan is locked. */
export async function setPlan(
  scope: StaffScope,
  consentId: string,
  change: Partial<Pick<PlanRow, 'nextAt' | 'nextStep' | 'climbAt' | 'climbMessageId'>>,
): Promise<void> {
  await scope.tx.update(reminderPlans).set(change).where(planOf(scope, consentId))
}

/** The columns of a plan that say which reminder comes next. */
export const comingStep = (next: Step | null): Pick<PlanRow, 'nextAt' | 'nextStep'> => ({
  nextAt: next?.at ?? null,
  nextStep: next?.step ?? null,
})

/** Consents of the clinic that wait for an answer and have a plan. */
export async function plannedConsents(scope: JobScope): Promise<string[]> {
  const rows = await scope.tx
    .select({ consentId: reminderPlans.consentId })
    .from(reminderPlans)
    .innerJoin(
      consents,
      and(eq(consents.clinicId, reminderPlans.clinicId), eq(consents.id, reminderPlans.consentId)),
    )
    .where(and(eq(reminderPlans.clinicId, scope.clinicId), inArray(consents.status, ['sent', 'viewed'])))
    .orderBy(asc(reminderPlans.id))
  return rows.map(({ consentId }) => consentId)
}

/** The reminders of a consent that went out, oldest first. */
export const remindersOf = (scope: StaffScope, consentId: string): Promise<ReminderRow[]> =>
  scope.tx
    .select()
    .from(reminders)
    .where(and(eq(reminders.clinicId, scope.clinicId), eq(reminders.consentId, consentId)))
    .orderBy(asc(reminders.at), asc(reminders.id))

/** Keeps that a reminder went out. */
export async function insertReminder(
  scope: StaffScope,
  reminder: Pick<ReminderRow, 'consentId' | 'step' | 'messageId'>,
): Promise<void> {
  await scope.tx.insert(reminders).values({ ...reminder, clinicId: scope.clinicId, at: scope.now })
}

/** When patients were reminded of these consents, and will be; consents that wait no more have nothing to come. */
export async function remindersFor(scope: ClinicScope, consentIds: string[]) {
  const own = inArray(consents.id, consentIds)
  return scope.tx
    .select({
      consentId: consents.id,
      status: consents.status,
      nextAt: reminderPlans.nextAt,
      nextStep: reminderPlans.nextStep,
      sent: count(reminders.id),
      lastAt: max(reminders.at),
    })
    .from(consents)
    .leftJoin(
      reminderPlans,
      and(eq(reminderPlans.clinicId, consents.clinicId), eq(reminderPlans.consentId, consents.id)),
    )
    .leftJoin(reminders, and(eq(reminders.clinicId, consents.clinicId), eq(reminders.consentId, consents.id)))
    .where(and(eq(consents.clinicId, scope.clinicId), own))
    .groupBy(consents.id, consents.status, reminderPlans.nextAt, reminderPlans.nextStep)
}

const ofActive = eq(clinics.status, 'active')

/** Plans of active clinics whose reminder is due, longest due first. */
export const duePlans = (scope: SweepScope, limit: number) =>
  scope.tx
    .select({ clinicId: reminderPlans.clinicId, consentId: reminderPlans.consentId })
    .from(reminderPlans)
    .innerJoin(clinics, and(eq(clinics.id, reminderPlans.clinicId), ofActive))
    .where(lte(reminderPlans.nextAt, scope.now))
    .orderBy(asc(reminderPlans.nextAt))
    .limit(limit)

/** Messages that did not arrive, and whose successor may go out now. */
export const findDueEscalations = (scope: SweepScope, limit: number) =>
  scope.tx
    .select({ clinicId: reminderPlans.clinicId, messageId: reminderPlans.climbMessageId })
    .from(reminderPlans)
    .innerJoin(clinics, and(eq(clinics.id, reminderPlans.clinicId), ofActive))
    .where(lte(reminderPlans.climbAt, scope.now))
    .orderBy(asc(reminderPlans.climbAt))
    .limit(limit)
