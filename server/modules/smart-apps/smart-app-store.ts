import { and, desc, eq, gt, isNull, lte } from 'drizzle-orm'
import type { PatientScope } from '../../../contract/integration-scopes.ts'
import { smart_code_seconds, smart_launch_minutes, smart_token_minutes } from '../../../contract/limits.ts'
import { minute_ms } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ClinicScope, JobScope } from '../../platform/database/transaction.ts'
import { hashToken, newToken } from '../../platform/keys/secret-token.ts'
import { staff } from '../staff/staff-schema.ts'
import { smartApps, smartGrants, smartLaunches } from './smart-app-schema.ts'

export type SmartAppRow = typeof smartApps.$inferSelect
export type LaunchRow = typeof smartLaunches.$inferSelect
export type GrantRow = typeof smartGrants.$inferSelect
type AppScope = ClinicScope | JobScope

const isRegistered = ({ clinicId }: AppScope) =>
  and(eq(smartApps.clinicId, clinicId), isNull(smartApps.removedAt))

/** The apps of the practice with who registered them, newest first. */
export const listApps = (scope: ClinicScope) =>
  scope.tx
    .select({ app: smartApps, creator: { firstName: staff.firstName, lastName: staff.lastName } })
    .from(smartApps)
    .innerJoin(staff, and(eq(staff.clinicId, smartApps.clinicId), eq(staff.id, smartApps.createdBy)))
    .where(isRegistered(scope))
    .orderBy(desc(smartApps.createdAt), desc(smartApps.id))

/** One app of the practice that was not removed. */
export async function findApp(scope: AppScope, id: string): Promise<SmartAppRow | undefined> {
  const [found] = await scope.tx
    .select()
    .from(smartApps)
    .where(and(isRegistered(scope), eq(smartApps.id, id)))
  return found
}

/** Registers an app. */
export async function insertApp(
  scope: ClinicScope,
  app: Pick<SmartAppRow, 'name' | 'launchUrl' | 'redirectUris' | 'scopes'>,
): Promise<SmartAppRow> {
  const { clinicId, staffId, now } = scope
  const [made] = await scope.tx
    .insert(smartApps)
    .values({ ...app, clinicId, createdBy: staffId, createdAt: now })
    .returning()
  return made!
}

/** Removes an app; false where there is none. What it was given ends with it: see `open_smart_token`. */
export async function removeApp(scope: ClinicScope, id: string): Promise<boolean> {
  const removed = await scope.tx
    .update(smartApps)
    .set({ removedAt: scope.now })
    .where(and(isRegistered(scope), eq(smartApps.id, id)))
    .returning({ id: smartApps.id })
  return removed.length > 0
}

type Opened = Pick<LaunchRow, 'appId' | 'openedPatientId' | 'openedAppointmentId'>

/** Keeps at whom an app is opened, and by whom; deletes those of the practice that have expired. */
export async function insertLaunch(
  scope: ClinicScope,
  opened: Opened,
): Promise<{ id: string; token: string }> {
  const { tx, clinicId, staffId, now } = scope
  await tx
    .delete(smartLaunches)
    .where(and(eq(smartLaunches.clinicId, clinicId), lte(smartLaunches.expiresAt, now)))
  const token = newToken()
  const expiresAt = new Date(now.getTime() + smart_launch_minutes * minute_ms)
  const [made] = await tx
    .insert(smartLaunches)
    .values({ ...opened, clinicId, staffId, tokenHash: hashToken(token), createdAt: now, expiresAt })
    .returning({ id: smartLaunches.id })
  return { id: made!.id, token }
}

/** A launch of an app that has not expired. */
export async function findLaunch(
  { tx, clinicId, now }: ClinicScope,
  { appId, token }: { appId: string; token: string },
): Promise<LaunchRow | undefined> {
  const [found] = await tx
    .select()
    .from(smartLaunches)
    .where(
      and(
        eq(smartLaunches.clinicId, clinicId),
        eq(smartLaunches.appId, appId),
        eq(smartLaunches.tokenHash, hashToken(token)),
        gt(smartLaunches.expiresAt, now),
      ),
    )
  return found
}

/** Uses a launch up; false where somebody else did at the same moment. */
export async function useUpLaunch({ tx, clinicId }: ClinicScope, id: string): Promise<boolean> {
  const deleted = await tx
    .delete(smartLaunches)
    .where(and(eq(smartLaunches.clinicId, clinicId), eq(smartLaunches.id, id)))
    .returning({ id: smartLaunches.id })
  return deleted.length > 0
}

/** For so long a used code is known, so that it is told when it comes again. */
const codes_known_hours = 24

type Agreed = Opened & Pick<GrantRow, 'scopes' | 'redirectUri' | 'codeChallenge'>

/** Keeps what was agreed to, and answers the code that is good for it once; deletes what is long over. */
export async function insertGrant(scope: ClinicScope, agreed: Agreed): Promise<{ id: string; code: string }> {
  const { tx, clinicId, staffId, now } = scope
  const over = new Date(now.getTime() - codes_known_hours * 60 * minute_ms)
  await tx
    .delete(smartGrants)
    .where(and(eq(smartGrants.clinicId, clinicId), lte(smartGrants.codeExpiresAt, over)))
  const code = newToken()
  const codeExpiresAt = new Date(now.getTime() + smart_code_seconds * 1000)
  const [made] = await tx
    .insert(smartGrants)
    .values({ ...agreed, clinicId, staffId, codeHash: hashToken(code), codeExpiresAt, createdAt: now })
    .returning({ id: smartGrants.id })
  return { id: made!.id, code }
}

/** Whose practice's a code is; null for nobody's. */
export async function clinicOfCode(database: Database, code: string): Promise<string | null> {
  const query = {
    name: 'open_smart_code',
    text: 'select clinic_id from open_smart_code($1)',
    values: [hashToken(code)],
  }
  const { rows } = await database.borrow((client) => client.query<{ clinic_id: string }>(query))
  return rows[0]?.clinic_id ?? null
}

/** What a code is for, its row locked until the transaction ends. */
export async function lockGrant(scope: JobScope, code: string): Promise<GrantRow | undefined> {
  const [found] = await scope.tx
    .select()
    .from(smartGrants)
    .where(and(eq(smartGrants.clinicId, scope.clinicId), eq(smartGrants.codeHash, hashToken(code))))
    .for('update')
  return found
}

const grantById = ({ clinicId }: JobScope, id: string) =>
  and(eq(smartGrants.clinicId, clinicId), eq(smartGrants.id, id))

/** Gives the token of a locked grant: the code is good for nothing more. */
export async function issueToken(scope: JobScope, id: string): Promise<string> {
  const token = `smart_${newToken()}`
  const tokenExpiresAt = new Date(scope.now.getTime() + smart_token_minutes * minute_ms)
  await scope.tx
    .update(smartGrants)
    .set({ exchangedAt: scope.now, tokenHash: hashToken(token), tokenExpiresAt })
    .where(grantById(scope, id))
  return token
}

/** Ends a locked grant, and the token with it where one was given. */
export async function revokeGrant(scope: JobScope, { id, exchangedAt }: GrantRow): Promise<void> {
  await scope.tx
    .update(smartGrants)
    .set({ exchangedAt: exchangedAt ?? scope.now, revokedAt: scope.now })
    .where(grantById(scope, id))
}

type OpenedToken = {
  clinic_id: string
  grant_id: string
  app_name: string
  staff_name: string
  patient_id: string
  scopes: PatientScope[]
}

/** Whose live token this is: of an app and a member of staff that are still there; null for all others alike. */
export async function authenticateToken(
  database: Database,
  token: string,
  now: Date,
): Promise<OpenedToken | null> {
  const query = {
    name: 'open_smart_token',
    text: 'select clinic_id, grant_id, app_name, staff_name, patient_id, scopes from open_smart_token($1, $2)',
    values: [hashToken(token), now],
  }
  const { rows } = await database.borrow((client) => client.query<OpenedToken>(query))
  return rows[0] ?? null
}
