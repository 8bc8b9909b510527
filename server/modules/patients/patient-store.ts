import { and, asc, count, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { PatientDetails } from '../../../contract/patients.ts'
import { brokenConstraint } from '../../platform/database/broken-constraint.ts'
import type { Slice } from '../../platform/database/list-slice.ts'
import type { ClinicScope, LinkScope, TenantScope } from '../../platform/database/transaction.ts'
import { searchTextOf } from './patient-rules.ts'
import { patients } from './patient-schema.ts'

export type PatientRow = typeof patients.$inferSelect
export type PatientFilter = { words: string[]; status: PatientRow['status'] }

/** Matches looked at for one search; who finds more types another word. */
const matches_max = 500

const isPatient = (scope: TenantScope, id: string) =>
  and(eq(patients.clinicId, scope.clinicId), eq(patients.id, id))

/** One patient of the scope; undefined for another clinic's, and for another person behind a patient's link. */
export async function findPatient(scope: TenantScope, id: string): Promise<PatientRow | undefined> {
  const [found] = await scope.tx.select().from(patients).where(isPatient(scope, id))
  return found
}

/** The birth date that whoever holds a link must give (YYYY-MM-DD), and nothing else of the patient. */
export async function birthDateOf(scope: LinkScope, id: string): Promise<string> {
  const [found] = await scope.tx
    .select({ dateOfBirth: patients.dateOfBirth })
    .from(patients)
    .where(isPatient(scope, id))
  return found!.dateOfBirth
}

/** The same with the row locked until the transaction ends: a save starts here. */
export async function lockPatient(scope: ClinicScope, id: string): Promise<PatientRow | undefined> {
  const [found] = await scope.tx.select().from(patients).where(isPatient(scope, id)).for('update')
  return found
}

function matching(scope: ClinicScope, { words, status }: PatientFilter): SQL | undefined {
  const ofStatus = and(eq(patients.clinicId, scope.clinicId), eq(patients.status, status))
  if (words.length === 0) return ofStatus
  return and(
    ofStatus,
    inArray(patients.id, sql`(select search_patients(${sql.param(words)}::text[], ${matches_max}))`),
  )
}

/** A page of patients by last name, first name and id, and how many there are in all. */
export async function listPatients(
  scope: ClinicScope,
  filter: PatientFilter,
  { limit, offset }: Slice,
): Promise<{ rows: PatientRow[]; total: number }> {
  const where = matching(scope, filter)
  const [counted] = await scope.tx.select({ total: count() }).from(patients).where(where)
  const rows = await scope.tx
    .select()
    .from(patients)
    .where(where)
    .orderBy(asc(patients.lastName), asc(patients.firstName), asc(patients.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: counted!.total }
}

/** Adds a patient, or answers null when another one of the clinic has this NHS number. */
export const insertPatient = (scope: ClinicScope, details: PatientDetails): Promise<PatientRow | null> =>
  unlessDuplicate(
    scope.tx
      .insert(patients)
      .values({ ...columnsOf(details), clinicId: scope.clinicId, createdAt: scope.now, updatedAt: scope.now })
      .returning(),
  )

/** Saves new details and raises the version; null as for `insertPatient`. */
export const updatePatient = (
  scope: ClinicScope,
  id: string,
  details: PatientDetails,
): Promise<PatientRow | null> =>
  unlessDuplicate(
    scope.tx
      .update(patients)
      .set({ ...columnsOf(details), version: sql`${patients.version} + 1`, updatedAt: scope.now })
      .where(isPatient(scope, id))
      .returning(),
  )

/** Archives or restores; undefined when there is no such patient. */
export async function setPatientStatus(
  scope: ClinicScope,
  id: string,
  status: 'active' | 'archived',
): Promise<PatientRow | undefined> {
  const [changed] = await scope.tx
    .update(patients)
    .set({ status, updatedAt: scope.now })
    .where(isPatient(scope, id))
    .returning()
  return changed
}

const columnsOf = (details: PatientDetails) => ({ ...details, searchText: searchTextOf(details) })

/**
 * Leaves it to the unique index to find a duplicate, since asking first would miss one saved at the same moment.
 * The violation ends the transaction; the caller refuses, which undoes the transaction anyway, so no savepoint is needed.
 */
async function unlessDuplicate(saving: Promise<PatientRow[]>): Promise<PatientRow | null> {
  try {
    const [saved] = await saving
    return saved!
  } catch (error) {
    if (brokenConstraint(error) === 'patients_nhs_number') return null
    throw error
  }
}
