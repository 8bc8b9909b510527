import { sql } from 'drizzle-orm'
import type { GroupScope } from '../../platform/database/transaction.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { policyVersions } from '../compliance/policy-schema.ts'
import { practiceGroupMembers as members } from './practice-group-schema.ts'

export type PracticeOfGroup = {
  id: string
  name: string
  /** It agreed to show the state of its policies. */
  isShown: boolean
  /** The day it is there. */
  today: string
}

/** The practices of the group, by name. */
export async function listPracticesOfGroup({ tx, now }: GroupScope): Promise<PracticeOfGroup[]> {
  const { rows } = await tx.execute<PracticeOfGroup>(sql`
    select c.id, c.name, m.shows_policies_since is not null as "isShown",
      (${now.toISOString()}::timestamptz at time zone c.time_zone)::date::text as today
    from ${members} m join ${clinics} c on c.id = m.clinic_id
    order by lower(c.name), c.id`)
  return rows
}

export type AdoptedPolicy = {
  clinicId: string
  policy: string
  number: number
  at: Date
  reviewOn: string
  groupVersionId: string | null
}

/** The version in force of each policy at each practice that shows them. Which those are is the policies' to say. */
export const listAdoptedPolicies = ({ tx }: GroupScope): Promise<AdoptedPolicy[]> => {
  const { clinicId, policy, number, at, reviewOn, groupVersionId } = policyVersions
  return tx
    .selectDistinctOn([clinicId, policy], { clinicId, policy, number, at, reviewOn, groupVersionId })
    .from(policyVersions)
    .orderBy(clinicId, policy, sql`${number} desc`)
}
