import { sql } from 'drizzle-orm'
import type { AnyGroupScope } from '../../platform/database/transaction.ts'
import { policyVersions } from '../compliance/policy-schema.ts'

export type AdoptedPolicy = {
  clinicId: string
  policy: string
  number: number
  at: Date
  reviewOn: string
  groupVersionId: string | null
}

/** The version in force of each policy at each practice that shows them. Which those are is the policies' to say. */
export const listAdoptedPolicies = ({ tx }: AnyGroupScope): Promise<AdoptedPolicy[]> => {
  const { clinicId, policy, number, at, reviewOn, groupVersionId } = policyVersions
  return tx
    .selectDistinctOn([clinicId, policy], { clinicId, policy, number, at, reviewOn, groupVersionId })
    .from(policyVersions)
    .orderBy(clinicId, policy, sql`${number} desc`)
}
