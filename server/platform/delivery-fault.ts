/**
 * What became of a message that was not accepted. 'refused': whoever delivers will not have it, trying again is useless.
 * 'not-taken': nothing left our hands, it may be tried again. 'unknown': it may or may not have been taken.
 */
export type Fate = 'refused' | 'not-taken' | 'unknown'

/** Why a message was not sent. Says nothing of what the other side answered, since servers repeat addresses. */
export class DeliveryFault extends Error {
  readonly fate: Fate
  readonly code: string
  constructor(fate: Fate, code: string) {
    super(`The message was not sent (${fate}, ${code})`)
    this.fate = fate
    this.code = code
  }
}
