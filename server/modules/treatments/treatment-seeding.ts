import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { LibraryTreatment, LibraryTreatments } from '../../../build/content/types.d.ts'
import type { AdminScope } from '../../platform/database/transaction.ts'
import { missingDefaults } from './treatment-rules.ts'
import { insertTreatment, lockNames, listTypes, type SeedingScope } from './treatment-store.ts'

/**
 * Adds the treatment types that come with the product where none of the name is there, and answers their names. One
 * that is there is left alone, whatever people made of it.
 */
export async function addMissingDefaults(
  scope: AdminScope | SeedingScope,
  defaults: readonly LibraryTreatment[],
): Promise<string[]> {
  await lockNames(scope)
  const missing = missingDefaults(defaults, await listTypes(scope))
  for (const treatment of missing) await insertTreatment(scope, { ...treatment, description: '' })
  return missing.map(({ name }) => name)
}

/** All that come with the product: those that are built in, and those beside them. */
export const listDefaults = ({ builtIn, supplementary }: LibraryTreatments): LibraryTreatment[] => [
  ...builtIn,
  ...supplementary,
]

/**
 * The same at the first start, as the owner of the database: once there are types, what people removed stays removed.
 * Safe to repeat, and from several instances at once.
 */
export async function seedTreatments(owner: pg.Client, library: LibraryTreatments, now: Date): Promise<void> {
  await drizzle(owner).transaction(async (tx) => {
    const scope: SeedingScope = { audience: 'seeding', tx, now }
    await lockNames(scope)
    if ((await listTypes(scope)).length === 0) await addMissingDefaults(scope, listDefaults(library))
  })
}
