import { and, eq, ne } from 'drizzle-orm'
import type { Level } from '../../../contract/permissions.ts'
import type { Clock } from '../../platform/clock.ts'
import { openCallerMemory } from '../../platform/database/caller-memory.ts'
import type { Database } from '../../platform/database/database.ts'
import { newToken } from '../../platform/keys/secret-token.ts'
import type { Auth } from './auth.ts'
import type { AccountFacts, SessionFacts, SessionStage, StaffFacts } from './identity-rules.ts'
import { accountHolders, sessions } from './identity-schema.ts'

type StaffRow = {
  staff_id: string | null
  staff_status: string
  role: StaffFacts['role']
  permissions: StaffFacts['flags']
  permission_level: Level
  login_hours_restricted: boolean
  login_hours: StaffFacts['loginHours']
  clinic_id: string
  clinic_name: string
  clinic_status: string
  time_zone: string
  session_idle_minutes: number
  session_hours: number
  requires_second_factor: boolean
  second_factor_from: Date | null
}
type SessionRow = StaffRow & {
  session_id: string
  stage: SessionStage
  locked_to: string | null
  way: string
  proved_at: Date
  seen_at: Date
  expires_at: Date
  user_id: string
  email: string
  name: string
  photo: string | null
  platform_role: string
  user_active: boolean
  started_at: Date
  has_second_factor: boolean
}

/** Null for an account without a staff record: then every column of it is empty. */
function staffFactsOf(row: StaffRow): StaffFacts | null {
  if (!row.staff_id) return null
  return {
    staffId: row.staff_id,
    staffStatus: row.staff_status,
    role: row.role,
    flags: row.permissions,
    level: row.permission_level,
    loginHoursRestricted: row.login_hours_restricted,
    loginHours: row.login_hours,
    clinicId: row.clinic_id,
    clinicName: row.clinic_name,
    clinicStatus: row.clinic_status,
    timeZone: row.time_zone,
    idleMinutes: row.session_idle_minutes,
    sessionHours: row.session_hours,
    requiresSecondFactor: row.requires_second_factor,
    secondFactorFrom: row.second_factor_from,
  }
}

export const sessionFactsOf = (row: SessionRow): SessionFacts => ({
  sessionId: row.session_id,
  stage: row.stage,
  lockedTo: row.locked_to,
  method: row.way,
  authenticatedAt: row.proved_at,
  seenAt: row.seen_at,
  expiresAt: row.expires_at,
  startedAt: row.started_at,
  hasSecondFactor: row.has_second_factor,
  userId: row.user_id,
  email: row.email,
  name: row.name,
  photo: row.photo,
  platformRole: row.platform_role,
  userActive: row.user_active,
  staff: staffFactsOf(row),
})

/** The same for each request of a session; asked along with its question where it was asked before. */
export const openSessionMemory = (database: Database, clock: Clock) =>
  openCallerMemory<SessionRow>(database, clock, { name: 'read_session', isOfOneRecord: false })

/** Who a session token belongs to, read afresh each time: a revoked session or a suspended clinic ends at once. */
export async function findSession(
  database: Database,
  token: string,
  now: Date,
): Promise<SessionFacts | null> {
  const query = { name: 'read-session', text: 'select * from read_session($1, $2)', values: [token, now] }
  const { rows } = await database.borrow((client) => client.query<SessionRow>(query))
  return rows[0] ? sessionFactsOf(rows[0]) : null
}

/** Notes that a session was used. */
export async function touchSession(database: Database, token: string, now: Date): Promise<void> {
  const query = { name: 'touch-session', text: 'select touch_session($1, $2)', values: [token, now] }
  await database.borrow((client) => client.query(query))
}

/** The staff records of an account: active ones first, then the one last used. */
export async function findStaffOfAccount(database: Database, userId: string): Promise<StaffFacts[]> {
  const query = { name: 'staff-records', text: 'select * from staff_records_of($1)', values: [userId] }
  const { rows } = await database.borrow((client) => client.query<StaffRow>(query))
  return rows.flatMap((row) => staffFactsOf(row) ?? [])
}

/** The staff records of an account that are opened by their practice's single sign-on alone. */
export async function findForcedStaffIds(database: Database, userId: string): Promise<string[]> {
  const text = 'select forced_single_sign_on as id from forced_single_sign_on($1)'
  const query = { name: 'forced-single-sign-on', text, values: [userId] }
  const { rows } = await database.borrow((client) => client.query<{ id: string }>(query))
  return rows.map(({ id }) => id)
}

/** An account by its id; null when there is none any more. */
export async function findAccount(db: Auth['db'], userId: string): Promise<AccountFacts | null> {
  const { id, email, name, image, platformRole, isActive } = accountHolders
  const [found] = await db
    .select({ userId: id, email, name, photo: image, platformRole, userActive: isActive })
    .from(accountHolders)
    .where(eq(id, userId))
  return found ?? null
}

/** The e-mail address of a username, which is kept in lower case; null when nobody has it. */
export async function findEmailByUsername(db: Auth['db'], username: string): Promise<string | null> {
  const [found] = await db
    .select({ email: accountHolders.email })
    .from(accountHolders)
    .where(eq(accountHolders.username, username.toLowerCase()))
  return found?.email ?? null
}

const hasVerifiedPhone = (phoneNumber: string) =>
  and(eq(accountHolders.phoneNumber, phoneNumber), eq(accountHolders.phoneNumberVerified, true))

/** Who signs in with a phone number, in international form; null when nobody has proved it. */
export async function findUserIdByPhone(db: Auth['db'], phoneNumber: string): Promise<string | null> {
  const [found] = await db
    .select({ id: accountHolders.id })
    .from(accountHolders)
    .where(hasVerifiedPhone(phoneNumber))
  return found?.id ?? null
}

/** Whose session a token is, at any stage; null when it has gone. */
export async function findUserIdBySession(db: Auth['db'], token: string): Promise<string | null> {
  const [found] = await db.select({ userId: sessions.userId }).from(sessions).where(eq(sessions.token, token))
  return found?.userId ?? null
}

export type SessionChange = Partial<
  Pick<
    typeof sessions.$inferInsert,
    | 'stage'
    | 'lockedTo'
    | 'staffId'
    | 'way'
    | 'createdAt'
    | 'provedAt'
    | 'seenAt'
    | 'expiresAt'
    | 'ipAddress'
    | 'userAgent'
  >
>

/**
 * Changes a session and gives it a new token, so that no token outlives a change of what it opens; answers the new one,
 * or null when the session has gone meanwhile.
 */
export async function renewSession(
  db: Auth['db'],
  token: string,
  change: SessionChange,
): Promise<string | null> {
  const renewed = newToken()
  const changed = await db
    .update(sessions)
    .set({ ...change, token: renewed })
    .where(eq(sessions.token, token))
    .returning({ id: sessions.id })
  return changed.length > 0 ? renewed : null
}

/** Changes a session that keeps its token: a factor was proved anew, or its screen was locked. */
export async function updateSession(db: Auth['db'], token: string, change: SessionChange): Promise<void> {
  await db.update(sessions).set(change).where(eq(sessions.token, token))
}

/** Ends a session by its token. */
export async function endSession(db: Auth['db'], token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.token, token))
}

/** Ends every session of an account but one; answers how many. */
export async function endSessionsOfUser(db: Auth['db'], userId: string, butId?: string): Promise<number> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), butId ? ne(sessions.id, butId) : undefined))
    .returning({ id: sessions.id })
  return ended.length
}
