import { and, eq, inArray, ne, sql, type SQL } from 'drizzle-orm'
import type { PatientDetails } from '../../../contract/patients.ts'
import { violatedConstraint } from '../../platform/database/constraint-violation.ts'
import type { StaffScope } from '../../platform/database/transaction.ts'
import { toStoredDetails, toStoredGuardians } from './patient-rules.ts'
import { mayBeSamePerson } from './patient-name-likeness.ts'
import { nameBeginning, personText, searchTextOf } from './patient-search-rules.ts'
import { patients } from './patient-schema.ts'
import { randomUUID } from 'node:crypto'
import type { PatientRow } from './patient-store.ts'

/** A list from another system shows no evidence, so that nobody has seen any. */
const keeping = { by: '', newId: randomUUID }

/** Of the clinic, and not one that was merged into another. */
const ofClinic = (scope: StaffScope, where: SQL | undefined) =>
  and(eq(patients.clinicId, scope.clinicId), ne(patients.status, 'merged'), where)

type Person = Pick<PatientDetails, 'firstName' | 'lastName' | 'dateOfBirth' | 'nhsNumber'>

/** Patients, archived ones too, with the NHS number of one of these people, or with their name and birth date. */
export async function findExactMatches(scope: StaffScope, people: readonly Person[]): Promise<PatientRow[]> {
  const nhsNumbers = people.flatMap(({ nhsNumber }) => nhsNumber || [])
  const born = [...new Set(people.map(({ dateOfBirth }) => dateOfBirth))]
  const select = () => scope.tx.select().from(patients)
  const numbered =
    nhsNumbers.length > 0
      ? await select().where(
          ofClinic(scope, and(ne(patients.nhsNumber, ''), inArray(patients.nhsNumber, nhsNumbers))),
        )
      : []
  if (born.length === 0) return numbered
  // By the index of birth dates alone; the names are compared in place, so that no namesake by birth date travels.
  const beginnings = sql.param(people.map(nameBeginning))
  const isNamed = sql`exists (select from unnest(${beginnings}::text[]) named where starts_with(${patients.searchText}, named))`
  const persons = new Set(people.map(personText))
  const found = await select().where(ofClinic(scope, and(inArray(patients.dateOfBirth, born), isNamed)))
  const named = found.filter((patient) => persons.has(personText(patient)))
  const known = new Set(numbered.map(({ id }) => id))
  return [...numbered, ...named.filter(({ id }) => !known.has(id))]
}

/** Patients of one birth date who are compared: a filler such as 1900-01-01 may stand for thousands. */
const born_alike_max = 1000

/** The patients born on the days of these people whose names are nearly theirs, of each day the first thousand. */
export async function findNearMatches<P extends Person>(
  scope: StaffScope,
  people: readonly P[],
  isNear: (person: P, other: NamedOnDay) => boolean = mayBeSamePerson,
): Promise<PatientRow[]> {
  if (people.length === 0) return []
  const byBirthDate = Map.groupBy(people, ({ dateOfBirth }) => dateOfBirth)
  const born = await bornOn(scope, [...byBirthDate.keys()])
  const near = born.filter((each) =>
    byBirthDate.get(each.dateOfBirth)!.some((person) => isNear(person, each)),
  )
  return patientsById(
    scope,
    near.map((each) => each.id),
  )
}

type NamedOnDay = Pick<PatientRow, 'id' | 'firstName' | 'lastName' | 'preferredName' | 'dateOfBirth'>

async function bornOn(scope: StaffScope, days: readonly string[]): Promise<NamedOnDay[]> {
  const { rows } = await scope.tx.execute<NamedOnDay>(sql`
    select named.id, named.first_name as "firstName", named.last_name as "lastName",
      named.preferred_name as "preferredName", born.day::text as "dateOfBirth"
    from unnest(${sql.param(days)}::date[]) born (day)
    cross join lateral (
      select p.id, p.first_name, p.last_name, p.preferred_name from patients p
      where p.clinic_id = ${scope.clinicId} and p.date_of_birth = born.day and p.status <> 'merged'
      limit ${born_alike_max}) named`)
  return rows
}

/** The patients with these ids, in no order. */
export async function patientsById(scope: StaffScope, ids: string[]): Promise<PatientRow[]> {
  if (ids.length === 0) return []
  return scope.tx
    .select()
    .from(patients)
    .where(ofClinic(scope, inArray(patients.id, ids)))
}

/** The same with their rows locked until the transaction ends, in the order of their ids so that two never wait for each other. */
export async function lockPatients(scope: StaffScope, ids: string[]): Promise<PatientRow[]> {
  return scope.tx
    .select()
    .from(patients)
    .where(ofClinic(scope, inArray(patients.id, ids)))
    .orderBy(patients.id)
    .for('update')
}

/**
 * Adds patients and answers their ids in the same order. An NHS number that another patient has is a fault here: the
 * caller has looked, and whoever came between is seen when it looks again.
 */
export async function addPatients(scope: StaffScope, details: PatientDetails[]): Promise<string[]> {
  if (details.length === 0) return []
  const { rows } = await scope.tx.execute<{ id: string }>(
    sql`select uuidv7() as id from generate_series(1, ${details.length})`,
  )
  const made = { clinicId: scope.clinicId, createdAt: scope.now, updatedAt: scope.now }
  await scope.tx.insert(patients).values(
    details.map((each, index) => ({
      ...{ ...toStoredDetails(each, keeping), ...made, id: rows[index]!.id, searchText: searchTextOf(each) },
    })),
  )
  return rows.map(({ id }) => id)
}

/** Adds somebody who is nobody, to try the installation: the only kind that may simply be removed again. Answers the id. */
export async function addTestPatient(scope: StaffScope, details: PatientDetails): Promise<string> {
  const made = { clinicId: scope.clinicId, createdAt: scope.now, updatedAt: scope.now, isTrial: true }
  const [added] = await scope.tx
    .insert(patients)
    .values({ ...toStoredDetails(details, keeping), ...made, searchText: searchTextOf(details) })
    .returning({ id: patients.id })
  return added!.id
}

/** Changes some details of a locked patient and raises the version. */
export async function changePatient(
  scope: StaffScope,
  before: PatientRow,
  { guardians, ...changes }: Partial<PatientDetails>,
): Promise<void> {
  await scope.tx
    .update(patients)
    .set({
      ...changes,
      ...(guardians && { guardians: toStoredGuardians(guardians, keeping) }),
      searchText: searchTextOf({ ...before, ...changes }),
      version: sql`${patients.version} + 1`,
      updatedAt: scope.now,
    })
    .where(ofClinic(scope, eq(patients.id, before.id)))
}

/**
 * Removes patients to whom nothing belongs, and answers which. What belongs to a patient the database knows by its
 * foreign keys, those of modules below as well. It lets only those go whom an import added that is being undone, and
 * trial patients.
 */
export async function removePatients(scope: StaffScope, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const removed = await removeTogether(scope, ids)
  if (removed || ids.length === 1) return removed ?? []
  const half = Math.ceil(ids.length / 2)
  return [
    ...(await removePatients(scope, ids.slice(0, half))),
    ...(await removePatients(scope, ids.slice(half))),
  ]
}

/** Null when something belongs to one of them, in which case all of them are still there. */
async function removeTogether(scope: StaffScope, ids: string[]): Promise<string[] | null> {
  await scope.tx.execute(sql`savepoint removal`)
  try {
    const gone = await scope.tx
      .delete(patients)
      .where(ofClinic(scope, inArray(patients.id, ids)))
      .returning({ id: patients.id })
    await scope.tx.execute(sql`release savepoint removal`)
    return gone.map(({ id }) => id)
  } catch (error) {
    if (!violatedConstraint(error)) throw error
    await scope.tx.execute(sql`rollback to savepoint removal`)
    return null
  }
}
