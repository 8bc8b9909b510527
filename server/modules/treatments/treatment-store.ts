import { and, eq, inArray, isNull, or, sql, type Column } from 'drizzle-orm'
import { violatedConstraint } from '../../platform/database/constraint-violation.ts'
import type { AdminScope, ClinicScope, Tx } from '../../platform/database/transaction.ts'
import {
  subtypesToMove,
  visibleTypes,
  type Duplicate,
  type Owner,
  type SubtypeRow,
  type TreatmentRecord,
  type TreatmentRow,
} from './treatment-rules.ts'
import { treatmentSubtypes, treatmentTypes } from './treatment-schema.ts'

/** The product at its start, which adds what it comes with: as the owner of the database, to the platform's. */
export type SeedingScope = { audience: 'seeding'; tx: Tx; now: Date }
/** Whoever reads and changes treatment types. */
export type TreatmentScope = ClinicScope | AdminScope | SeedingScope

/** Whose rows the scope adds and may change. */
export const ownerOf = (scope: TreatmentScope): Owner => (scope.audience === 'clinic' ? scope.clinicId : null)

/** A clinic reads the platform's beside its own, all others the platform's alone. */
const readableIn = (scope: TreatmentScope, owner: Column) =>
  scope.audience === 'clinic' ? or(isNull(owner), eq(owner, scope.clinicId)) : isNull(owner)

const ownIn = (scope: TreatmentScope, owner: Column) =>
  scope.audience === 'clinic' ? eq(owner, scope.clinicId) : isNull(owner)

/**
 * Lets one change of these at a time through, until the transaction ends. A row's own lock would not do: a clinic may
 * not lock the platform's rows, and a name that is only just being added has no row yet.
 */
const lockByKey = (scope: TreatmentScope, what: string) =>
  scope.tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`treatments of ${what}`}, 0))`)

/** Taken before a name of a treatment type is given, and before the lock of one type. */
export const lockNames = (scope: TreatmentScope) => lockByKey(scope, ownerOf(scope) ?? 'the platform')

/** Every treatment type the scope may read, shown or not. */
export const listTypes = (scope: TreatmentScope): Promise<TreatmentRow[]> =>
  scope.tx.select().from(treatmentTypes).where(readableIn(scope, treatmentTypes.ownerClinicId))

async function withSubtypes(scope: TreatmentScope, types: TreatmentRow[]): Promise<TreatmentRecord[]> {
  const subtypes = await scope.tx
    .select()
    .from(treatmentSubtypes)
    .where(
      and(
        readableIn(scope, treatmentSubtypes.ownerClinicId),
        inArray(
          treatmentSubtypes.treatmentId,
          types.map(({ id }) => id),
        ),
      ),
    )
  const byType = Map.groupBy(subtypes, ({ treatmentId }) => treatmentId)
  return types.map((type) => ({ ...type, subtypes: byType.get(type.id) ?? [] }))
}

/** The treatment types that the scope is shown, by name. */
export async function listTreatments(scope: TreatmentScope): Promise<TreatmentRecord[]> {
  return withSubtypes(scope, visibleTypes(await listTypes(scope), ownerOf(scope)))
}

/** One of them; undefined for another clinic's, and for one that is not shown. */
export async function findTreatment(scope: TreatmentScope, id: string): Promise<TreatmentRecord | undefined> {
  const shown = visibleTypes(await listTypes(scope), ownerOf(scope)).filter((type) => type.id === id)
  const [found] = await withSubtypes(scope, shown)
  return found
}

/** The same, with every change of this type by others waiting until the transaction ends: a change starts here. */
export async function lockTreatment(scope: TreatmentScope, id: string): Promise<TreatmentRecord | undefined> {
  await lockByKey(scope, id)
  return findTreatment(scope, id)
}

export type NewTreatment = { name: string; description: string; subtypes: readonly string[] }

/** Adds a treatment type with its subtypes, as the scope's own; answers its id. */
export async function insertTreatment(
  scope: TreatmentScope,
  { name, description, subtypes }: NewTreatment,
): Promise<string> {
  const { tx, now } = scope
  const ownerClinicId = ownerOf(scope)
  const [added] = await tx
    .insert(treatmentTypes)
    .values({ ownerClinicId, name, description, createdAt: now, updatedAt: now })
    .returning({ id: treatmentTypes.id })
  const { id: treatmentId } = added!
  if (subtypes.length > 0)
    await tx
      .insert(treatmentSubtypes)
      .values(
        subtypes.map((name, position) => ({ treatmentId, ownerClinicId, name, position, createdAt: now })),
      )
  return treatmentId
}

const isOwnType = (scope: TreatmentScope, id: string) =>
  and(eq(treatmentTypes.id, id), ownIn(scope, treatmentTypes.ownerClinicId))

/** What is undefined stays as it is. */
export type TreatmentChange = {
  name?: string | undefined
  description?: string | undefined
  isActive?: boolean | undefined
}

/** Changes a treatment type of the scope's own, and when it was changed. */
export async function updateTreatment(
  scope: TreatmentScope,
  id: string,
  change: TreatmentChange = {},
): Promise<void> {
  await scope.tx
    .update(treatmentTypes)
    .set({ ...change, updatedAt: scope.now })
    .where(isOwnType(scope, id))
}

/** Deletes a treatment type of the scope's own, with all subtypes that anybody added to it. */
export async function deleteTreatment(scope: TreatmentScope, id: string): Promise<void> {
  await scope.tx.delete(treatmentTypes).where(isOwnType(scope, id))
}

type NewSubtype = Pick<SubtypeRow, 'treatmentId' | 'name' | 'position'>

/** Adds a subtype as the scope's own; false when the database takes its name for one that is there. */
export const insertSubtype = (scope: TreatmentScope, subtype: NewSubtype): Promise<boolean> =>
  falseIfDuplicate(
    scope.tx
      .insert(treatmentSubtypes)
      .values({ ...subtype, ownerClinicId: ownerOf(scope), createdAt: scope.now }),
  )

const isOwnSubtype = (scope: TreatmentScope, id: string) =>
  and(eq(treatmentSubtypes.id, id), ownIn(scope, treatmentSubtypes.ownerClinicId))

/** Renames a subtype of the scope's own; false as for `insertSubtype`. */
export const renameSubtype = (scope: TreatmentScope, id: string, name: string): Promise<boolean> =>
  falseIfDuplicate(scope.tx.update(treatmentSubtypes).set({ name }).where(isOwnSubtype(scope, id)))

export async function deleteSubtype(scope: TreatmentScope, id: string): Promise<void> {
  await scope.tx.delete(treatmentSubtypes).where(isOwnSubtype(scope, id))
}

/** Gives the first of two types of one name what the later one has besides, and deletes the later one. */
export async function mergeDuplicate(scope: AdminScope, { first, later }: Duplicate): Promise<void> {
  await lockByKey(scope, first.id)
  await lockByKey(scope, later.id)
  const [firstRecord, laterRecord] = await withSubtypes(scope, [first, later])
  for (const { id, position } of subtypesToMove(firstRecord!.subtypes, laterRecord!.subtypes))
    await scope.tx
      .update(treatmentSubtypes)
      .set({ treatmentId: first.id, position })
      .where(isOwnSubtype(scope, id))
  await deleteTreatment(scope, later.id)
  await updateTreatment(scope, first.id)
}

/**
 * The rules have compared the names already. Where the database's idea of small letters is wider than theirs, its index
 * refuses; the violation ends the transaction, and so does the refusal that the caller makes of it.
 */
async function falseIfDuplicate(saving: PromiseLike<unknown>): Promise<boolean> {
  try {
    await saving
    return true
  } catch (error) {
    if (violatedConstraint(error) === 'treatment_subtypes_name') return false
    throw error
  }
}
