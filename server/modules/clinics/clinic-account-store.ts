import { eq, sql } from 'drizzle-orm'
import type { AdminScope } from '../../platform/database/transaction.ts'
import { clinics } from './clinic-schema.ts'
import { newPracticeSecondFactor } from './clinic-second-factor.ts'
import type { ClinicRecord } from './clinic-store.ts'

export type ClinicFacts = Pick<ClinicRecord, 'name' | 'address' | 'phone' | 'email' | 'nation' | 'timeZone'>
type ClinicTerms = Pick<ClinicRecord, 'plan' | 'trialEndsAt'>
type ClinicGraces = Pick<ClinicRecord, 'graces' | 'unpaidSince'>

/** Adds a practice; answers its id. */
export async function insertClinic(scope: AdminScope, clinic: ClinicFacts & ClinicTerms): Promise<string> {
  const [made] = await scope.tx
    .insert(clinics)
    .values({ ...clinic, ...newPracticeSecondFactor(scope.now), createdAt: scope.now, updatedAt: scope.now })
    .returning({ id: clinics.id })
  return made!.id
}

/** A practice with its row locked until the transaction ends: whoever changes its account starts here. */
export async function lockClinic(scope: AdminScope, clinicId: string): Promise<ClinicRecord | undefined> {
  const [found] = await scope.tx.select().from(clinics).where(eq(clinics.id, clinicId)).for('update')
  return found
}

type AccountChange = Partial<
  ClinicFacts & ClinicTerms & ClinicGraces & Pick<ClinicRecord, 'status' | 'closedAt'>
>

/** Changes a practice's account, and raises the version that its own people save from. */
export async function saveAccount(
  scope: AdminScope,
  clinicId: string,
  change: AccountChange,
): Promise<ClinicRecord> {
  const [saved] = await scope.tx
    .update(clinics)
    .set({ ...change, settingsVersion: sql`${clinics.settingsVersion} + 1`, updatedAt: scope.now })
    .where(eq(clinics.id, clinicId))
    .returning()
  return saved!
}
