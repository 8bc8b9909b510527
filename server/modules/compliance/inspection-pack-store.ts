import { and, desc, eq, lte, or, sql } from 'drizzle-orm'
import type { InspectionPack } from '../../../contract/inspection-packs.ts'
import { violatedConstraint } from '../../platform/database/constraint-violation.ts'
import type { ClinicScope, JobScope, StaffScope, SweepScope } from '../../platform/database/transaction.ts'
import { inspectionPacks } from './inspection-pack-schema.ts'

export type PackRow = typeof inspectionPacks.$inferSelect

const own = (scope: StaffScope) => eq(inspectionPacks.clinicId, scope.clinicId)
const packs_listed_max = 50

export const listPacks = (scope: StaffScope): Promise<PackRow[]> =>
  scope.tx
    .select()
    .from(inspectionPacks)
    .where(own(scope))
    .orderBy(desc(inspectionPacks.createdAt), desc(inspectionPacks.id))
    .limit(packs_listed_max)

export async function findPack(scope: StaffScope, id: string): Promise<PackRow | undefined> {
  const [found] = await scope.tx
    .select()
    .from(inspectionPacks)
    .where(and(own(scope), eq(inspectionPacks.id, id)))
  return found
}

/** Begins a pack; null where one is under way already. The refusal then undoes the transaction. */
export async function insertPack(
  scope: ClinicScope,
  { from: fromDay, to: toDay }: { from: string; to: string },
): Promise<PackRow | null> {
  const by = { madeById: scope.staffId, madeBy: scope.actor.name, createdAt: scope.now }
  try {
    const [made] = await scope.tx
      .insert(inspectionPacks)
      .values({ fromDay, toDay, clinicId: scope.clinicId, ...by })
      .returning()
    return made!
  } catch (error) {
    if (violatedConstraint(error) === 'inspection_packs_one') return null
    throw error
  }
}

export async function updatePack(scope: StaffScope, id: string, change: Partial<PackRow>): Promise<void> {
  await scope.tx
    .update(inspectionPacks)
    .set(change)
    .where(and(own(scope), eq(inspectionPacks.id, id)))
}

/** Whether bytes of that name are held by another pack that can still be fetched. */
export async function isPackFileShared(scope: JobScope, { id, sha256 }: PackRow): Promise<boolean> {
  const others = and(
    own(scope),
    eq(inspectionPacks.sha256, sha256!),
    eq(inspectionPacks.status, 'ready'),
    sql`${inspectionPacks.id} <> ${id}`,
  )
  return (
    (await scope.tx.select({ id: inspectionPacks.id }).from(inspectionPacks).where(others).limit(1)).length >
    0
  )
}

/** Packs of all practices whose time is over, and those that were begun long ago and never finished. */
export const expiredPacks = (
  scope: SweepScope,
  { begunBefore, limit }: { begunBefore: Date; limit: number },
) =>
  scope.tx
    .select({ clinicId: inspectionPacks.clinicId, id: inspectionPacks.id })
    .from(inspectionPacks)
    .where(
      or(
        and(eq(inspectionPacks.status, 'ready'), lte(inspectionPacks.expiresAt, scope.now)),
        and(eq(inspectionPacks.status, 'preparing'), lte(inspectionPacks.createdAt, begunBefore)),
      ),
    )
    .orderBy(inspectionPacks.createdAt)
    .limit(limit)

/** Under which name the file store keeps a pack: by its content. */
export const nameOfInspectionPack = (sha256: string): string => `inspections/${sha256}.zip`

/** Whether the bytes are there to be fetched at all. */
export const isPackReady = ({ status, expiresAt }: PackRow, now: Date): boolean =>
  status === 'ready' && expiresAt !== null && expiresAt > now

export function packView(row: PackRow, now: Date): InspectionPack {
  const { id, fromDay: from, toDay: to, status, progress, bytes, sha256, failure, madeBy } = row
  return {
    ...{ id, from, to, progress, bytes, sha256, failure, madeBy },
    status: status === 'ready' && !isPackReady(row, now) ? 'expired' : status,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
  }
}
