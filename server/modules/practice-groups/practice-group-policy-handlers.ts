import type { PolicyPractice, SharedPolicies, SharedPolicy } from '../../../contract/group-policies.ts'
import { contract } from '../../../contract/index.ts'
import { policies_max } from '../../../contract/limits.ts'
import type { GroupScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import {
  groupPolicyTextOf,
  groupPolicyVersionsOf,
  insertGroupPolicyVersion,
  lockGroupPolicies,
  policyWordings,
  sharedPoliciesIn,
  withdrawGroupPolicy,
  type GroupPolicyVersion,
} from '../compliance/index.ts'
import { groupUseIn } from '../templates/index.ts'
import { listAdoptedPolicies, type AdoptedPolicy } from './practice-group-policy-store.ts'
import { findOwnGroup, listPracticesOfGroup, type PracticeOfGroup } from './practice-group-store.ts'

const isAdministrator = ({ role }: GroupScope): boolean => role === 'group_admin'

type GroupPolicyRecords = {
  group: string
  versions: GroupPolicyVersion[]
  practices: PracticeOfGroup[]
  adopted: AdoptedPolicy[]
}

async function readGroupPolicies(scope: GroupScope): Promise<GroupPolicyRecords> {
  const { name: group } = await findOwnGroup(scope)
  const versions = await groupPolicyVersionsOf(scope)
  const practices = await listPracticesOfGroup(scope, 'policies')
  return { group, versions, practices, adopted: await listAdoptedPolicies(scope) }
}

const findShared = ({ versions }: GroupPolicyRecords, policy: string): GroupPolicyVersion | undefined =>
  sharedPoliciesIn(versions).find((version) => version.policy === policy)

/** Where each practice stands with a policy, as far as it shows that. */
function practicesOf({ versions, practices, adopted }: GroupPolicyRecords, policy: string): PolicyPractice[] {
  const numbers = new Map(versions.map(({ id, number }) => [id, number]))
  return practices.map(({ id, name, isAgreed: isShown, today }) => {
    const found = adopted.find((one) => one.clinicId === id && one.policy === policy)
    const state = found && {
      ...{ number: found.number, at: found.at.toISOString(), reviewOn: found.reviewOn },
      groupNumber: numbers.get(found.groupVersionId ?? '') ?? null,
      isOverdue: found.reviewOn < today,
    }
    return { id, name, isShown, adopted: state ?? null }
  })
}

async function sharedPoliciesOf(scope: GroupScope): Promise<SharedPolicies> {
  const all = await readGroupPolicies(scope)
  const shared = sharedPoliciesIn(all.versions)
  // One that is shared no longer is begun with again: the group's own with its last wording, others with the library's.
  const titles = new Map([
    ...all.versions.toReversed().map(({ policy, title }) => [policy, title] as const),
    ...policyWordings.map(({ id, title }) => [id, title] as const),
  ])
  for (const { policy, title } of shared) titles.set(policy, title)
  return {
    group: all.group,
    role: scope.role,
    use: groupUseIn(all.practices),
    policies: [...titles].map(([policy, title]) => {
      const version = shared.find((one) => one.policy === policy)
      const states = practicesOf(all, policy).flatMap(({ adopted }) => adopted ?? [])
      return {
        ...{ policy, title },
        version: version ? { number: version.number, at: version.at.toISOString() } : null,
        onNewest: version ? states.filter(({ groupNumber }) => groupNumber === version.number).length : 0,
        overdue: states.filter(({ isOverdue }) => isOverdue).length,
      }
    }),
  }
}

async function sharedPolicyOf(scope: GroupScope, policy: string): Promise<SharedPolicy | undefined> {
  const all = await readGroupPolicies(scope)
  const suggested = policyWordings.find(({ id }) => id === policy)
  const shared = findShared(all, policy)
  const versions = all.versions.filter((version) => version.policy === policy)
  const last = shared ?? (suggested ? undefined : versions[0])
  if (!suggested && !last) return undefined
  const [newest, ...earlier] = versions.map(({ number, byName: by, at }) => ({
    ...{ number, by, at: at.toISOString() },
  }))
  return {
    ...{ group: all.group, role: scope.role, policy },
    title: last?.title ?? suggested!.title,
    text: last ? await groupPolicyTextOf(scope, last.id) : suggested!.text,
    isOfLibrary: suggested !== undefined,
    version: shared ? newest! : null,
    after: newest?.number ?? 0,
    earlier: shared || !newest ? earlier : [newest, ...earlier],
    practices: practicesOf(all, policy),
  }
}

/** The operations of `contract/group-policies.ts`. */
export const groupPolicyHandlers = {
  list: handle(contract.groupPolicies.list, async (scope) => ({ answer: await sharedPoliciesOf(scope) })),

  get: handle(contract.groupPolicies.get, async (scope, { policy }) => {
    const found = await sharedPolicyOf(scope, policy)
    return found ? { answer: found } : refuse('not-found')
  }),

  share: handle(contract.groupPolicies.share, async (scope, { policy, after, title, text }) => {
    if (!isAdministrator(scope)) return refuse('group-administrators-only')
    await lockGroupPolicies(scope)
    const versions = await groupPolicyVersionsOf(scope)
    const newest = versions.find((version) => version.policy === policy)
    const isOfLibrary = policyWordings.some(({ id }) => id === policy)
    if (newest && after === 0 && !isOfLibrary) return refuse('title-used')
    if ((newest?.number ?? 0) !== after) return refuse('stale-version')
    const shared = sharedPoliciesIn(versions)
    if (!shared.includes(newest!) && shared.length >= policies_max) return refuse('too-many')
    const number = after + 1
    await insertGroupPolicyVersion(scope, { policy, number, title, text })
    const answer = (await sharedPolicyOf(scope, policy))!
    return { answer, subject: scope.groupId, details: { policy, number } }
  }),

  remove: handle(contract.groupPolicies.remove, async (scope, { policy }) => {
    if (!isAdministrator(scope)) return refuse('group-administrators-only')
    await lockGroupPolicies(scope)
    const shared = findShared(await readGroupPolicies(scope), policy)
    if (!shared) return refuse('not-found')
    await withdrawGroupPolicy(scope, shared.id)
    const { number } = shared
    return { answer: await sharedPoliciesOf(scope), subject: scope.groupId, details: { policy, number } }
  }),
}
