import { eq } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import type { AdminScope, ClinicScope } from '../../platform/database/transaction.ts'
import { maintenance } from './maintenance-schema.ts'

export type MaintenanceRecord = Omit<typeof maintenance.$inferSelect, 'isHere'>

/** How it stands; undefined where it was never on. */
export async function findMaintenance({ tx }: AdminScope): Promise<MaintenanceRecord | undefined> {
  return (await tx.select().from(maintenance))[0]
}

/** Switches it on or off. */
export async function setMaintenance(
  { tx, now, actor }: AdminScope,
  change: Pick<MaintenanceRecord, 'isOn' | 'reason' | 'until'>,
): Promise<MaintenanceRecord> {
  const values = { ...change, since: now, byName: actor.name }
  const [kept] = await tx
    .insert(maintenance)
    .values(values)
    .onConflictDoUpdate({ target: maintenance.isHere, set: values })
    .returning()
  return kept!
}

/** Until when practices are kept from writing, as the bare login may read it; null where they are not. */
export function loadMaintenance(database: Database): Promise<{ until: Date | null } | null> {
  return database.borrow(async (client) => {
    const { rows } = await client.query<{ until: Date | null }>('select until from maintenance where is_on')
    return rows[0] ?? null
  })
}

/** The same in the transaction of one of a practice's people. */
export async function findMaintenanceForClinic({ tx }: ClinicScope): Promise<{ until: Date | null } | null> {
  const { until, isOn } = maintenance
  return (await tx.select({ until }).from(maintenance).where(eq(isOn, true)))[0] ?? null
}
