import { and, eq, gt, sql } from 'drizzle-orm'
import type { PatientRecordMerge } from '../patients/index.ts'
import { consents } from './consent-schema.ts'
import { appendEvent } from './consent-store.ts'

/**
 * Where two patient records become one, their consents stand under the one that stays. What the patient was shown is
 * frozen and still names them as they were then; the chain says that the record moved. Whose a sent consent is can be
 * changed by no role of the application, so the database moves them, and only along a merge that is written down.
 */
export const consentMerge: PatientRecordMerge = {
  name: 'consents',
  async move(scope, { mergeId, fromId, toId }) {
    const { rows } = await scope.tx.execute<{ id: string }>(
      sql`select move_merged_consents(${scope.clinicId}::uuid, ${mergeId}::uuid) as id`,
    )
    const movedIds = rows.map(({ id }) => id)
    for (const id of movedIds)
      await appendEvent(scope, id, 'consent.patient_merged', { from: fromId, to: toId })
    return movedIds
  },
  async hasChanged(scope, patientId, since) {
    const [newer] = await scope.tx
      .select({ id: consents.id })
      .from(consents)
      .where(
        and(
          eq(consents.clinicId, scope.clinicId),
          eq(consents.patientId, patientId),
          gt(consents.updatedAt, since),
        ),
      )
      .limit(1)
    return newer !== undefined
  },
}
