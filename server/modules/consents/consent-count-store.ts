import { and, eq, gte, sql, type SQL } from 'drizzle-orm'
import { list_count_max } from '../../../contract/limits.ts'
import { consentStatuses, type ConsentStatus } from '../../../contract/consent-states.ts'
import { day_ms } from '../../platform/clock.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { views, type ConsentView } from './consent-rules.ts'
import { consents } from './consent-schema.ts'
import { viewCondition, hasStatus } from './consent-search-store.ts'
import { isNotDiscarded, responsibleStaffColumn } from './consent-store.ts'

/** Counts each of these, no further than `list_count_max`, in one statement: an index gives so many at once. */
async function countEach<Name extends string>(
  scope: ClinicScope,
  counted: Record<Name, SQL | undefined>,
): Promise<Record<Name, number>> {
  const own = eq(consents.clinicId, scope.clinicId)
  const columns = Object.entries<SQL | undefined>(counted).map(
    ([name, where]) => sql`(
      select count(*)::int from (
        select from ${consents} where ${and(own, where)} limit ${sql.raw(String(list_count_max))}
      ) counted) as ${sql.identifier(name)}`,
  )
  const { rows } = await scope.tx.execute<Record<Name, number>>(sql`select ${sql.join(columns, sql`, `)}`)
  return rows[0]!
}

/** How many consents each view of a list narrowed like this would show. */
export async function countViews(
  scope: ClinicScope,
  where: SQL | undefined,
): Promise<Record<ConsentView, number>> {
  const names = Object.keys(views) as ConsentView[]
  const counted = Object.fromEntries(names.map((view) => [view, and(viewCondition(scope, view), where)]))
  return countEach(scope, counted as Record<ConsentView, SQL | undefined>)
}

/** How many of the clinic's consents stand in each state, expire within a week, and were signed within one. */
export async function countConsents(scope: ClinicScope) {
  const weekAgo = new Date(scope.now.getTime() - 7 * day_ms)
  const inStates = Object.fromEntries(
    consentStatuses.map((status) => [
      status,
      and(hasStatus([status]), status === 'voided' ? isNotDiscarded : undefined),
    ]),
  )
  const {
    expiring,
    signedThisWeek,
    toReconfirm,
    toLookAtAgain,
    undelivered,
    withQuestions,
    ownDrafts,
    ...byStatus
  } = await countEach(scope, {
    ...(inStates as Record<ConsentStatus, SQL>),
    expiring: viewCondition(scope, 'expiring'),
    signedThisWeek: gte(consents.signedAt, weekAgo),
    toReconfirm: viewCondition(scope, 'reconfirm'),
    toLookAtAgain: viewCondition(scope, 'look-again'),
    undelivered: viewCondition(scope, 'undelivered'),
    withQuestions: viewCondition(scope, 'questions'),
    ownDrafts: and(viewCondition(scope, 'drafts'), eq(responsibleStaffColumn, scope.staffId)),
  })
  return {
    ...{ byStatus, expiring, signed: signedThisWeek, toReconfirm, toLookAtAgain },
    ...{ undelivered, withQuestions, ownDrafts },
  }
}
