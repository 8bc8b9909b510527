import { eq } from 'drizzle-orm'
import type { Plan, PlanName } from '../../../contract/plans.ts'
import type {
  AdminScope,
  ClinicScope,
  JobScope,
  PlatformScope,
  ProgramScope,
} from '../../platform/database/transaction.ts'
import { entitlementsOf, type PlanFacts } from './clinic-plan-rules.ts'
import { clinics } from './clinic-schema.ts'

const planColumns = {
  plan: clinics.plan,
  trialEndsAt: clinics.trialEndsAt,
  graces: clinics.graces,
  unpaidSince: clinics.unpaidSince,
}

/** What is known of the plan of the scope's own practice. */
export async function planFactsOf({
  tx,
  clinicId,
}: ClinicScope | JobScope | ProgramScope): Promise<PlanFacts> {
  const [found] = await tx.select(planColumns).from(clinics).where(eq(clinics.id, clinicId))
  return found!
}

/** What the plan of the scope's own practice lets it do now. */
export const entitlements = async (scope: ClinicScope | JobScope | ProgramScope): Promise<Plan> =>
  entitlementsOf(await planFactsOf(scope), scope.now)

/** The same of any practice, with its row locked: whoever changes what it holds starts here. */
export async function lockPlanFacts(
  { tx }: PlatformScope | AdminScope,
  clinicId: string,
): Promise<PlanFacts | undefined> {
  const [found] = await tx.select(planColumns).from(clinics).where(eq(clinics.id, clinicId)).for('update')
  return found
}

/** Puts a practice on what its payments say. Nothing that it has is taken away. */
export async function applyPaidPlan(
  { tx, now }: PlatformScope,
  clinicId: string,
  facts: PlanFacts & { plan: PlanName },
): Promise<void> {
  await tx
    .update(clinics)
    .set({ ...facts, graces: [...facts.graces], updatedAt: now })
    .where(eq(clinics.id, clinicId))
}
