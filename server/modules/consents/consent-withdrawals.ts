import type { FrozenContent, PartWithdrawal } from '../../../contract/consents.ts'
import type { Ids } from '../../platform/database/id-set.ts'
import type { TenantScope } from '../../platform/database/transaction.ts'
import type { ChainEvent } from './consent-chain.ts'
import {
  agreementEvents,
  agreementEventsOf,
  appendEvent,
  eventsOf,
  partWithdrawalEvent,
  transitionConsent,
  touchConsent,
  type ConsentRecord,
} from './consent-store.ts'
import { isAgreed } from '../../../contract/consent-states.ts'

type WithdrawalEvent = Pick<ChainEvent, 'event' | 'number' | 'at' | 'actor' | 'details'>

const isPositionList = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((place) => Number.isInteger(place))

/** What was taken back of a consent since it was agreed to last, each with its time, by whom and why; in order. */
export function withdrawalsIn(events: readonly WithdrawalEvent[]): PartWithdrawal[] {
  const since = events.findLastIndex(({ event }) => agreementEvents.includes(event))
  return events.slice(since + 1).flatMap(({ event, at, actor, details }) => {
    const { withdrawn, reason } = details
    if (event !== partWithdrawalEvent || !isPositionList(withdrawn)) return []
    return [{ places: withdrawn, at: at.toISOString(), by: actor, reason: String(reason ?? '') }]
  })
}

/** The places of the treatments that were taken back. */
const withdrawnPositions = (events: readonly WithdrawalEvent[]): number[] =>
  withdrawalsIn(events).flatMap(({ places }) => places)

/** The places of the treatments that stand: neither said no to with the signature nor taken back since. */
function remainingPositions(
  content: Pick<FrozenContent, 'treatments'>,
  declined: readonly number[],
  events: readonly WithdrawalEvent[],
): number[] {
  const notRemaining = new Set([...declined, ...withdrawnPositions(events)])
  return Array.from({ length: content.treatments?.length ?? 1 }, (_none, place) => place).filter(
    (place) => !notRemaining.has(place),
  )
}

/** What was taken back of each of these consents, by their ids; of one that nothing was taken back of there is none. */
export async function withdrawalsOf(
  scope: TenantScope,
  consentIds: Ids,
): Promise<Map<string, PartWithdrawal[]>> {
  const events = await agreementEventsOf(scope, consentIds)
  const withdrawals = [...Map.groupBy(events, ({ consentId }) => consentId)].map(
    ([id, ofConsent]) => [id, withdrawalsIn(ofConsent)] as const,
  )
  return new Map(withdrawals.filter(([, parts]) => parts.length > 0))
}

/** The same as places alone. */
export async function withdrawnPositionsOf(
  scope: TenantScope,
  consentIds: Ids,
): Promise<Map<string, number[]>> {
  const withdrawals = await withdrawalsOf(scope, consentIds)
  return new Map([...withdrawals].map(([id, parts]) => [id, parts.flatMap(({ places }) => places)] as const))
}

type WithdrawalInput = {
  /** Which treatments, by their places; undefined for all that stands. */
  places: readonly number[] | undefined
  reason: string
  /** The treatments that the signer said no to. */
  declined: readonly number[]
  details?: Record<string, unknown>
}

/**
 * Takes a locked consent back, or some of its treatments, where others stand afterwards; the last one takes it back
 * whole. Answers what it is then, and whether a part stands; or why nothing was taken back.
 */
export async function withdrawConsent(
  scope: TenantScope,
  consent: ConsentRecord,
  { places, reason, declined, details = {} }: WithdrawalInput,
): Promise<{ after: ConsentRecord; isPart: boolean } | 'wrong-state' | 'not-agreed'> {
  if (!isAgreed(consent.status) || !consent.content) return 'wrong-state'
  const standing = remainingPositions(consent.content, declined, await eventsOf(scope, consent.id))
  if (places?.some((place) => !standing.includes(place))) return 'not-agreed'
  const remaining = places ? standing.filter((place) => !places.includes(place)) : []
  if (!places || remaining.length === 0) {
    const transitioned = await transitionConsent(scope, consent, 'withdraw', {
      details: { reason, ...details },
      set: { reason },
    })
    return transitioned ? { after: transitioned, isPart: false } : 'wrong-state'
  }
  const titlesAt = (at: readonly number[]) => at.map((place) => consent.content!.treatments![place]!.title)
  const withdrawn = [...new Set(places)].toSorted((one, other) => one - other)
  await appendEvent(scope, consent.id, partWithdrawalEvent, {
    ...{ withdrawn, treatments: titlesAt(withdrawn), standing: titlesAt(remaining), reason },
    ...details,
  })
  scope.enqueue(partWithdrawalEvent, { clinicId: scope.clinicId, consentId: consent.id })
  return { after: await touchConsent(scope, consent), isPart: true }
}
