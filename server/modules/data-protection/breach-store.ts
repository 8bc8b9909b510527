import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { BreachEntry } from '../../../contract/data-protection.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { breachEntries, breaches } from './breach-schema.ts'

export type BreachRow = typeof breaches.$inferSelect
export type BreachEntryRow = typeof breachEntries.$inferSelect
/** A breach with what was written down about it, the earliest first. */
export type FullBreach = BreachRow & { entries: BreachEntryRow[] }

/** So many are listed; the newest. Practices have a few in years. */
const breaches_listed_max = 200

async function withEntries(scope: ClinicScope, rows: BreachRow[]): Promise<FullBreach[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const entries = await scope.tx
    .select()
    .from(breachEntries)
    .where(and(eq(breachEntries.clinicId, scope.clinicId), inArray(breachEntries.breachId, ids)))
    .orderBy(asc(breachEntries.at), asc(breachEntries.id))
  return rows.map((row) => ({ ...row, entries: entries.filter(({ breachId }) => breachId === row.id) }))
}

/** Breaches of the practice, the newest first; only those that are open where asked so. */
export async function listBreaches(scope: ClinicScope, { openOnly = false } = {}): Promise<FullBreach[]> {
  const isOpen = openOnly ? isNull(breaches.closedAt) : undefined
  const rows = await scope.tx
    .select()
    .from(breaches)
    .where(and(eq(breaches.clinicId, scope.clinicId), isOpen))
    .orderBy(desc(breaches.discoveredAt), desc(breaches.id))
    .limit(breaches_listed_max)
  return withEntries(scope, rows)
}

const breachById = (scope: ClinicScope, id: string) =>
  and(eq(breaches.clinicId, scope.clinicId), eq(breaches.id, id))

export async function findBreach(scope: ClinicScope, id: string): Promise<FullBreach | undefined> {
  return (await withEntries(scope, await scope.tx.select().from(breaches).where(breachById(scope, id))))[0]
}

/** The same, kept from changing until the transaction ends. */
export async function lockBreach(scope: ClinicScope, id: string): Promise<FullBreach | undefined> {
  const rows = await scope.tx.select().from(breaches).where(breachById(scope, id)).for('update')
  return (await withEntries(scope, rows))[0]
}

export async function insertBreach(
  scope: ClinicScope,
  breach: Pick<BreachRow, 'title' | 'discoveredAt'>,
): Promise<string> {
  const by = { openedBy: scope.actor.name, openedAt: scope.now }
  const [made] = await scope.tx
    .insert(breaches)
    .values({ ...breach, clinicId: scope.clinicId, ...by })
    .returning({ id: breaches.id })
  return made!.id
}

export async function insertBreachEntry(
  scope: ClinicScope,
  breachId: string,
  entry: BreachEntry,
): Promise<void> {
  const by = { byName: scope.actor.name, at: scope.now }
  await scope.tx.insert(breachEntries).values({ breachId, said: entry, clinicId: scope.clinicId, ...by })
}

export async function closeBreachRecord(scope: ClinicScope, id: string, lessons: string): Promise<void> {
  await scope.tx
    .update(breaches)
    .set({ lessons, closedBy: scope.actor.name, closedAt: scope.now })
    .where(breachById(scope, id))
}
