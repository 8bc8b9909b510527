import { policies, type Policy, type PolicyRow } from '../../../contract/policies.ts'
import { policies_max, policy_review_years_max } from '../../../contract/limits.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { todayOf } from '../clinics/index.ts'
import { listActiveStaff, staffName } from '../staff/index.ts'
import { policyWordings } from './compliance-checklist.ts'
import { monthsBefore } from './compliance-rules.ts'
import {
  findMatchingGroupVersion,
  groupPolicyTextOf,
  offeredPoliciesOf,
  type OfferedPolicies,
} from './policy-group-store.ts'
import {
  insertPolicyVersion,
  insertReading,
  lockPolicies,
  policyVersionsOf,
  readingsOf,
  type PolicyReading,
  type PolicyVersion,
} from './policy-store.ts'

type PolicyRecords = {
  versions: PolicyVersion[]
  readings: PolicyReading[]
  people: { id: string; name: string }[]
  offered: OfferedPolicies
  today: string
}

async function readPolicyRecords(scope: ClinicScope): Promise<PolicyRecords> {
  const versions = await policyVersionsOf(scope)
  const newest = versions.filter(({ policy }, at) => versions[at - 1]?.policy !== policy)
  const readings = await readingsOf(
    scope,
    newest.map(({ id }) => id),
  )
  const people = (await listActiveStaff(scope)).map((person) => ({ id: person.id, name: staffName(person) }))
  const offered = await offeredPoliciesOf(scope)
  return { versions, readings, people, offered, today: await todayOf(scope) }
}

const suggestedWordingOf = (policy: string) => policyWordings.find(({ id }) => id === policy)

/** The group's wording beside what the practice has adopted, which a later or another one of the group's would replace. */
function offerOf({ versions, offered }: PolicyRecords, policy: string): PolicyRow['offer'] {
  const newest = offered.newest.find((version) => version.policy === policy)
  if (!newest) return null
  const { id, group, number, at } = newest
  const adopted = versions.find((version) => version.policy === policy)
  const isAdopted = adopted?.groupVersionId === id
  const isBehind = adopted !== undefined && (groupNumberOf(offered, adopted) !== null || adopted.at < at)
  return { group, number, at: at.toISOString(), isAdopted, isNew: isBehind && !isAdopted }
}

const groupNumberOf = ({ numbers }: OfferedPolicies, { groupVersionId }: PolicyVersion): number | null =>
  groupVersionId === null ? null : (numbers.get(groupVersionId) ?? null)

function policyRow({ staffId }: ClinicScope, records: PolicyRecords, policy: string): PolicyRow {
  const { versions, readings, people, offered, today } = records
  const newest = versions.find((version) => version.policy === policy)
  const offer = offerOf(records, policy)
  if (!newest) return { policy, title: titleToBeginWith(offered, policy), version: null, offer }
  const { id, number, title, reviewOn, byName: by, at } = newest
  const readers = new Set(
    readings.filter(({ versionId }) => versionId === id).map((reading) => reading.staffId),
  )
  const version = {
    ...{ id, number, reviewOn, by, at: at.toISOString(), isOverdue: reviewOn < today },
    readers: people.filter((person) => readers.has(person.id)).length,
    staff: people.length,
    hasRead: readers.has(staffId),
    groupNumber: groupNumberOf(offered, newest),
  }
  return { policy, title, version, offer }
}

const titleToBeginWith = ({ newest }: OfferedPolicies, policy: string): string =>
  newest.find((version) => version.policy === policy)?.title ?? suggestedWordingOf(policy)?.title ?? ''

async function policyOf(scope: ClinicScope, all: PolicyRecords, policy: string): Promise<Policy | undefined> {
  const suggested = suggestedWordingOf(policy)
  const versions = all.versions.filter((version) => version.policy === policy)
  const offered = all.offered.newest.find((version) => version.policy === policy)
  if (!suggested && !offered && versions.length === 0) return undefined
  const groupText = offered && (await groupPolicyTextOf(scope, offered.id))
  const row = policyRow(scope, all, policy)
  const readAt = new Map(
    all.readings
      .filter(({ versionId }) => versionId === row.version?.id)
      .map(({ staffId, at }) => [staffId, at.toISOString()]),
  )
  return {
    ...row,
    text: versions[0]?.text ?? groupText ?? suggested!.text,
    offer: offered ? { ...row.offer!, title: offered.title, text: groupText! } : null,
    suggestedReviewOn: monthsBefore(all.today, -(suggested?.reviewMonths ?? 12)),
    people: row.version ? all.people.map(({ id, name }) => ({ name, readAt: readAt.get(id) ?? null })) : [],
    earlier: versions
      .slice(1)
      .map(({ number, byName, at }) => ({ number, by: byName, at: at.toISOString() })),
  }
}

/** The operations of `contract/policies.ts`. */
export const policyHandlers = {
  list: handle(policies.list, async (scope) => {
    const all = await readPolicyRecords(scope)
    const names = new Set([
      ...policyWordings.map(({ id }) => id),
      ...all.offered.newest.map(({ policy }) => policy),
      ...all.versions.map(({ policy }) => policy),
    ])
    return { answer: [...names].map((policy) => policyRow(scope, all, policy)) }
  }),

  get: handle(policies.get, async (scope, { policy }) => {
    const found = await policyOf(scope, await readPolicyRecords(scope), policy)
    return found ? { answer: found } : refuse('not-found')
  }),

  adopt: handle(policies.adopt, async (scope, { policy, after, ...wording }) => {
    await lockPolicies(scope)
    const { versions, today } = await readPolicyRecords(scope)
    const newest = versions.find((version) => version.policy === policy)
    if ((newest?.number ?? 0) !== after) return refuse('stale-version')
    if (wording.reviewOn <= today || wording.reviewOn > monthsBefore(today, -12 * policy_review_years_max))
      return refuse('review-passed')
    if (!newest && new Set(versions.map((version) => version.policy)).size >= policies_max)
      return refuse('too-many')
    const groupVersionId = await findMatchingGroupVersion(scope, { policy, ...wording })
    const { id, number, reviewOn } = await insertPolicyVersion(scope, {
      ...{ ...wording, policy, groupVersionId },
      number: after + 1,
    })
    const answer = (await policyOf(scope, await readPolicyRecords(scope), policy))!
    return { answer, subject: id, details: { policy, number, reviewOn }, before: newest }
  }),

  acknowledge: handle(policies.acknowledge, async (scope, { policy, versionId }) => {
    const versions = (await policyVersionsOf(scope)).filter((version) => version.policy === policy)
    const [newest] = versions
    if (!newest || !versions.some(({ id }) => id === versionId)) return refuse('not-found')
    if (newest.id !== versionId) return refuse('stale-version')
    await insertReading(scope, versionId)
    const answer = (await policyOf(scope, await readPolicyRecords(scope), policy))!
    return { answer, subject: versionId, details: { policy, number: newest.number } }
  }),
}
