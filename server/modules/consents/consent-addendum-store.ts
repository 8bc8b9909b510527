import { and, asc, sql } from 'drizzle-orm'
import { areNone, distinctIds, type Ids } from '../../platform/database/id-set.ts'
import { preparedQuery, whereOwnIn } from '../../platform/database/prepared-query.ts'
import type { TenantScope } from '../../platform/database/transaction.ts'
import { consents } from './consent-schema.ts'
import type { ConsentRecord } from './consent-store.ts'

export type AddendumRow = Pick<
  ConsentRecord,
  'id' | 'parentId' | 'status' | 'treatment' | 'teeth' | 'createdAt'
>

const addenda = preparedQuery('consent_addenda', (tx) => {
  const { id, parentId, status, treatment, teeth, createdAt } = consents
  return tx
    .select({ id, parentId, status, treatment, teeth, createdAt })
    .from(consents)
    .where(
      and(
        whereOwnIn(consents, consents.patientId, 'patientIds'),
        sql`${parentId} = any(${sql.placeholder('parentIds')}::uuid[])`,
      ),
    )
    .orderBy(asc(createdAt), asc(id))
})

/** What was agreed to add to these consents of these patients while treatment ran, oldest first. */
export const addendaOf = async (
  scope: TenantScope,
  { patientIds, parentIds }: { patientIds: Ids; parentIds: Ids },
): Promise<AddendumRow[]> =>
  areNone(parentIds) ? [] : addenda(scope, { patientIds: distinctIds(patientIds), parentIds })
