import type { ClinicScope } from '../../platform/database/transaction.ts'
import { actionRules, hasRecords } from './consent-action-rules.ts'
import { lockedEventsOf, transitionConsent, type ConsentRecord } from './consent-store.ts'

/** Discards a locked draft that was neither approved nor sent; or why it stays. */
export async function discardDraft(
  scope: ClinicScope,
  consent: ConsentRecord,
): Promise<ConsentRecord | 'wrong-state' | 'has-records'> {
  const events = await lockedEventsOf(scope, consent.id)
  const undiscardable = actionRules.discard({ ...consent, hasRecords: hasRecords(events) })
  if (undiscardable) return undiscardable
  return (await transitionConsent(scope, consent, 'void', { details: { discarded: true } }))!
}
