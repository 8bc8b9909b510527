import type { KeptBecause } from '../../../contract/destructions.ts'
import {
  retentionOf,
  type Nation,
  type OwnRetention,
  type Retention,
} from '../../../contract/retention-rules.ts'
import type { StaffSide } from '../../platform/database/transaction.ts'
import { settingsOf, timeZoneOf } from '../clinics/index.ts'
import { keptFor } from './destruction-rules.ts'
import { dayIn } from './record-rules.ts'
import { careOf, isExpected, type CareFacts } from './record-due-store.ts'
import { requestsOf } from './data-request-store.ts'
import { holdsOf, type Keeping } from './record-store.ts'

/** What a practice decides about the end of its records. */
export type KeepingRules = { nation: Nation; own: OwnRetention; timeZone: string }

export async function keepingRulesOf(scope: StaffSide): Promise<KeepingRules> {
  const { nation, retention: own } = await settingsOf(scope)
  return { nation, own, timeZone: await timeZoneOf(scope) }
}

/** Until when a record is kept and why, and what keeps it now; asked when it is proposed, confirmed and taken away. */
export async function keepingOf(
  scope: Keeping,
  patientId: string,
  { nation, own, timeZone }: KeepingRules,
): Promise<{ care: CareFacts; retention: Retention; because: KeptBecause | null }> {
  const care = await careOf(scope, patientId, timeZone)
  const retention = retentionOf({ ...care, nation, own })
  const because = keptFor({
    isDue: !care.isMerged && retention.reviewOn <= dayIn(timeZone, scope.now),
    isHeld: (await holdsOf(scope, patientId)).some(({ liftedAt }) => liftedAt === null),
    isAskedFor: (await requestsOf(scope, patientId)).some(({ closedAt }) => closedAt === null),
    isExpected: await isExpected(scope, patientId),
  })
  return { care, retention, because }
}
