import { and, asc, count, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Slice } from '../../platform/database/list-slice.ts'
import type { IntegrationScope } from '../../platform/database/transaction.ts'
import type { GroupState } from './scim-rules.ts'
import { scimGroups, scimUsers, signInConnections, signInDomains } from './single-sign-on-schema.ts'

export type ScimGroupRow = typeof scimGroups.$inferSelect

/** The e-mail domains that the practice has shown to be its own. */
export const listProvisionableDomains = async (scope: IntegrationScope): Promise<string[]> =>
  (
    await scope.tx
      .select({ domain: signInDomains.domain })
      .from(signInDomains)
      .where(and(eq(signInDomains.clinicId, scope.clinicId), isNotNull(signInDomains.verifiedAt)))
  ).map(({ domain }) => domain)

/** What the practice gives to groups, and who signs in in an emergency; null without a connection. */
export async function findProvisioningPolicy(scope: IntegrationScope) {
  const { groupLevels, defaultLevel, breakGlassId, clinicId } = signInConnections
  const [found] = await scope.tx
    .select({ groupLevels, defaultLevel, breakGlassId })
    .from(signInConnections)
    .where(eq(clinicId, scope.clinicId))
  return found ?? null
}

export async function listExternalIds(
  scope: IntegrationScope,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map()
  const rows = await scope.tx
    .select({ id: scimUsers.id, externalId: scimUsers.externalId })
    .from(scimUsers)
    .where(and(eq(scimUsers.clinicId, scope.clinicId), inArray(scimUsers.id, [...ids])))
  return new Map(rows.map(({ id, externalId }) => [id, externalId]))
}

export const findIdsByExternalId = async (scope: IntegrationScope, externalId: string): Promise<string[]> =>
  (
    await scope.tx
      .select({ id: scimUsers.id })
      .from(scimUsers)
      .where(and(eq(scimUsers.clinicId, scope.clinicId), eq(scimUsers.externalId, externalId)))
  ).map(({ id }) => id)

export async function saveExternalId(scope: IntegrationScope, id: string, externalId: string): Promise<void> {
  await scope.tx
    .insert(scimUsers)
    .values({ clinicId: scope.clinicId, id, externalId })
    .onConflictDoUpdate({ target: [scimUsers.clinicId, scimUsers.id], set: { externalId } })
}

/** Ends every session that acts as this member of staff. */
export async function endStaffSessions(scope: IntegrationScope, id: string): Promise<void> {
  await scope.tx.execute(sql`select end_own_staff_sessions(array[${id}]::uuid[], false)`)
}

const own = (scope: IntegrationScope) => eq(scimGroups.clinicId, scope.clinicId)
const byId = (scope: IntegrationScope, id: string) => and(own(scope), eq(scimGroups.id, id))

/** One page of the groups, by name; or the one that has a name. */
export async function listGroups(
  scope: IntegrationScope,
  displayName: string | undefined,
  { limit, offset }: Slice,
): Promise<{ rows: ScimGroupRow[]; total: number }> {
  const where = and(
    own(scope),
    displayName === undefined ? undefined : eq(scimGroups.displayName, displayName),
  )
  const rows = await scope.tx
    .select()
    .from(scimGroups)
    .where(where)
    .orderBy(asc(scimGroups.displayName))
    .limit(limit)
    .offset(offset)
  const [all] = await scope.tx.select({ total: count() }).from(scimGroups).where(where)
  return { rows, total: all!.total }
}

/** One group, locked until the transaction ends. */
export async function lockGroup(scope: IntegrationScope, id: string): Promise<ScimGroupRow | null> {
  const [found] = await scope.tx.select().from(scimGroups).where(byId(scope, id)).for('update')
  return found ?? null
}

/** Adds a group; null where there is one of this name. */
export async function insertGroup(scope: IntegrationScope, group: GroupState): Promise<ScimGroupRow | null> {
  const { clinicId, now } = scope
  const [made] = await scope.tx
    .insert(scimGroups)
    .values({ ...group, clinicId, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: [scimGroups.clinicId, scimGroups.displayName] })
    .returning()
  return made ?? null
}

export async function updateGroup(
  scope: IntegrationScope,
  id: string,
  group: GroupState,
): Promise<ScimGroupRow> {
  const [changed] = await scope.tx
    .update(scimGroups)
    .set({ ...group, updatedAt: scope.now })
    .where(byId(scope, id))
    .returning()
  return changed!
}

export async function deleteGroup(scope: IntegrationScope, id: string): Promise<void> {
  await scope.tx.delete(scimGroups).where(byId(scope, id))
}

/** The names of the groups that somebody is in. */
export const listGroupsOf = async (scope: IntegrationScope, staffId: string): Promise<string[]> =>
  (
    await scope.tx
      .select({ name: scimGroups.displayName })
      .from(scimGroups)
      .where(and(own(scope), sql`${scimGroups.members} ? ${staffId}`))
  ).map(({ name }) => name)
