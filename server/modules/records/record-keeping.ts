import type { DestructionObstacle } from '../../../contract/destructions.ts'
import {
  retentionFor,
  type Nation,
  type RetentionPolicy,
  type Retention,
} from '../../../contract/retention-rules.ts'
import type { StaffScope } from '../../platform/database/transaction.ts'
import { dayAt } from '../../platform/zoned-time.ts'
import { settingsOf, timeZoneOf } from '../clinics/index.ts'
import { retainedBecause } from './destruction-rules.ts'
import { careOf, isExpected, type CareFacts } from './record-due-store.ts'
import { requestsOf } from './data-request-store.ts'
import { holdsOf, type RetentionScope } from './record-store.ts'

/** What a practice decides about the end of its records. */
export type RetentionRules = { nation: Nation; own: RetentionPolicy; timeZone: string }

export async function keepingRulesOf(scope: StaffScope): Promise<RetentionRules> {
  const { nation, retention: own } = await settingsOf(scope)
  return { nation, own, timeZone: await timeZoneOf(scope) }
}

/** Until when a record is kept and why, and what keeps it now; asked when it is proposed, confirmed and taken away. */
export async function retentionStatus(
  scope: RetentionScope,
  patientId: string,
  { nation, own, timeZone }: RetentionRules,
): Promise<{ care: CareFacts; retention: Retention; because: DestructionObstacle | null }> {
  const care = await careOf(scope, patientId, timeZone)
  const retention = retentionFor({ ...care, nation, own })
  const because = retainedBecause({
    isDue: !care.isMerged && retention.reviewOn <= dayAt(scope.now, timeZone),
    isHeld: (await holdsOf(scope, patientId)).some(({ liftedAt }) => liftedAt === null),
    isAskedFor: (await requestsOf(scope, patientId)).some(({ closedAt }) => closedAt === null),
    isExpected: await isExpected(scope, patientId),
  })
  return { care, retention, because }
}
