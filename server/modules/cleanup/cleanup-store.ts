import { and, desc, eq, sql } from 'drizzle-orm'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import type { ClinicAccount } from './cleanup-rules.ts'
import { cleanups, type CleanupItem } from './cleanup-schema.ts'

export type CleanupRecord = typeof cleanups.$inferSelect

/** How many clean-ups the screen offers to undo. */
const recent_cleanups_max = 20

/** Accounts that the clinic took on; the function reads no other clinic's. */
export async function accountsOfClinic(scope: ClinicScope): Promise<ClinicAccount[]> {
  const { rows } = await scope.tx.execute<{
    user_id: string
    name: string
    email: string
    is_active: boolean
    staff_here: number
    staff_elsewhere: number
  }>(sql`select * from accounts_of_clinic() order by name, user_id`)
  return rows.map((row) => ({
    userId: row.user_id,
    name: row.name,
    email: row.email,
    isActive: row.is_active,
    staffRecords: row.staff_here + row.staff_elsewhere,
  }))
}

/** Switches sign-in of an account on no staff off or on; false when there is no such account of this clinic. */
export async function setAccountActive(
  scope: ClinicScope,
  userId: string,
  isActive: boolean,
): Promise<boolean> {
  const { rows } = await scope.tx.execute<{ changed: boolean }>(
    sql`select set_account_active(${userId}, ${isActive}, ${scope.now.toISOString()}) as changed`,
  )
  return rows[0]!.changed
}

/** Writes down what was tidied together. */
export async function insertCleanup(scope: ClinicScope, items: CleanupItem[]): Promise<CleanupRecord> {
  const [made] = await scope.tx
    .insert(cleanups)
    .values({ clinicId: scope.clinicId, by: scope.actor.name, items, at: scope.now })
    .returning()
  return made!
}

/** The last clean-ups of the clinic, newest first. */
export const recentCleanups = (scope: ClinicScope): Promise<CleanupRecord[]> =>
  scope.tx
    .select()
    .from(cleanups)
    .where(eq(cleanups.clinicId, scope.clinicId))
    .orderBy(desc(cleanups.at), desc(cleanups.id))
    .limit(recent_cleanups_max)

const isCleanup = (scope: ClinicScope, id: string) =>
  and(eq(cleanups.clinicId, scope.clinicId), eq(cleanups.id, id))

/** One clean-up, locked until the transaction ends; undefined when there is none such here. */
export async function lockCleanup(scope: ClinicScope, id: string): Promise<CleanupRecord | undefined> {
  const [found] = await scope.tx.select().from(cleanups).where(isCleanup(scope, id)).for('update')
  return found
}

/** Marks a locked clean-up as undone. */
export async function markUndone(scope: ClinicScope, id: string): Promise<CleanupRecord> {
  const [undone] = await scope.tx
    .update(cleanups)
    .set({ undoneAt: scope.now })
    .where(isCleanup(scope, id))
    .returning()
  return undone!
}
