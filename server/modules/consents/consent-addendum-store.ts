import { and, asc, eq, inArray } from 'drizzle-orm'
import type { TenantScope } from '../../platform/database/transaction.ts'
import { consents } from './consent-schema.ts'
import type { ConsentRecord } from './consent-store.ts'

export type AddendumRow = Pick<
  ConsentRecord,
  'id' | 'parentId' | 'status' | 'treatment' | 'teeth' | 'createdAt'
>

/** What was agreed to add to these consents of these patients while treatment ran, oldest first. */
export async function addendaOf(
  scope: TenantScope,
  { patientIds, parentIds }: { patientIds: readonly string[]; parentIds: readonly string[] },
): Promise<AddendumRow[]> {
  if (parentIds.length === 0) return []
  const { id, parentId, status, treatment, teeth, createdAt } = consents
  return scope.tx
    .select({ id, parentId, status, treatment, teeth, createdAt })
    .from(consents)
    .where(
      and(
        eq(consents.clinicId, scope.clinicId),
        inArray(consents.patientId, [...new Set(patientIds)]),
        inArray(consents.parentId, [...parentIds]),
      ),
    )
    .orderBy(asc(consents.createdAt), asc(consents.id))
}
