import { and, asc, desc, eq } from 'drizzle-orm'
import { signRefusal, type CapacityStanding, type SignRefusal } from '../../../contract/capacity-rules.ts'
import type { ClinicScope, TenantScope } from '../../platform/database/transaction.ts'
import { appendEvent } from '../consents/index.ts'
import {
  assessedDetails,
  capacityHash,
  decidedDetails,
  type CapacityAssessment,
  type CapacityDecision,
  type CapacityRecords,
} from './capacity-record.ts'
import { capacityAssessments, capacityDecisions } from './capacity-schema.ts'

const ofConsent = (
  scope: TenantScope,
  table: typeof capacityAssessments | typeof capacityDecisions,
  consentId: string,
) => and(eq(table.clinicId, scope.clinicId), eq(table.consentId, consentId))

/** All that was found and decided about the patient of a consent, in order. */
export async function capacityOf(scope: TenantScope, consentId: string): Promise<CapacityRecords> {
  const assessments = await scope.tx
    .select()
    .from(capacityAssessments)
    .where(ofConsent(scope, capacityAssessments, consentId))
    .orderBy(asc(capacityAssessments.number))
  if (assessments.length === 0) return { assessments, decisions: [] }
  const decisions = await scope.tx
    .select()
    .from(capacityDecisions)
    .where(ofConsent(scope, capacityDecisions, consentId))
    .orderBy(asc(capacityDecisions.number))
  return { assessments, decisions }
}

/** What the newest assessment says, in as few columns as a patient's side may read; null where there is none. */
async function newestStanding(scope: TenantScope, consentId: string): Promise<CapacityStanding> {
  const { form, result } = capacityAssessments
  const [newest] = await scope.tx
    .select({ form, result })
    .from(capacityAssessments)
    .where(ofConsent(scope, capacityAssessments, consentId))
    .orderBy(desc(capacityAssessments.number))
    .limit(1)
  return newest ?? null
}

/** Why this person may not sign a locked consent, or agree to it by word of mouth; null when nothing was found against it. */
export const capacityRefusal = async (
  scope: TenantScope,
  consentId: string,
  signerRole: string,
): Promise<SignRefusal | null> => signRefusal(await newestStanding(scope, consentId), signerRole)

type NewRow<Row> = Omit<Row, 'clinicId' | 'id' | 'hash' | 'staffId' | 'byName' | 'recordedAt'>

const signedBy = ({ clinicId, staffId, actor, now }: ClinicScope) => ({
  ...{ clinicId, staffId },
  byName: actor.name,
  recordedAt: now,
})

/** Keeps an assessment of the patient of a locked consent, and says so in its chain. */
export async function insertAssessment(scope: ClinicScope, found: NewRow<CapacityAssessment>): Promise<void> {
  const row = { ...found, ...signedBy(scope) }
  const [made] = await scope.tx
    .insert(capacityAssessments)
    .values({ ...row, hash: capacityHash(row) })
    .returning()
  await appendEvent(scope, found.consentId, 'capacity.assessed', assessedDetails(made!))
}

/** Keeps what was decided for the patient of a locked consent, and says so in its chain. */
export async function insertDecision(
  scope: ClinicScope,
  decided: NewRow<CapacityDecision>,
): Promise<CapacityDecision> {
  const row = { ...decided, ...signedBy(scope) }
  const [made] = await scope.tx
    .insert(capacityDecisions)
    .values({ ...row, hash: capacityHash(row) })
    .returning()
  await appendEvent(scope, decided.consentId, 'capacity.decided', decidedDetails(made!))
  return made!
}
