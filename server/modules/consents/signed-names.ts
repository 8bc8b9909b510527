import type { OtherName } from '../../../contract/consents.ts'
import type { Ids } from '../../platform/database/id-set.ts'
import type { TenantScope } from '../../platform/database/transaction.ts'
import type { ChainEvent } from './consent-chain.ts'
import { agreementEventsOf } from './consent-store.ts'

const signedEvent = 'consent.signed'

/** Under which name a consent was signed last, where its event says that the record had another; null otherwise. */
export function signedNameIn(events: readonly Pick<ChainEvent, 'event' | 'details'>[]): OtherName | null {
  const { name, help, recordName } = events.findLast(({ event }) => event === signedEvent)?.details ?? {}
  if (typeof recordName !== 'string' || typeof name !== 'string') return null
  const isForOther = typeof help === 'object' && help !== null && 'of' in help && typeof help.of === 'string'
  return { signedAs: isForOther ? String(help.of) : name, recordName }
}

/** The same of each of these consents, by their ids; of one that was signed under the record's name there is none. */
export async function signedNamesOf(scope: TenantScope, consentIds: Ids): Promise<Map<string, OtherName>> {
  const events = await agreementEventsOf(scope, consentIds)
  const eventsByConsent = Map.groupBy(events, ({ consentId }) => consentId)
  const found = [...eventsByConsent].flatMap(([id, ofConsent]) => {
    const otherName = signedNameIn(ofConsent)
    return otherName ? [[id, otherName] as const] : []
  })
  return new Map(found)
}
