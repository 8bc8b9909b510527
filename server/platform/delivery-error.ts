/**
 * What became of a message that was not accepted. 'refused': whoever delivers will not have it, trying again is useless.
 * 'not-taken': nothing left our hands, it may be tried again. 'unknown': it may or may not have been taken.
 */
export type DeliveryOutcome = 'refused' | 'not-taken' | 'unknown'

/** Why a message was not sent. Says nothing of what the other side answered, since servers repeat addresses. */
export class DeliveryError extends Error {
  readonly outcome: DeliveryOutcome
  readonly code: string
  constructor(fate: DeliveryOutcome, code: string) {
    super(`The message was not sent (${fate}, ${code})`)
    this.outcome = fate
    this.code = code
  }
}
