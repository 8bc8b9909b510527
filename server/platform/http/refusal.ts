import type { Actor, Visit } from '../../../contract/access.ts'
import type { ErrorCode, FieldFault } from '../../../contract/errors.ts'

/** Whom the audit log names, where the caller alone does not say: a sign-in that failed belongs to a clinic all the same. */
export type By = { clinicId?: string; actor?: Actor; visit?: Visit }

/** A declared refusal, returned by a handler: nothing it did stays, unless `keep` says so (counters of attempts). */
export class Refusal<Reason extends string = string> {
  readonly reason: Reason
  readonly details: Record<string, unknown>
  readonly keep: boolean
  readonly by: By | undefined
  constructor(
    reason: Reason,
    details: Record<string, unknown>,
    { keep = false, by }: { keep?: boolean; by?: By } = {},
  ) {
    this.reason = reason
    this.details = details
    this.keep = keep
    this.by = by
  }
}

/** Refuses with one of the operation's declared reasons; the details are shown to the caller. */
export const refuse = <Reason extends string>(
  reason: Reason,
  details: Record<string, unknown> = {},
  by?: By,
) => new Refusal(reason, details, by ? { by } : {})

/** Refuses, but keeps what the transaction wrote: a counted attempt must not be undone by its own refusal. */
export const refuseKeeping = <Reason extends string>(reason: Reason, details: Record<string, unknown> = {}) =>
  new Refusal(reason, details, { keep: true })

/** A refusal on its way to the client: made by the wrapper, never by a handler. */
export class Refused extends Error {
  override name = 'Refused'
  readonly code: ErrorCode
  readonly details: { reason?: string; fields?: FieldFault[]; [name: string]: unknown }
  constructor(code: ErrorCode, message: string, details: Refused['details'] = {}) {
    super(message)
    this.code = code
    this.details = details
  }
}

/** A declared message, with what it names in braces taken from the refusal's details. */
export const filledMessage = (declared: { message: string }, details: Record<string, unknown>): string =>
  declared.message.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => String(details[name] ?? ''))
