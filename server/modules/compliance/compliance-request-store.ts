import { and, eq, gte, isNotNull, lte, or } from 'drizzle-orm'
import type { StaffSide } from '../../platform/database/transaction.ts'
import { accessRequests } from '../records/record-schema.ts'
import type { Span } from './compliance-rules.ts'

export type DueRequest = Pick<typeof accessRequests.$inferSelect, 'id' | 'patientId' | 'dueOn' | 'closedAt'>

/** Requests to see a record that were due within these days, as far as they are due or closed. */
export const requestsDue = (scope: StaffSide, { from, to }: Span, today: string): Promise<DueRequest[]> =>
  scope.tx
    .select({
      id: accessRequests.id,
      patientId: accessRequests.patientId,
      dueOn: accessRequests.dueOn,
      closedAt: accessRequests.closedAt,
    })
    .from(accessRequests)
    .where(
      and(
        eq(accessRequests.clinicId, scope.clinicId),
        gte(accessRequests.dueOn, from),
        lte(accessRequests.dueOn, to),
        or(lte(accessRequests.dueOn, today), isNotNull(accessRequests.closedAt)),
      ),
    )
    .orderBy(accessRequests.dueOn, accessRequests.id)
