import type { ConsentAction } from '../../../contract/consents.ts'
import type { PlanChange } from '../../../contract/consent-plan.ts'
import {
  agreedStatuses,
  awaitingStatuses,
  awaitsPatient,
  canTransition,
  isAgreed,
  type ConsentKind,
  type ConsentStatus,
} from '../../../contract/consent-states.ts'
import type { ChainEvent } from './consent-chain.ts'
import { acceptsConversations } from './consent-rules.ts'
import { needsNewConsent } from './plan-changes.ts'

/** What the chain of a draft tells of its making and of whose it is. */
export const makingEvents = ['consent.created', 'consent.reassigned', 'consent.patient_merged']

/** Whether the chain tells of something else than how a draft came to be. */
export const hasRecords = (events: readonly Pick<ChainEvent, 'event'>[]): boolean =>
  events.some(({ event }) => !makingEvents.includes(event))

type ExpiringConsent = { status: ConsentStatus; expiresAt: Date | null }

/** Whether it waits for an answer and its time is over, though the sweep has not come by yet. */
export const isExpired = ({ status, expiresAt }: ExpiringConsent, now: Date): boolean =>
  awaitsPatient(status) && expiresAt !== null && expiresAt <= now

/** What decides whether staff may do something with a consent now, apart from their permissions. */
export type ActionFacts = ExpiringConsent & {
  now: Date
  kind: ConsentKind
  startedAt: Date | null
  paperGivenAt: Date | null
  /** It was signed by hand on paper. */
  isOnPaper: boolean
  changes: readonly PlanChange[]
  /** Whoever asks is a clinician with a GDC number. */
  isRegistered: boolean
  /** Whoever asks may countersign, once all else is there. */
  mayCountersign: boolean
  /** A clinician has been asked to countersign, and has not yet. */
  isCountersignAsked: boolean
  discussionCount: number
  unansweredCount: number
  awaitedCosigners: readonly string[]
  /** Something else than its making stands in its chain: a conversation, an assessment, a decision. */
  hasRecords: boolean
}
type ActionRule<Known extends keyof ActionFacts, Refused extends string> = (
  facts: Pick<ActionFacts, Known>,
) => Refused | 'wrong-state' | null

const refusedUnless = (isAllowed: boolean): 'wrong-state' | null => (isAllowed ? null : 'wrong-state')

const linkableStatuses: readonly ConsentStatus[] = [...awaitingStatuses, ...agreedStatuses]

const byTransition =
  (transition: Parameters<typeof canTransition>[1]): ActionRule<'status', never> =>
  ({ status }) =>
    refusedUnless(canTransition(status, transition))

/** The patient may still sign it: sent, or agreed to by word of mouth. */
const awaitsSignature: ActionRule<'status' | 'expiresAt' | 'now', never> = (facts) =>
  refusedUnless((awaitsPatient(facts.status) || facts.status === 'verbal') && !isExpired(facts, facts.now))

const awaitsAnswer: ActionRule<'status' | 'expiresAt' | 'now', never> = (facts) =>
  refusedUnless(awaitsPatient(facts.status) && !isExpired(facts, facts.now))

const giveOut: ActionRule<'status' | 'expiresAt' | 'now' | 'paperGivenAt', 'already-given'> = (facts) =>
  awaitsSignature(facts) ?? (facts.paperGivenAt ? 'already-given' : null)

const addScan: ActionRule<'status' | 'isOnPaper', 'not-on-paper'> = ({ status, isOnPaper }) =>
  refusedUnless(isAgreed(status)) ?? (isOnPaper ? null : 'not-on-paper')

const confirm: ActionRule<'status' | 'startedAt' | 'changes', 'new-consent-required'> = ({
  status,
  startedAt,
  changes,
}) =>
  refusedUnless(isAgreed(status) && !startedAt) ?? (needsNewConsent(changes) ? 'new-consent-required' : null)

const countersign: ActionRule<
  'status' | 'isRegistered' | 'discussionCount' | 'unansweredCount' | 'awaitedCosigners',
  'not-registered' | 'discussion-missing' | 'matters-unanswered' | 'cosigner-missing'
> = ({ status, isRegistered, discussionCount, unansweredCount, awaitedCosigners }) => {
  if (!canTransition(status, 'finalise')) return 'wrong-state'
  if (!isRegistered) return 'not-registered'
  if (discussionCount === 0) return 'discussion-missing'
  if (unansweredCount > 0) return 'matters-unanswered'
  return awaitedCosigners.length > 0 ? 'cosigner-missing' : null
}

/** Somebody who cannot countersign asks a clinician to, once. */
const askCountersign: ActionRule<
  'status' | 'mayCountersign' | 'isCountersignAsked',
  'may-countersign' | 'already-asked'
> = ({ status, mayCountersign, isCountersignAsked }) => {
  if (!canTransition(status, 'finalise')) return 'wrong-state'
  if (mayCountersign) return 'may-countersign'
  return isCountersignAsked ? 'already-asked' : null
}

/** A draft that nobody but the practice has seen, and that nothing was put on record of. */
const discard: ActionRule<'status' | 'hasRecords', 'has-records'> = ({ status, hasRecords }) =>
  refusedUnless(status === 'draft') ?? (hasRecords ? 'has-records' : null)

/** A change of plan adds to what the patient has signed, and not to another change. */
const addendum: ActionRule<'status' | 'kind', 'not-signed'> = ({ status, kind }) =>
  kind === 'consent' && (status === 'signed' || status === 'finalised') ? null : 'not-signed'

/**
 * Why staff may not do something with a consent, whatever they hold; null when they may. The handlers refuse by these,
 * and what screens offer is listed by them, so that nothing is offered that can only be refused (rulings 66).
 */
export const actionRules = {
  edit: (({ status }) => refusedUnless(status === 'draft')) satisfies ActionRule<'status', never>,
  discard,
  send: byTransition('send'),
  /** There is something to sign, and time for it, or something to keep a copy of. A link to what ran out would be dead. */
  link: ((facts) =>
    refusedUnless(
      linkableStatuses.includes(facts.status) && !isExpired(facts, facts.now),
    )) satisfies ActionRule<'status' | 'expiresAt' | 'now', never>,
  remind: awaitsAnswer,
  letter: awaitsAnswer,
  paper: awaitsSignature,
  giveOut,
  addScan,
  kiosk: awaitsSignature,
  discuss: (({ status }) => refusedUnless(acceptsConversations(status))) satisfies ActionRule<
    'status',
    never
  >,
  agreeVerbally: byTransition('agreeVerbally'),
  refuse: byTransition('decline'),
  confirm,
  countersign,
  askCountersign,
  addendum,
  withdraw: byTransition('withdraw'),
  replace: byTransition('supersede'),
  void: byTransition('void'),
  recordDone: (({ status, kind }) =>
    refusedUnless(kind !== 'refusal' && isAgreed(status))) satisfies ActionRule<'status' | 'kind', never>,
} as const satisfies Record<ConsentAction, (facts: ActionFacts) => string | null>
