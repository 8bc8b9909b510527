import { and, asc, eq, sql } from 'drizzle-orm'
import type { PhraseChoice, PhraseField } from '../../../contract/phrases.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { phraseChoices } from './phrase-schema.ts'

export type PhraseChoiceRow = typeof phraseChoices.$inferSelect
/** For whom phrases are chosen, and of which template. */
export type PhraseOwner = { clinicianId: string; templateId: string }

const isOwned = (scope: ClinicScope, { clinicianId, templateId }: PhraseOwner) =>
  and(
    eq(phraseChoices.clinicId, scope.clinicId),
    eq(phraseChoices.staffId, clinicianId),
    eq(phraseChoices.templateId, templateId),
  )

/** What is pinned and hidden for a clinician and template, in the order in which it was chosen. */
export const listPhraseChoices = (scope: ClinicScope, owner: PhraseOwner): Promise<PhraseChoiceRow[]> =>
  scope.tx
    .select()
    .from(phraseChoices)
    .where(isOwned(scope, owner))
    .orderBy(asc(phraseChoices.createdAt), asc(phraseChoices.id))

/** Lets one change at a time through, so that nothing is chosen twice and their number is right. */
export const lockPhraseChoices = (scope: ClinicScope, { clinicianId, templateId }: PhraseOwner) =>
  scope.tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`phrase choices ${scope.clinicId} ${clinicianId} ${templateId}`}, 0))`,
  )

export async function insertPhraseChoice(
  scope: ClinicScope,
  { clinicianId, templateId }: PhraseOwner,
  { field, text, choice }: { field: PhraseField; text: string; choice: PhraseChoice },
): Promise<void> {
  const { clinicId, now } = scope
  await scope.tx.insert(phraseChoices).values({
    ...{ clinicId, staffId: clinicianId, templateId, field, text, choice },
    ...{ createdAt: now, updatedAt: now },
  })
}

export const updatePhraseChoice = (scope: ClinicScope, id: string, choice: PhraseChoice) =>
  scope.tx
    .update(phraseChoices)
    .set({ choice, updatedAt: scope.now })
    .where(and(eq(phraseChoices.clinicId, scope.clinicId), eq(phraseChoices.id, id)))

export const deletePhraseChoice = (scope: ClinicScope, id: string) =>
  scope.tx
    .delete(phraseChoices)
    .where(and(eq(phraseChoices.clinicId, scope.clinicId), eq(phraseChoices.id, id)))
