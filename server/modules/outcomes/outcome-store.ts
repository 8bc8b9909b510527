import { and, desc, eq } from 'drizzle-orm'
import { openRows, sealRow } from '../../platform/database/sealed-column.ts'
import type { ClinicScope, StaffScope } from '../../platform/database/transaction.ts'
import type { OutcomeRow } from './outcome-rules.ts'
import { treatmentOutcomes } from './outcome-schema.ts'

/** What came of the treatments of a consent, as it was recorded, newest first. */
export async function outcomesOf(scope: StaffScope, consentId: string): Promise<OutcomeRow[]> {
  const rows = await scope.tx
    .select()
    .from(treatmentOutcomes)
    .where(and(eq(treatmentOutcomes.clinicId, scope.clinicId), eq(treatmentOutcomes.consentId, consentId)))
    .orderBy(desc(treatmentOutcomes.at), desc(treatmentOutcomes.id))
  return openRows(scope, treatmentOutcomes, rows)
}

/** Records what came of a treatment, by whoever says so. */
export async function insertOutcome(
  scope: ClinicScope,
  outcome: Omit<OutcomeRow, 'clinicId' | 'id' | 'staffId' | 'byName' | 'at'>,
): Promise<void> {
  const { clinicId, staffId, now: at } = scope
  const row = { ...outcome, clinicId, staffId, byName: scope.actor.name, at }
  await scope.tx.insert(treatmentOutcomes).values(sealRow(scope, treatmentOutcomes, row))
}
