import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { ClinicScope, StaffScope } from '../../platform/database/transaction.ts'
import { sql } from 'drizzle-orm'
import { policyReadings, policyVersions } from './policy-schema.ts'

export type PolicyVersion = typeof policyVersions.$inferSelect
export type PolicyReading = typeof policyReadings.$inferSelect

const own = (scope: StaffScope) => eq(policyVersions.clinicId, scope.clinicId)

/** Lets one adoption at a time through, so that two do not follow the same version. */
export const lockPolicies = (scope: ClinicScope) =>
  scope.tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`policies of ${scope.clinicId}`}, 0))`)

/** All versions of all policies, those of one together, its newest first. */
export const policyVersionsOf = (scope: StaffScope): Promise<PolicyVersion[]> =>
  scope.tx
    .select()
    .from(policyVersions)
    .where(own(scope))
    .orderBy(asc(policyVersions.policy), desc(policyVersions.number))

/** Who has read these versions. */
export async function readingsOf(scope: StaffScope, versionIds: readonly string[]): Promise<PolicyReading[]> {
  if (versionIds.length === 0) return []
  return scope.tx
    .select()
    .from(policyReadings)
    .where(
      and(eq(policyReadings.clinicId, scope.clinicId), inArray(policyReadings.versionId, [...versionIds])),
    )
    .orderBy(asc(policyReadings.at))
}

export async function insertPolicyVersion(
  scope: ClinicScope,
  version: Pick<PolicyVersion, 'policy' | 'number' | 'title' | 'text' | 'reviewOn' | 'groupVersionId'>,
): Promise<PolicyVersion> {
  const { clinicId, staffId, actor, now: at } = scope
  const [made] = await scope.tx
    .insert(policyVersions)
    .values({ ...version, clinicId, staffId, byName: actor.name, at })
    .returning()
  return made!
}

/** Keeps that the caller has read a version; a second time changes nothing. */
export async function insertReading(scope: ClinicScope, versionId: string): Promise<void> {
  const { clinicId, staffId, actor, now: at } = scope
  await scope.tx
    .insert(policyReadings)
    .values({ clinicId, versionId, staffId, byName: actor.name, at })
    .onConflictDoNothing()
}
