import { sql } from 'drizzle-orm'
import { listedStatuses } from '../../../contract/patients.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { foldName } from '../../../wording/name-folding.ts'

/**
 * Which of these words are a first, last or preferred name of some patient of the clinic, or a part of one: by the keys
 * that patients are found by, in which a name ends with a blank or a mark and other words go on with letters.
 */
export async function findNamesInUse(scope: ClinicScope, words: readonly string[]): Promise<string[]> {
  if (words.length === 0) return []
  const { rows } = await scope.tx.execute<{ word: string }>(sql`
    select given.word from unnest(
      ${sql.param([...words])}::text[], ${sql.param(words.map(foldName))}::text[]) given (word, folded)
    where given.folded <> '' and exists (
      select from unnest(${sql.param([...listedStatuses, 'merged'])}::text[]) wanted
      cross join lateral (
        select from patient_keys k
        where k.clinic_id = ${scope.clinicId} and k.status = wanted
          and k.key >= given.folded || ' ' and k.key < given.folded || '0'
        limit 1) found)`)
  return rows.map(({ word }) => word)
}
