import { and, asc, eq } from 'drizzle-orm'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { processingEntries } from './processing-schema.ts'

export type ProcessingRow = typeof processingEntries.$inferSelect
export type ProcessingText = Pick<
  ProcessingRow,
  'purpose' | 'lawfulBasis' | 'people' | 'data' | 'recipients' | 'transfers' | 'retention' | 'security'
>

const ofClinic = (scope: ClinicScope) => eq(processingEntries.clinicId, scope.clinicId)

export const listProcessingEntries = (scope: ClinicScope): Promise<ProcessingRow[]> =>
  scope.tx.select().from(processingEntries).where(ofClinic(scope)).orderBy(asc(processingEntries.id))

/** Keeps what the practice says in place of an entry that came with the product. */
export async function saveShippedEntry(
  scope: ClinicScope,
  shippedKey: string,
  said: ProcessingText & { isLeftOut: boolean },
): Promise<void> {
  const change = { ...said, changedBy: scope.actor.name, changedAt: scope.now }
  await scope.tx
    .insert(processingEntries)
    .values({ ...change, shippedKey, clinicId: scope.clinicId })
    .onConflictDoUpdate({ target: [processingEntries.clinicId, processingEntries.shippedKey], set: change })
}

/** An entry that came with the product is again as it came; false where nothing of it was changed. */
export async function restoreShippedEntry(scope: ClinicScope, shippedKey: string): Promise<boolean> {
  const gone = await scope.tx
    .delete(processingEntries)
    .where(and(ofClinic(scope), eq(processingEntries.shippedKey, shippedKey)))
    .returning({ id: processingEntries.id })
  return gone.length > 0
}

export async function insertOwnEntry(scope: ClinicScope, said: ProcessingText): Promise<void> {
  const by = { changedBy: scope.actor.name, changedAt: scope.now }
  await scope.tx.insert(processingEntries).values({ ...said, clinicId: scope.clinicId, ...by })
}

const ownEntryById = (scope: ClinicScope, id: string) => and(ofClinic(scope), eq(processingEntries.id, id))

/** Changes an entry of the practice's own; false where there is none such. */
export async function updateOwnEntry(scope: ClinicScope, id: string, said: ProcessingText): Promise<boolean> {
  const changed = await scope.tx
    .update(processingEntries)
    .set({ ...said, changedBy: scope.actor.name, changedAt: scope.now })
    .where(ownEntryById(scope, id))
    .returning({ id: processingEntries.id })
  return changed.length > 0
}

export async function deleteOwnEntry(scope: ClinicScope, id: string): Promise<boolean> {
  const gone = await scope.tx
    .delete(processingEntries)
    .where(ownEntryById(scope, id))
    .returning({ id: processingEntries.id })
  return gone.length > 0
}
