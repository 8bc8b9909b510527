import { and, eq, gte, isNotNull, isNull, lte, or } from 'drizzle-orm'
import type { StaffScope } from '../../platform/database/transaction.ts'
import { dataRequests } from '../records/data-request-schema.ts'
import type { Span } from './compliance-rules.ts'

export type DatedRequest = Pick<typeof dataRequests.$inferSelect, 'id' | 'dueOn' | 'closedAt'>

/** Requests to see data that were due within these days, as far as they are due while their clock runs, or closed. */
export const requestsDue = (scope: StaffScope, { from, to }: Span, today: string): Promise<DatedRequest[]> =>
  scope.tx
    .select({
      id: dataRequests.id,
      dueOn: dataRequests.dueOn,
      closedAt: dataRequests.closedAt,
    })
    .from(dataRequests)
    .where(
      and(
        eq(dataRequests.clinicId, scope.clinicId),
        gte(dataRequests.dueOn, from),
        lte(dataRequests.dueOn, to),
        eq(dataRequests.kind, 'access'),
        or(
          and(lte(dataRequests.dueOn, today), isNull(dataRequests.stoppedFor)),
          isNotNull(dataRequests.closedAt),
        ),
      ),
    )
    .orderBy(dataRequests.dueOn, dataRequests.id)
