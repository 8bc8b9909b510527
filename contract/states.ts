/**
 * The states of a consent and who may move it (docs/states.md prints this table).
 * Import-free, so that browsers may use it as a value.
 */
export const consentStatuses = [
  'draft',
  'sent',
  'viewed',
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

export type Mover = 'staff' | 'patient' | 'system'
export type Transition = {
  event: string
  from: readonly ConsentStatus[]
  to: ConsentStatus
  who: readonly Mover[]
}

export const consentTransitions = {
  send: { event: 'consent.sent', from: ['draft'], to: 'sent', who: ['staff'] },
  view: { event: 'consent.viewed', from: ['sent'], to: 'viewed', who: ['patient'] },
  sign: { event: 'consent.signed', from: ['viewed'], to: 'signed', who: ['patient'] },
  finalise: { event: 'consent.finalised', from: ['signed'], to: 'finalised', who: ['staff'] },
  decline: { event: 'consent.declined', from: ['viewed'], to: 'declined', who: ['patient'] },
  withdraw: {
    event: 'consent.withdrawn',
    from: ['signed', 'finalised'],
    to: 'withdrawn',
    who: ['patient', 'staff'],
  },
  expire: { event: 'consent.expired', from: awaitingStatuses, to: 'expired', who: ['system'] },
  void: {
    event: 'consent.voided',
    from: ['draft', 'sent', 'viewed', 'signed', 'finalised'],
    to: 'voided',
    who: ['staff'],
  },
  supersede: {
    event: 'consent.superseded',
    from: ['sent', 'viewed', 'signed', 'finalised', 'declined', 'expired'],
    to: 'superseded',
    who: ['staff', 'system'],
  },
} as const satisfies Record<string, Transition>
export type ConsentMove = keyof typeof consentTransitions

/** Whether a consent in this state may make this move. */
export const mayMove = (from: ConsentStatus, move: ConsentMove): boolean =>
  (consentTransitions[move].from as readonly ConsentStatus[]).includes(from)
