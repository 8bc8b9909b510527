import { and, count, eq, isNull, sql } from 'drizzle-orm'
import type { TrainingSort } from '../../../contract/trainings.ts'
import { orderOfSort } from '../../platform/database/list-order.ts'
import type { Slice } from '../../platform/database/list-slice.ts'
import type { ClinicScope, StaffScope } from '../../platform/database/transaction.ts'
import { staff } from '../staff/staff-schema.ts'
import { staffTrainings, trainingCertificates } from './training-schema.ts'

export type TrainingRow = typeof staffTrainings.$inferSelect & { staffName: string }

const own = (scope: StaffScope) => eq(staffTrainings.clinicId, scope.clinicId)
const isActive = (scope: StaffScope) => and(own(scope), isNull(staffTrainings.takenBackAt))
const withName = (scope: StaffScope) =>
  scope.tx
    .select({
      training: staffTrainings,
      staffName: sql<string>`trim(${staff.firstName} || ' ' || ${staff.lastName})`,
    })
    .from(staffTrainings)
    .innerJoin(staff, and(eq(staff.clinicId, staffTrainings.clinicId), eq(staff.id, staffTrainings.staffId)))

const sortColumns = {
  day: [staffTrainings.doneOn, staffTrainings.id],
  who: [staff.lastName, staff.firstName, staffTrainings.id],
  what: [staffTrainings.title, staffTrainings.id],
}

export async function listTrainings(
  scope: StaffScope,
  sort: TrainingSort,
  slice: Slice,
): Promise<{ rows: TrainingRow[]; total: number }> {
  const rows = await withName(scope)
    .where(isActive(scope))
    .orderBy(...orderOfSort(sort, sortColumns))
    .limit(slice.limit)
    .offset(slice.offset)
  const [counted] = await scope.tx.select({ total: count() }).from(staffTrainings).where(isActive(scope))
  return { rows: rows.map(({ training, staffName }) => ({ ...training, staffName })), total: counted!.total }
}

export type TrainingDate = Pick<TrainingRow, 'staffId' | 'topic' | 'doneOn'>

/** Which trainings stand: whose, in what, and when. */
export const activeTrainings = (scope: StaffScope): Promise<TrainingDate[]> =>
  scope.tx
    .select({ staffId: staffTrainings.staffId, topic: staffTrainings.topic, doneOn: staffTrainings.doneOn })
    .from(staffTrainings)
    .where(isActive(scope))

export async function findTraining(scope: StaffScope, id: string): Promise<TrainingRow | undefined> {
  const [found] = await withName(scope).where(and(own(scope), eq(staffTrainings.id, id)))
  return found && { ...found.training, staffName: found.staffName }
}

type NewTraining = Pick<TrainingRow, 'staffId' | 'topic' | 'title' | 'doneOn' | 'certificateType'>

export async function insertTraining(
  scope: ClinicScope,
  training: NewTraining,
  certificate: Buffer | null,
): Promise<TrainingRow> {
  const { clinicId, actor, now: at } = scope
  const [made] = await scope.tx
    .insert(staffTrainings)
    .values({ ...training, clinicId, recordedBy: actor.name, at })
    .returning({ id: staffTrainings.id })
  if (certificate)
    await scope.tx.insert(trainingCertificates).values({ clinicId, id: made!.id, content: certificate })
  return (await findTraining(scope, made!.id))!
}

/** Says that a training was written down by mistake; false where somebody said so already. */
export async function retractTraining(scope: ClinicScope, id: string): Promise<boolean> {
  const taken = await scope.tx
    .update(staffTrainings)
    .set({ takenBackAt: scope.now, takenBackBy: scope.actor.name })
    .where(and(isActive(scope), eq(staffTrainings.id, id)))
    .returning({ id: staffTrainings.id })
  return taken.length > 0
}

/** By which name a certificate is blocked, should malware be found in it. */
export const certificateFileName = (id: string): string => `certificates/${id}`

/** Certificates as files that are scanned. */
export const scannedCertificates = {
  table: 'training_certificates',
  columns: 'id',
  bytes: 'content',
  fileOf: ({ id }: Record<string, unknown>) => ({ storedAs: certificateFileName(String(id)) }),
}

export async function certificateOf(scope: StaffScope, id: string): Promise<Buffer | undefined> {
  const [found] = await scope.tx
    .select({ content: trainingCertificates.content })
    .from(trainingCertificates)
    .where(and(eq(trainingCertificates.clinicId, scope.clinicId), eq(trainingCertificates.id, id)))
  return found?.content
}
