import { eq } from 'drizzle-orm'
import type { Level } from '../../../contract/permissions.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Auth } from './auth.ts'
import type { SessionFacts, StaffFacts } from './identity-rules.ts'
import { sessions } from './identity-schema.ts'

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
}
type SessionRow = StaffRow & {
  session_id: string
  user_id: string
  email: string
  name: string
  platform_role: string
  user_active: boolean
  started_at: Date
}

/** Null for an account without a staff record: then every column of it is empty. */
function staffFacts(row: StaffRow): StaffFacts | null {
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
  }
}

/** Who a session token belongs to, read afresh each time: a revoked session or a suspended clinic ends at once. */
export async function openSession(
  database: Database,
  token: string,
  now: Date,
): Promise<SessionFacts | null> {
  const query = { name: 'open-session', text: 'select * from open_session($1, $2)', values: [token, now] }
  const { rows } = await database.borrow((client) => client.query<SessionRow>(query))
  const row = rows[0]
  if (!row) return null
  const {
    session_id: sessionId,
    user_id: userId,
    email,
    name,
    platform_role: platformRole,
    user_active: userActive,
  } = row
  return {
    sessionId,
    userId,
    email,
    name,
    platformRole,
    userActive,
    startedAt: row.started_at,
    staff: staffFacts(row),
  }
}

/** The staff record an account acts as when it signs in: active ones first, then the one last used. */
export async function staffOfAccount(
  database: Database,
  userId: string,
  email: string,
): Promise<StaffFacts | null> {
  const query = {
    name: 'staff-of-account',
    text: 'select * from staff_of_account($1, $2)',
    values: [userId, email],
  }
  const { rows } = await database.borrow((client) => client.query<StaffRow>(query))
  return rows[0] ? staffFacts(rows[0]) : null
}

/** Lets a session act as a staff record. */
export const actAs = (db: Auth['db'], token: string, staffId: string) =>
  db.update(sessions).set({ staffId }).where(eq(sessions.token, token))
