/**
 * The states of a consent and who may move it (docs/states.md prints this table).
 * Import-free, so that browsers may use it as a value.
 */
export const consentStatuses = [
  'draft',
  'approved',
  'sent',
  'viewed',
  'verbal',
  'signed',
  'finalised',
  'declined',
  'withdrawn',
  'expired',
  'voided',
  'superseded',
] as const
export type ConsentStatus = (typeof consentStatuses)[number]

/** The states in which a consent waits for the patient's answer. */
export const awaitingStatuses = ['sent', 'viewed'] as const

/** Whether a consent waits for the patient's answer. */
export const awaitsPatient = (status: ConsentStatus): boolean =>
  awaitingStatuses.some((awaiting) => awaiting === status)

/** A consent to a plan, to a change of one while it is being carried out, or the record of saying no to what is advised. */
export const consentKinds = ['consent', 'addendum', 'refusal'] as const
export type ConsentKind = (typeof consentKinds)[number]

/** The states in which a patient has agreed, and has not taken it back. */
export const agreedStatuses = ['verbal', 'signed', 'finalised'] as const

/** Whether the patient has agreed, and has not taken it back. */
export const isAgreed = (status: ConsentStatus): boolean => agreedStatuses.some((agreed) => agreed === status)

export type TransitionActor = 'staff' | 'patient' | 'system'
export type Transition = {
  event: string
  from: readonly ConsentStatus[]
  to: ConsentStatus
  who: readonly TransitionActor[]
}

export const consentTransitions = {
  approve: { event: 'consent.approved', from: ['draft'], to: 'approved', who: ['staff'] },
  send: { event: 'consent.sent', from: ['draft', 'approved'], to: 'sent', who: ['staff'] },
  view: { event: 'consent.viewed', from: ['sent'], to: 'viewed', who: ['patient'] },
  agreeVerbally: {
    event: 'consent.verbal',
    from: ['draft', 'approved', 'sent', 'viewed'],
    to: 'verbal',
    who: ['staff'],
  },
  /** By the patient on a screen, once they have opened it; or by staff who take in what was signed on paper, or record what was decided for them. */
  sign: {
    event: 'consent.signed',
    from: ['sent', 'viewed', 'verbal'],
    to: 'signed',
    who: ['patient', 'staff'],
  },
  finalise: { event: 'consent.finalised', from: ['signed'], to: 'finalised', who: ['staff'] },
  decline: {
    event: 'consent.declined',
    from: ['sent', 'viewed'],
    to: 'declined',
    who: ['patient', 'staff'],
  },
  withdraw: {
    event: 'consent.withdrawn',
    from: agreedStatuses,
    to: 'withdrawn',
    who: ['patient', 'staff'],
  },
  expire: { event: 'consent.expired', from: awaitingStatuses, to: 'expired', who: ['system'] },
  void: {
    event: 'consent.voided',
    from: ['draft', 'approved', 'sent', 'viewed', 'verbal', 'signed', 'finalised'],
    to: 'voided',
    who: ['staff'],
  },
  supersede: {
    event: 'consent.superseded',
    from: ['sent', 'viewed', 'verbal', 'signed', 'finalised', 'declined', 'expired'],
    to: 'superseded',
    who: ['staff', 'system'],
  },
} as const satisfies Record<string, Transition>
export type ConsentTransition = keyof typeof consentTransitions

/** Whether a consent in this state may make this move. */
export const canTransition = (from: ConsentStatus, move: ConsentTransition): boolean =>
  (consentTransitions[move].from as readonly ConsentStatus[]).includes(from)
