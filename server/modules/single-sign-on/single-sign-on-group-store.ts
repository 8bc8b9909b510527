import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import type {
  ClinicScope,
  GroupScope,
  PlatformScope,
  StaffScope,
} from '../../platform/database/transaction.ts'
import {
  groupSignInConnections as connections,
  groupSignInDomains as domains,
} from './single-sign-on-group-schema.ts'
import { isSameProvider } from './single-sign-on-store.ts'

export type GroupConnection = typeof connections.$inferSelect
export type GroupDomain = typeof domains.$inferSelect
export type PracticeLevel = GroupConnection['practiceLevels'][number]
type ConnectionDetails = Omit<GroupConnection, 'groupId' | 'id' | 'createdAt' | 'updatedAt'>

const own = (scope: GroupScope) => eq(connections.groupId, scope.groupId)

/** The connection of the group. */
export async function findGroupConnection(scope: GroupScope): Promise<GroupConnection | null> {
  const [found] = await scope.tx.select().from(connections).where(own(scope))
  return found ?? null
}

/** Saves the connection of the group. Another provider is another connection, which knows nobody yet. */
export async function saveGroupConnection(scope: GroupScope, details: ConnectionDetails): Promise<void> {
  const { tx, groupId, now } = scope
  const before = await findGroupConnection(scope)
  if (before && isSameProvider(before, details)) {
    await tx
      .update(connections)
      .set({ ...details, updatedAt: now })
      .where(own(scope))
    return
  }
  await tx.delete(connections).where(own(scope))
  const made = { ...details, createdAt: now, updatedAt: now }
  // Two who save at once have made one each: the later one is what the group has.
  await tx
    .insert(connections)
    .values({ ...made, groupId })
    .onConflictDoUpdate({ target: connections.groupId, set: made })
}

export async function deleteGroupConnection(scope: GroupScope): Promise<void> {
  await scope.tx.delete(connections).where(own(scope))
}

const domainById = ({ groupId }: GroupScope, id: string) =>
  and(eq(domains.groupId, groupId), eq(domains.id, id))

export const listGroupDomains = ({ tx, groupId }: GroupScope): Promise<GroupDomain[]> =>
  tx.select().from(domains).where(eq(domains.groupId, groupId)).orderBy(asc(domains.domain))

export async function findGroupDomain(scope: GroupScope, id: string): Promise<GroupDomain | null> {
  const [found] = await scope.tx.select().from(domains).where(domainById(scope, id))
  return found ?? null
}

/** Adds a domain that is not verified yet; null where it is on the list. */
export async function insertGroupDomain(
  { tx, groupId, now }: GroupScope,
  domain: string,
  token: string,
): Promise<GroupDomain | null> {
  const [made] = await tx
    .insert(domains)
    .values({ groupId, domain, token, createdAt: now })
    .onConflictDoNothing({ target: [domains.groupId, domains.domain] })
    .returning()
  return made ?? null
}

export async function deleteGroupDomain(scope: GroupScope, id: string): Promise<void> {
  await scope.tx.delete(domains).where(domainById(scope, id))
}

/** Marks a domain of a group whose record was found; false where it has gone meanwhile. */
export async function markGroupDomainVerified(
  { tx, now }: PlatformScope,
  groupId: string,
  id: string,
): Promise<boolean> {
  const marked = await tx
    .update(domains)
    .set({ verifiedAt: now })
    .where(and(eq(domains.groupId, groupId), eq(domains.id, id)))
    .returning({ id: domains.id })
  return marked.length > 0
}

/** The name of the group. Groups and their practices are told of below. */
export async function findNameOfGroup({ tx, groupId }: GroupScope): Promise<string> {
  const { rows } = await tx.execute<{ name: string }>(
    sql`select name from practice_groups where id = ${groupId}`,
  )
  return rows[0]!.name
}

/** The practices of the group by name, and whether each agreed to sign in through its provider. */
export async function listSignOnPractices({ tx }: GroupScope) {
  const { rows } = await tx.execute<{ id: string; name: string; isAgreed: boolean }>(sql`
    select c.id, c.name, m.uses_sign_on_since is not null as "isAgreed"
    from practice_group_members m join clinics c on c.id = m.clinic_id
    order by lower(c.name), c.id`)
  return rows
}

/** The practices that a group's connection speaks for now: active, agreed, and with no provider of their own. */
export async function findPracticesOfGroupConnection(
  database: Database,
  connectionId: string,
): Promise<string[]> {
  const query = {
    name: 'practices-of-group-sign-in',
    text: 'select practices_of_group_sign_in as id from practices_of_group_sign_in($1)',
    values: [connectionId],
  }
  const { rows } = await database.borrow((client) => client.query<{ id: string }>(query))
  return rows.map(({ id }) => id)
}

/** Whether an account works at one of those practices. */
export async function isStaffOfGroupConnection(
  database: Database,
  connectionId: string,
  userId: string,
): Promise<boolean> {
  const query = {
    name: 'is-staff-of-group-sign-in',
    text: 'select is_staff_of_group_sign_in($1, $2) as found',
    values: [connectionId, userId],
  }
  const { rows } = await database.borrow((client) => client.query<{ found: boolean }>(query))
  return rows[0]!.found
}

/** The connection of the practice's group: the policies show it only to a practice that agreed. */
export async function findUsedGroupConnection({ tx }: StaffScope): Promise<GroupConnection | null> {
  const [found] = await tx.select().from(connections)
  return found ?? null
}

/** The verified domains of the practice's group, as the policies show them to a practice that agreed. */
export const listUsedGroupDomains = async ({ tx }: StaffScope): Promise<string[]> =>
  (await tx.select({ domain: domains.domain }).from(domains).where(isNotNull(domains.verifiedAt))).map(
    ({ domain }) => domain,
  )

/** Ends the sessions of the practice that a provider opened: it uses the group's no longer. */
export async function endProviderSessions({ tx }: ClinicScope): Promise<void> {
  await tx.execute(sql`select end_own_provider_sessions()`)
}
