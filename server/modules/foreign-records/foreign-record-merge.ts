import { and, eq, inArray } from 'drizzle-orm'
import type { PatientRecordMerge } from '../patients/index.ts'
import { foreignRecords } from './foreign-record-schema.ts'

/** Where two patient records become one, what other systems made of either is that one's; undone, the same move back. */
export const foreignRecordMerge: PatientRecordMerge = {
  name: 'foreign-records',
  async move(scope, { fromId, toId, ids }) {
    const moved = await scope.tx
      .update(foreignRecords)
      .set({ patientId: toId })
      .where(
        and(
          eq(foreignRecords.clinicId, scope.clinicId),
          eq(foreignRecords.patientId, fromId),
          ids ? inArray(foreignRecords.id, ids) : undefined,
        ),
      )
      .returning({ id: foreignRecords.id })
    return moved.map(({ id }) => id)
  },
  // What they say never changes, and one that is imported afterwards stays where it is.
  hasChanged: () => Promise.resolve(false),
}
