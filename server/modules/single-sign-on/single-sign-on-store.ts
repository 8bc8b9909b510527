import { and, asc, desc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import type { ClinicScope, StaffScope } from '../../platform/database/transaction.ts'
import { auditRows } from '../audit/audit-schema.ts'
import { staff } from '../staff/staff-schema.ts'
import { signInConnections, signInDomains } from './single-sign-on-schema.ts'

export type Connection = typeof signInConnections.$inferSelect
export type SignInDomain = typeof signInDomains.$inferSelect
export type ConnectionDetails = Omit<
  Connection,
  'clinicId' | 'id' | 'isForced' | 'breakGlassId' | 'lastSignInAt' | 'createdAt' | 'updatedAt'
>

const attempts_shown_max = 20

export type FoundConnection = {
  connectionId: string
  name: string
  clinicName: string
  isForced: boolean
  practiceId: string | null
}
type FoundRow = {
  connection_id: string
  connection_name: string
  clinic_name: string
  is_forced: boolean
  practice_id: string | null
}

/** The practices whose provider, or whose group's, signs in addresses of a domain. */
export async function findConnections(database: Database, domain: string): Promise<FoundConnection[]> {
  const query = {
    name: 'find-sign-in-connections',
    text: `select connection_id, connection_name, clinic_name, is_forced, null::uuid as practice_id
      from find_sign_in_connections($1)
      union all
      select connection_id, connection_name, clinic_name, false, clinic_id from find_group_sign_ins($1)
      order by clinic_name, connection_id, practice_id`,
    values: [domain],
  }
  const { rows } = await database.borrow((client) => client.query<FoundRow>(query))
  return rows.map((row) => ({
    connectionId: row.connection_id,
    name: row.connection_name,
    clinicName: row.clinic_name,
    isForced: row.is_forced,
    practiceId: row.practice_id,
  }))
}

/** Whose a connection is; null for none, and for practices that are not active. */
export async function findConnectionClinic(database: Database, connectionId: string): Promise<string | null> {
  const query = {
    name: 'sign-in-connection-clinic',
    text: 'select clinic_of_sign_in_connection($1) as id',
    values: [connectionId],
  }
  const { rows } = await database.borrow((client) => client.query<{ id: string | null }>(query))
  return rows[0]?.id ?? null
}

const own = (scope: StaffScope) => eq(signInConnections.clinicId, scope.clinicId)

/** The connection of the practice, locked where it is changed afterwards. */
export async function findConnection(scope: StaffScope): Promise<Connection | null> {
  const [found] = await scope.tx.select().from(signInConnections).where(own(scope))
  return found ?? null
}

/** Whether two connections lead to the same provider: people whom it knew are known to it still. */
export const isSameProvider = (
  one: Pick<ConnectionDetails, 'protocol' | 'issuer' | 'clientId'>,
  other: Pick<ConnectionDetails, 'protocol' | 'issuer' | 'clientId'>,
): boolean =>
  one.protocol === other.protocol && one.issuer === other.issuer && one.clientId === other.clientId

/** Saves the connection of the practice. Another provider is another connection, which nobody has used yet. */
export async function saveConnection(scope: ClinicScope, details: ConnectionDetails): Promise<void> {
  const { clinicId, now } = scope
  const before = await findConnection(scope)
  if (before && isSameProvider(before, details)) {
    await scope.tx
      .update(signInConnections)
      .set({ ...details, updatedAt: now })
      .where(own(scope))
    return
  }
  await scope.tx.delete(signInConnections).where(own(scope))
  const made = { ...details, createdAt: now, updatedAt: now }
  // Two who save at once have made one each: the later one is what the practice has.
  await scope.tx
    .insert(signInConnections)
    .values({ ...made, clinicId })
    .onConflictDoUpdate({ target: signInConnections.clinicId, set: made })
}

export async function updateConnection(
  scope: StaffScope,
  change: Partial<Pick<Connection, 'isForced' | 'breakGlassId' | 'lastSignInAt'>>,
): Promise<void> {
  await scope.tx.update(signInConnections).set(change).where(own(scope))
}

export async function deleteConnection(scope: ClinicScope): Promise<void> {
  await scope.tx.delete(signInConnections).where(own(scope))
}

const ownDomains = (scope: StaffScope) => eq(signInDomains.clinicId, scope.clinicId)
const domainById = (scope: StaffScope, id: string) => and(ownDomains(scope), eq(signInDomains.id, id))

export const listDomains = (scope: StaffScope): Promise<SignInDomain[]> =>
  scope.tx.select().from(signInDomains).where(ownDomains(scope)).orderBy(asc(signInDomains.domain))

export const listVerifiedDomains = async (scope: StaffScope): Promise<string[]> =>
  (
    await scope.tx
      .select({ domain: signInDomains.domain })
      .from(signInDomains)
      .where(and(ownDomains(scope), isNotNull(signInDomains.verifiedAt)))
  ).map(({ domain }) => domain)

export async function findDomain(scope: StaffScope, id: string): Promise<SignInDomain | null> {
  const [found] = await scope.tx.select().from(signInDomains).where(domainById(scope, id))
  return found ?? null
}

/** Adds a domain that is not verified yet; null where it is on the list. */
export async function insertDomain(
  scope: ClinicScope,
  domain: string,
  token: string,
): Promise<SignInDomain | null> {
  const { clinicId, now } = scope
  const [made] = await scope.tx
    .insert(signInDomains)
    .values({ clinicId, domain, token, createdAt: now })
    .onConflictDoNothing({ target: [signInDomains.clinicId, signInDomains.domain] })
    .returning()
  return made ?? null
}

export async function markDomainVerified(scope: StaffScope, id: string): Promise<void> {
  await scope.tx.update(signInDomains).set({ verifiedAt: scope.now }).where(domainById(scope, id))
}

export async function deleteDomain(scope: ClinicScope, id: string): Promise<void> {
  await scope.tx.delete(signInDomains).where(domainById(scope, id))
}

/** Active administrators of the practice who sign in with a password or a passkey of their own. */
export async function listBreakGlassCandidates(scope: StaffScope) {
  const { rows } = await scope.tx.execute<{ id: string }>(
    sql`select own_administrators_with_credentials as id from own_administrators_with_credentials()`,
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  return scope.tx
    .select({ id: staff.id, firstName: staff.firstName, lastName: staff.lastName })
    .from(staff)
    .where(and(eq(staff.clinicId, scope.clinicId), inArray(staff.id, ids)))
    .orderBy(asc(staff.lastName), asc(staff.firstName))
}

/** Ends sessions of everybody but one administrator that were not opened by single sign-on. */
export async function endOtherSignIns(scope: ClinicScope, breakGlassId: string): Promise<void> {
  const others = await scope.tx
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.clinicId, scope.clinicId), ne(staff.id, breakGlassId)))
  const ids = sql.param(others.map(({ id }) => id))
  await scope.tx.execute(sql`select end_own_staff_sessions(${ids}::uuid[], true)`)
}

/** A member of staff by their address; null when nobody of the practice has it. */
export async function findStaffByEmail(scope: StaffScope, email: string) {
  const [found] = await scope.tx
    .select()
    .from(staff)
    .where(and(eq(staff.clinicId, scope.clinicId), eq(staff.email, email)))
  return found ?? null
}

/** The member of staff that an account is in this practice. */
export async function findStaffByAccount(scope: StaffScope, userId: string) {
  const [found] = await scope.tx
    .select()
    .from(staff)
    .where(and(eq(staff.clinicId, scope.clinicId), eq(staff.userId, userId)))
  return found ?? null
}

/** The latest sign-ins through the provider, as the audit log tells them. */
export const listAttempts = (scope: ClinicScope) =>
  scope.tx
    .select({
      at: auditRows.at,
      action: auditRows.action,
      email: auditRows.userEmail,
      details: auditRows.details,
    })
    .from(auditRows)
    .where(
      and(
        eq(auditRows.clinicId, scope.clinicId),
        inArray(auditRows.action, ['user.login', 'user.login_failed']),
        sql`${auditRows.details} ->> 'way' in ('sso', 'sso-mfa')`,
      ),
    )
    .orderBy(desc(auditRows.at), desc(auditRows.sequence))
    .limit(attempts_shown_max)
