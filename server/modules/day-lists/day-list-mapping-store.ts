import { and, eq, inArray, sql } from 'drizzle-orm'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import {
  dayListClinicians as clinicians,
  dayListNumbers as numbers,
  dayListTreatments as treatments,
} from './day-list-schema.ts'

/** Whose these numbers of the practice's own system are, as lists have said before. */
export async function findPatientIdsByNumber(
  scope: ClinicScope,
  asked: readonly string[],
): Promise<Map<string, string>> {
  if (asked.length === 0) return new Map()
  const found = await scope.tx
    .select({ number: numbers.number, patientId: numbers.patientId })
    .from(numbers)
    .where(and(eq(numbers.clinicId, scope.clinicId), inArray(numbers.number, [...asked])))
  return new Map(found.map(({ number, patientId }) => [number, patientId]))
}

/** The numbers under which lists have named these patients. */
export async function findPatientNumbers(
  scope: ClinicScope,
  patientIds: readonly string[],
): Promise<Map<string, string[]>> {
  const known = new Map<string, string[]>()
  if (patientIds.length === 0) return known
  const found = await scope.tx
    .select()
    .from(numbers)
    .where(and(eq(numbers.clinicId, scope.clinicId), inArray(numbers.patientId, [...patientIds])))
    .orderBy(numbers.number)
  for (const { number, patientId } of found) known.set(patientId, [...(known.get(patientId) ?? []), number])
  return known
}

/** Keeps whose the numbers of a list are; what an earlier list said the same stays its own. */
export async function saveNumbers(
  scope: ClinicScope,
  listId: string,
  learnt: ReadonlyMap<string, string>,
): Promise<void> {
  if (learnt.size === 0) return
  const { clinicId } = scope
  await scope.tx
    .insert(numbers)
    .values([...learnt].map(([number, patientId]) => ({ clinicId, number, patientId, listId })))
    .onConflictDoUpdate({
      target: [numbers.clinicId, numbers.number],
      set: { patientId: sql`excluded.patient_id`, listId: sql`excluded.list_id` },
      setWhere: sql`${numbers.patientId} <> excluded.patient_id`,
    })
}

/** Forgets what a list that is taken back said of numbers. */
export async function deleteNumbers(scope: ClinicScope, listId: string): Promise<void> {
  await scope.tx.delete(numbers).where(and(eq(numbers.clinicId, scope.clinicId), eq(numbers.listId, listId)))
}

/** Whom lists mean by these names; null where their rows are left out. */
export async function findClinicianMappings(scope: ClinicScope): Promise<Map<string, string | null>> {
  const found = await scope.tx.select().from(clinicians).where(eq(clinicians.clinicId, scope.clinicId))
  return new Map(found.map(({ written, staffId }) => [written, staffId]))
}

export async function saveClinicianMapping(
  scope: ClinicScope,
  written: string,
  staffId: string | null,
): Promise<void> {
  await scope.tx
    .insert(clinicians)
    .values({ clinicId: scope.clinicId, written, staffId })
    .onConflictDoUpdate({ target: [clinicians.clinicId, clinicians.written], set: { staffId } })
}

type TreatmentMapping = { templateId: string | null; needsConsent: boolean }

/** What lists mean by these words of treatments. */
export async function findTreatmentMappings(
  scope: ClinicScope,
  written: readonly string[],
): Promise<Map<string, TreatmentMapping>> {
  if (written.length === 0) return new Map()
  const found = await scope.tx
    .select()
    .from(treatments)
    .where(and(eq(treatments.clinicId, scope.clinicId), inArray(treatments.written, [...written])))
  return new Map(found.map(({ written: key, ...meaning }) => [key, meaning]))
}

export async function saveTreatmentMapping(
  scope: ClinicScope,
  written: string,
  meaning: TreatmentMapping,
): Promise<void> {
  await scope.tx
    .insert(treatments)
    .values({ clinicId: scope.clinicId, written, ...meaning })
    .onConflictDoUpdate({ target: [treatments.clinicId, treatments.written], set: meaning })
}
