import { and, asc, desc, eq, getTableColumns, inArray, sql, type SQL, type SQLChunk } from 'drizzle-orm'
import { patients_counted_max, patient_search_results_max } from '../../../contract/limits.ts'
import {
  patientSorts,
  type ListedStatus,
  type PatientDetails,
  type PatientSort,
} from '../../../contract/patients.ts'
import { violatedConstraint } from '../../platform/database/constraint-violation.ts'
import { preparedQuery, tenantPlaceholder, whereOwn } from '../../platform/database/prepared-query.ts'
import type { Slice } from '../../platform/database/list-slice.ts'
import type {
  ClinicScope,
  LinkScope,
  StaffScope,
  TenantScope,
  Tx,
} from '../../platform/database/transaction.ts'
import { searchTextOf } from './patient-search-rules.ts'
import { patients } from './patient-schema.ts'

export type PatientRow = typeof patients.$inferSelect
type PatientFilter = { words: string[]; status: ListedStatus; sort: PatientSort }

/** What is saved of a patient: every detail, and who asked about needs. */
export type StoredPatientDetails = Pick<PatientRow, keyof PatientDetails | 'needsAskedBy'>

const isPatient = (scope: TenantScope, id: string) =>
  and(eq(patients.clinicId, scope.clinicId), eq(patients.id, id))

const patientById = preparedQuery('patient', (tx) =>
  tx
    .select()
    .from(patients)
    .where(whereOwn(patients, patients.id, 'patientId')),
)

/** One patient of the scope; undefined for another clinic's, and for another person behind a patient's link. */
export const findPatient = async (scope: TenantScope, id: string): Promise<PatientRow | undefined> =>
  (await patientById(scope, { patientId: id }))[0]

const birthDateQuery = preparedQuery('patient_birth_date', (tx) =>
  tx
    .select({ dateOfBirth: patients.dateOfBirth })
    .from(patients)
    .where(whereOwn(patients, patients.id, 'patientId')),
)

/** The birth date that whoever holds a link must give (YYYY-MM-DD), and nothing else of the patient. */
export const birthDateOf = async (scope: LinkScope, id: string): Promise<string> =>
  (await birthDateQuery(scope, { patientId: id }))[0]!.dateOfBirth

/** The same with the row locked until the transaction ends: a save starts here. */
export async function lockPatient(scope: ClinicScope, id: string): Promise<PatientRow | undefined> {
  const [found] = await scope.tx.select().from(patients).where(isPatient(scope, id)).for('update')
  return found
}

type Search = { words: string[]; statuses: readonly ListedStatus[] }

const callSearch = (practice: SQLChunk, words: SQLChunk, statuses: SQLChunk): SQL =>
  sql`search_patients(${practice}::uuid, ${words}::text[], ${patient_search_results_max + 1}, ${statuses}::text[])`
const foundBy = (practice: SQLChunk, words: SQLChunk, statuses: SQLChunk): SQL =>
  sql`select ${callSearch(practice, words, statuses)} as id`

/** The ids of patients found by these words as a set of a query, a few too many where there are more than may be shown. */
export const patientIdsFor = ({ clinicId }: StaffScope, { words, statuses }: Search): SQL =>
  callSearch(sql.param(clinicId), sql.param(words), sql.param(statuses))

/** The same, asked by themselves. */
export async function searchPatients(
  { tx, clinicId }: StaffScope,
  { words, statuses }: Search,
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(
    foundBy(sql.param(clinicId), sql.param(words), sql.param(statuses)),
  )
  return rows.map(({ id }) => id)
}

const sortColumns = {
  name: [patients.lastName, patients.firstName],
  born: [patients.dateOfBirth],
}

/** The id last, and all columns one way, so that an index is read in its order or from its end. */
function orderOf(sort: PatientSort): SQL[] {
  const way = sort.startsWith('-') ? desc : asc
  const key = sort.replace('-', '') as keyof typeof sortColumns
  return [...sortColumns[key], patients.id].map((column) => way(column))
}

const ofStatus = whereOwn(patients, patients.status, 'status')

/** A page of those that `all` finds, as sorted, and how many that finds. */
const pageOf = (tx: Tx, all: SQL, shown: SQL | undefined, sort: PatientSort) => {
  const found = tx.$with('found', { id: sql<string>`id` }).as(all)
  return tx
    .with(found)
    .select({ ...getTableColumns(patients), counted: sql<number>`(select count(*)::int from found)` })
    .from(patients)
    .where(and(ofStatus, shown))
    .orderBy(...orderOf(sort))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
}
// One more is found than is told, so that it is known whether there are more.
const foundPage = (sort: PatientSort) =>
  preparedQuery(`patients_found_${sort}`, (tx) =>
    pageOf(
      tx,
      foundBy(tenantPlaceholder, sql.placeholder('words'), sql.placeholder('statuses')),
      sql`${patients.id} = any(array(select id from found limit ${patient_search_results_max}))`,
      sort,
    ),
  )
const wholePage = (sort: PatientSort) =>
  preparedQuery(`patients_listed_${sort}`, (tx) =>
    pageOf(
      tx,
      sql`select ${patients.id} from ${patients} where ${ofStatus} limit ${patients_counted_max + 1}`,
      undefined,
      sort,
    ),
  )
const pagesBySort = <Page>(pageBy: (sort: PatientSort) => Page) =>
  Object.fromEntries(patientSorts.map((sort) => [sort, pageBy(sort)])) as Record<PatientSort, Page>
const foundPages = pagesBySort(foundPage)
const wholePages = pagesBySort(wholePage)

/**
 * A page of patients as sorted, and how many there are, as far as counting goes: one statement,
 * for the way to the database and back costs as much as finding them.
 */
export async function listPatients(
  scope: ClinicScope,
  { words, status, sort }: PatientFilter,
  { limit, offset }: Slice,
): Promise<{ rows: PatientRow[]; total: number; isCapped: boolean }> {
  const isSearch = words.length > 0
  const asked = { words, status, statuses: [status] }
  const page = (isSearch ? foundPages : wholePages)[sort]
  const rows = await page(scope, { ...asked, limit, offset })
  // Where the page asked for lies beyond them, any one of them says how many there are.
  const [first] =
    rows.length > 0 || offset === 0 ? rows : await page(scope, { ...asked, limit: 1, offset: 0 })
  const counted = first?.counted ?? 0
  const most = isSearch ? patient_search_results_max : patients_counted_max
  return { rows, total: Math.min(counted, most), isCapped: counted > most }
}

/** These patients, in no order. */
export const findPatients = (scope: ClinicScope, ids: readonly string[]): Promise<PatientRow[]> =>
  scope.tx
    .select()
    .from(patients)
    .where(and(eq(patients.clinicId, scope.clinicId), inArray(patients.id, [...ids])))

/** Adds a patient, or answers null when another one of the clinic has this NHS number. */
export const insertPatient = (
  scope: ClinicScope,
  details: StoredPatientDetails,
): Promise<PatientRow | null> =>
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
  details: StoredPatientDetails,
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

const columnsOf = (details: StoredPatientDetails) => ({ ...details, searchText: searchTextOf(details) })

/**
 * Leaves it to the unique index to find a duplicate, since asking first would miss one saved at the same moment.
 * The violation ends the transaction; the caller refuses, which undoes the transaction anyway, so no savepoint is needed.
 */
async function unlessDuplicate(saving: Promise<PatientRow[]>): Promise<PatientRow | null> {
  try {
    const [saved] = await saving
    return saved!
  } catch (error) {
    if (violatedConstraint(error) === 'patients_nhs_number') return null
    throw error
  }
}
