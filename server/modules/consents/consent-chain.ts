import type { Actor } from '../../../contract/access.ts'
import {
  consentTransitions,
  canTransition,
  type ConsentTransition,
  type ConsentStatus,
} from '../../../contract/consent-states.ts'
import {
  hasUnreadableValue,
  markUnreadable,
  openSealedWords,
  sealWords,
  type CellScope,
} from '../../platform/database/sealed-column.ts'
import { toCanonicalText, sha256 } from '../audit/index.ts'
import type { consentEvents } from './consent-schema.ts'

export type ChainEvent = typeof consentEvents.$inferSelect

/** Who did it, in the words the record shows; a patient is not named again on every line. */
export function actorText(actor: Actor): string {
  if (actor.kind === 'staff' || actor.kind === 'admin') return actor.name
  if (actor.kind === 'integration') return `${actor.name} (API key)`
  return actor.kind === 'patient' ? 'Patient' : 'Candour'
}

/** The hash of an event: all it says, and the hash of the event before it. */
export function eventHash(event: Omit<ChainEvent, 'hash'>): string {
  const { clinicId, consentId, number, at, actor, ip, userAgent, details, previousHash } = event
  return sha256(
    toCanonicalText([
      clinicId,
      consentId,
      number,
      event.event,
      at,
      actor,
      ip,
      userAgent,
      details,
      previousHash,
    ]),
  )
}

/** Whether events, in order, are unaltered: numbered from 1, each linked to the one before. */
export function isLinked(events: readonly ChainEvent[]): boolean {
  return events.every(
    (event, index) =>
      event.number === index + 1 &&
      event.previousHash === (events[index - 1]?.hash ?? '') &&
      (event.hash === eventHash(event) || hasUnreadableValue(event.details)),
  )
}

const transitionByEvent = Object.fromEntries(
  Object.entries(consentTransitions).map(([move, { event }]) => [event, move]),
) as Record<string, ConsentTransition | undefined>

/** A consent's own events that stand in its chain without moving it. */
const nonTransitionEvents = new Set([
  'consent.reassigned',
  'consent.patient_merged',
  'consent.discussed',
  'consent.attested',
  'consent.given_on_paper',
  'consent.scan_added',
  'consent.plan_changed',
  'consent.reconfirm_needed',
  'consent.confirmed',
  'consent.treatment_started',
  'consent.treatment_start_undone',
  'consent.treatment_done',
  'consent.treatment_done_taken_back',
  'consent.read',
  'consent.addendum_agreed',
  'consent.treatments_withdrawn',
])
/** What other nouns tell of moves no consent. */
const isNonTransition = (event: string): boolean =>
  nonTransitionEvents.has(event) || !event.startsWith('consent.')

/** The status that a consent's events lead to, step by allowed step; null when they lead to none. */
export function statusAfter(events: readonly ChainEvent[]): ConsentStatus | null {
  let status: ConsentStatus | null = null
  for (const { event } of events) {
    const move = transitionByEvent[event]
    if (event === 'consent.created' && !status) status = 'draft'
    else if (move && status && canTransition(status, move)) status = consentTransitions[move].to
    else if (!isNonTransition(event) || !status) return null
  }
  return status
}

/** What of an event's details is in people's own words: encrypted as it is stored, and hashed as it was said. */
export const sealedDetails = [
  'reason',
  'note',
  'whatMatters',
  'childView',
  'consequences',
  'safetyNet',
] as const

const cellPlaceOf = ({ consentId, number }: Pick<ChainEvent, 'consentId' | 'number'>) => ({
  table: 'consent_events',
  row: `${consentId}/${number}`,
})

/** An event as it is stored. */
export function sealEvent<Event extends ChainEvent>(scope: CellScope, event: Event): Event {
  const details = { ...event.details }
  for (const name of sealedDetails) {
    const said = details[name]
    if (typeof said === 'string' && said !== '')
      details[name] = sealWords(scope, { ...cellPlaceOf(event), column: `details.${name}` }, said)
  }
  return { ...event, details }
}

/** Events as they were said. */
export const openEvents = (scope: CellScope, events: readonly ChainEvent[]): ChainEvent[] =>
  events.map((event) => {
    const opened = { ...event, details: { ...event.details } }
    for (const name of sealedDetails) {
      const place = { ...cellPlaceOf(event), column: `details.${name}` }
      const { words, isReadable } = openSealedWords(scope, place, event.details[name])
      if (words !== undefined) opened.details[name] = words
      if (!isReadable) markUnreadable(opened.details)
    }
    return opened
  })
