import { and, desc, eq } from 'drizzle-orm'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { patientMerges } from './patient-schema.ts'

export type MergeRow = typeof patientMerges.$inferSelect

const isMerge = (scope: ClinicScope, id: string) =>
  and(eq(patientMerges.clinicId, scope.clinicId), eq(patientMerges.id, id))

/** Writes down that two records become one, before anything moves. */
export async function insertMerge(
  scope: ClinicScope,
  merge: Pick<
    MergeRow,
    'survivorId' | 'mergedId' | 'mergedName' | 'mergedStatus' | 'survivorBefore' | 'survivorVersion'
  >,
): Promise<MergeRow> {
  const { clinicId, staffId: byStaffId, actor, now: at } = scope
  const [made] = await scope.tx
    .insert(patientMerges)
    .values({ ...merge, clinicId, byStaffId, byName: actor.name, at })
    .returning()
  return made!
}

/** Writes down what moved, or that it was moved back. */
export async function updateMerge(
  scope: ClinicScope,
  id: string,
  change: Partial<Pick<MergeRow, 'moved' | 'undoneAt' | 'undoneBy'>>,
): Promise<void> {
  await scope.tx.update(patientMerges).set(change).where(isMerge(scope, id))
}

/** One merge with its row locked, so that it is undone once. */
export async function lockMerge(scope: ClinicScope, id: string): Promise<MergeRow | undefined> {
  const [found] = await scope.tx.select().from(patientMerges).where(isMerge(scope, id)).for('update')
  return found
}

/** The merges into a patient, newest first. */
export const mergesOf = (scope: ClinicScope, survivorId: string): Promise<MergeRow[]> =>
  scope.tx
    .select()
    .from(patientMerges)
    .where(and(eq(patientMerges.clinicId, scope.clinicId), eq(patientMerges.survivorId, survivorId)))
    .orderBy(desc(patientMerges.at), desc(patientMerges.id))
