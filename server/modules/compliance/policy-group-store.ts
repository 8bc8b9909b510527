import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { AnyGroupScope, ClinicScope, GroupScope } from '../../platform/database/transaction.ts'
import { groupPolicyVersions as versions } from './policy-group-schema.ts'

/** A version without its text, which may be long. */
export type GroupPolicyVersion = Omit<typeof versions.$inferSelect, 'text' | 'groupId'>

const { id, policy, number, title, byName, at, withdrawnAt } = versions
const head = { id, policy, number, title, byName, at, withdrawnAt }
const isOfOwnGroup = ({ clinicId }: ClinicScope) =>
  sql`${versions.groupId} = (select m.group_id from practice_group_members m where m.clinic_id = ${clinicId})`

/** Lets one writer of the group's policies through at a time. */
export const lockGroupPolicies = ({ tx, groupId }: GroupScope) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`policies of group ${groupId}`}, 0))`)

/** All versions of all policies of the group, those of one together, its newest first. */
export const groupPolicyVersionsOf = ({ tx, groupId }: AnyGroupScope): Promise<GroupPolicyVersion[]> =>
  tx.select(head).from(versions).where(eq(versions.groupId, groupId)).orderBy(asc(policy), desc(number))

/** What a version of the group says. The policies show a practice those of its own group. */
export async function groupPolicyTextOf(
  { tx }: GroupScope | ClinicScope,
  versionId: string,
): Promise<string> {
  const [found] = await tx.select({ text: versions.text }).from(versions).where(eq(id, versionId))
  return found!.text
}

/** Keeps the next version of a policy: its id. */
export async function insertGroupPolicyVersion(
  { tx, now, actor, groupId }: GroupScope,
  version: Pick<typeof versions.$inferSelect, 'policy' | 'number' | 'title' | 'text'>,
): Promise<string> {
  const [made] = await tx
    .insert(versions)
    .values({ ...version, groupId, byName: actor.name, at: now })
    .returning({ id })
  return made!.id
}

/** Marks a version as shared no longer. */
export async function withdrawGroupPolicy(
  { tx, now, groupId }: GroupScope,
  versionId: string,
): Promise<void> {
  await tx
    .update(versions)
    .set({ withdrawnAt: now })
    .where(and(eq(versions.groupId, groupId), eq(id, versionId)))
}

/** The newest version of each policy, where it is shared still; of versions in the order of `groupPolicyVersionsOf`. */
export const sharedPoliciesIn = <V extends GroupPolicyVersion>(all: readonly V[]): V[] =>
  all.filter((version, at) => all[at - 1]?.policy !== version.policy && version.withdrawnAt === null)

export type OfferedPolicies = {
  /** The newest version of each policy that the group shares, with the group's name. */
  newest: (GroupPolicyVersion & { group: string })[]
  /** Every version's number, by its id. */
  numbers: ReadonlyMap<string, number>
}

/** The policies that the practice's group shares with it. */
export async function offeredPoliciesOf(scope: ClinicScope): Promise<OfferedPolicies> {
  const group = sql<string>`(select g.name from practice_groups g where g.id = ${versions.groupId})`
  const rows = await scope.tx
    .select({ ...head, group })
    .from(versions)
    .where(isOfOwnGroup(scope))
    .orderBy(asc(policy), desc(number))
  return { newest: sharedPoliciesIn(rows), numbers: new Map(rows.map((row) => [row.id, row.number])) }
}

/** The version of the group that says exactly this, of a policy that it shares still; null for any other wording. */
export async function findMatchingGroupVersion(
  scope: ClinicScope,
  wording: { policy: string; title: string; text: string },
): Promise<string | null> {
  // The newest version alone bears the mark that a policy is shared no longer. Columns of a select from one table are
  // written without it, and would mean the inner one's here.
  const isShared = sql`(select n.withdrawn_at from ${versions} n
    where n.group_id = ${versions}.group_id and n.policy = ${wording.policy} order by n.number desc limit 1) is null`
  const isSame = [eq(policy, wording.policy), eq(title, wording.title), eq(versions.text, wording.text)]
  const [found] = await scope.tx
    .select({ id })
    .from(versions)
    .where(and(isOfOwnGroup(scope), ...isSame, isShared))
    .orderBy(desc(number))
    .limit(1)
  return found?.id ?? null
}
