import { and, desc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { violatedConstraint } from '../../platform/database/constraint-violation.ts'
import type {
  ClinicScope,
  DestroyerScope,
  JobScope,
  StaffScope,
  SweepScope,
} from '../../platform/database/transaction.ts'
import { patients } from '../patients/patient-schema.ts'
import { legalHolds, recordFiles } from './record-schema.ts'

export type HoldRow = typeof legalHolds.$inferSelect
export type FileRow = typeof recordFiles.$inferSelect

/** Who asks what keeps a record: the practice, and whoever takes the record away, who looks again. */
export type RetentionScope = StaffScope | DestroyerScope

/** A patient's records: their own, and those that were merged into it. */
export const recordsOf = (scope: RetentionScope, patientId: string) =>
  scope.tx
    .select({ id: patients.id })
    .from(patients)
    .where(
      and(
        eq(patients.clinicId, scope.clinicId),
        or(eq(patients.id, patientId), eq(patients.mergedInto, patientId)),
      ),
    )

const ownHolds = (scope: RetentionScope, patientId: string) =>
  and(eq(legalHolds.clinicId, scope.clinicId), inArray(legalHolds.patientId, recordsOf(scope, patientId)))

export const holdsOf = (scope: RetentionScope, patientId: string): Promise<HoldRow[]> =>
  scope.tx
    .select()
    .from(legalHolds)
    .where(ownHolds(scope, patientId))
    .orderBy(desc(legalHolds.setAt), desc(legalHolds.id))

/** Sets a hold; false where one stands already, also one set at the same moment: the refusal undoes the transaction. */
export async function insertHold(scope: ClinicScope, patientId: string, reason: string): Promise<boolean> {
  if ((await holdsOf(scope, patientId)).some(({ liftedAt }) => liftedAt === null)) return false
  const by = { setById: scope.staffId, setBy: scope.actor.name, setAt: scope.now }
  try {
    await scope.tx.insert(legalHolds).values({ clinicId: scope.clinicId, patientId, reason, ...by })
    return true
  } catch (error) {
    if (violatedConstraint(error) === 'legal_holds_standing') return false
    throw error
  }
}

/** Lifts the hold that stands; false where none does. */
export async function endHold(scope: ClinicScope, patientId: string, reason: string): Promise<boolean> {
  const by = { liftedById: scope.staffId, liftedBy: scope.actor.name, liftedAt: scope.now }
  const lifted = await scope.tx
    .update(legalHolds)
    .set({ ...by, liftedReason: reason })
    .where(and(ownHolds(scope, patientId), isNull(legalHolds.liftedAt)))
    .returning({ id: legalHolds.id })
  return lifted.length > 0
}

/** Begins a file; null where an export is under way already. The refusal then undoes the transaction. */
export async function insertFile(
  scope: ClinicScope,
  file: Pick<FileRow, 'kind' | 'patientId'>,
): Promise<FileRow | null> {
  const by = { madeById: scope.staffId, madeBy: scope.actor.name, createdAt: scope.now }
  try {
    const [made] = await scope.tx
      .insert(recordFiles)
      .values({ ...file, clinicId: scope.clinicId, ...by })
      .returning()
    return made!
  } catch (error) {
    if (violatedConstraint(error) === 'record_files_one_export') return null
    throw error
  }
}

const files_listed_max = 20

/** The packs of a patient, or the exports of the clinic, newest first. */
export const listFiles = (scope: StaffScope, patientId: string | null): Promise<FileRow[]> =>
  scope.tx
    .select()
    .from(recordFiles)
    .where(
      and(
        eq(recordFiles.clinicId, scope.clinicId),
        patientId === null ? eq(recordFiles.kind, 'export') : eq(recordFiles.patientId, patientId),
      ),
    )
    .orderBy(desc(recordFiles.createdAt), desc(recordFiles.id))
    .limit(files_listed_max)

const isFile = (scope: StaffScope, id: string) =>
  and(eq(recordFiles.clinicId, scope.clinicId), eq(recordFiles.id, id))

export async function findFile(scope: StaffScope, id: string): Promise<FileRow | undefined> {
  const [found] = await scope.tx.select().from(recordFiles).where(isFile(scope, id))
  return found
}

/** Changes a file's row; false where it is gone, with the record that it was made of. */
export async function updateFile(
  scope: StaffScope,
  id: string,
  change: Partial<Omit<FileRow, 'clinicId' | 'id'>>,
): Promise<boolean> {
  const changed = await scope.tx
    .update(recordFiles)
    .set(change)
    .where(isFile(scope, id))
    .returning({ id: recordFiles.id })
  return changed.length > 0
}

/** Whether bytes of that name are held by another file that can still be fetched. */
export async function isHeldElsewhere(scope: JobScope, { id, sha256 }: FileRow): Promise<boolean> {
  const others = and(
    eq(recordFiles.clinicId, scope.clinicId),
    eq(recordFiles.sha256, sha256!),
    eq(recordFiles.status, 'ready'),
    sql`${recordFiles.id} <> ${id}`,
  )
  return (await scope.tx.select({ id: recordFiles.id }).from(recordFiles).where(others).limit(1)).length > 0
}

/** Files of all clinics whose week is over, and those that were begun long ago and never finished. */
export const expiredFiles = (
  scope: SweepScope,
  { begunBefore, limit }: { begunBefore: Date; limit: number },
) =>
  scope.tx
    .select({ clinicId: recordFiles.clinicId, id: recordFiles.id })
    .from(recordFiles)
    .where(
      or(
        and(eq(recordFiles.status, 'ready'), lte(recordFiles.expiresAt, scope.now)),
        and(eq(recordFiles.status, 'preparing'), lte(recordFiles.createdAt, begunBefore)),
      ),
    )
    .orderBy(recordFiles.createdAt)
    .limit(limit)
