import { and, asc, count, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { patients_counted_max, patients_found_max } from '../../../contract/limits.ts'
import type { ListedStatus, PatientDetails } from '../../../contract/patients.ts'
import { brokenConstraint } from '../../platform/database/broken-constraint.ts'
import type { Slice } from '../../platform/database/list-slice.ts'
import type { ClinicScope, LinkScope, TenantScope } from '../../platform/database/transaction.ts'
import { searchTextOf } from './patient-search-rules.ts'
import { patients } from './patient-schema.ts'

export type PatientRow = typeof patients.$inferSelect
type PatientFilter = { words: string[]; status: ListedStatus }

/** What is saved of a patient: every detail, and who asked about needs. */
export type KeptDetails = Pick<PatientRow, keyof PatientDetails | 'needsAskedBy'>

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

/** The ids of patients found by these words, a few too many where there are more than may be shown. */
export async function searchPatients(
  scope: ClinicScope,
  { words, statuses }: { words: string[]; statuses: readonly ListedStatus[] },
): Promise<string[]> {
  const { rows } = await scope.tx.execute<{ id: string }>(
    sql`select search_patients(${sql.param(words)}::text[], ${patients_found_max + 1}, ${sql.param(statuses)}::text[]) as id`,
  )
  return rows.map(({ id }) => id)
}

const byName = [asc(patients.lastName), asc(patients.firstName), asc(patients.id)] as const

/** One value however many they are: hundreds of them one by one take the database longer to read than to answer. */
const isAmong = (ids: readonly string[]): SQL => sql`${patients.id} = any(${sql.param(ids)}::uuid[])`

/** A page of patients by last name, first name and id, and how many there are, as far as counting goes. */
export async function listPatients(
  scope: ClinicScope,
  { words, status }: PatientFilter,
  { limit, offset }: Slice,
): Promise<{ rows: PatientRow[]; total: number; isCapped: boolean }> {
  const ofStatus = and(eq(patients.clinicId, scope.clinicId), eq(patients.status, status))
  const found = words.length > 0 ? await searchPatients(scope, { words, statuses: [status] }) : null
  const where = found ? and(ofStatus, isAmong(found.slice(0, patients_found_max))) : ofStatus
  const counted = found ? found.length : await countUpTo(scope, ofStatus, patients_counted_max + 1)
  const most = found ? patients_found_max : patients_counted_max
  const rows = await scope.tx
    .select()
    .from(patients)
    .where(where)
    .orderBy(...byName)
    .limit(limit)
    .offset(offset)
  return { rows, total: Math.min(counted, most), isCapped: counted > most }
}

/** How many there are, without counting further than `most`. */
async function countUpTo(scope: ClinicScope, where: SQL | undefined, most: number): Promise<number> {
  const some = scope.tx.select({ id: patients.id }).from(patients).where(where).limit(most).as('some')
  const [counted] = await scope.tx.select({ total: count() }).from(some)
  return counted!.total
}

/** These patients, in no order. */
export const findPatients = (scope: ClinicScope, ids: readonly string[]): Promise<PatientRow[]> =>
  scope.tx
    .select()
    .from(patients)
    .where(and(eq(patients.clinicId, scope.clinicId), inArray(patients.id, [...ids])))

/** Adds a patient, or answers null when another one of the clinic has this NHS number. */
export const insertPatient = (scope: ClinicScope, details: KeptDetails): Promise<PatientRow | null> =>
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
  details: KeptDetails,
): Promise<PatientRow | null> =>
  unlessDuplicate(
    scope.tx
      .update(patients)
      .set({ ...columnsOf(details), version: sql`${patients.version} + 1`, updatedAt: scope.now })
      .where(isPatient(scope, id))
      .returning(),
  )

/** Changes what is not of the details: status, when it ended, what it was merged into, when needs were asked. */
export async function changePatient(
  scope: ClinicScope,
  id: string,
  change: Partial<
    Pick<PatientRow, 'status' | 'endedOn' | 'mergedInto' | 'needsAskedOn' | 'needsAskedBy' | 'needsReviewOn'>
  >,
): Promise<PatientRow> {
  const [changed] = await scope.tx
    .update(patients)
    .set({ ...change, version: sql`${patients.version} + 1`, updatedAt: scope.now })
    .where(isPatient(scope, id))
    .returning()
  return changed!
}

const columnsOf = (details: KeptDetails) => ({ ...details, searchText: searchTextOf(details) })

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
