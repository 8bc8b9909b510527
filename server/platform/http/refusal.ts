import type { Actor, RequestContext } from '../../../contract/access.ts'
import type { ErrorCode, InputFieldError } from '../../../contract/errors.ts'

/** Whom the audit log names, where the caller alone does not say: a sign-in that failed belongs to a clinic all the same. */
export type AuditAttribution = { clinicId?: string; actor?: Actor; visit?: RequestContext }

/** A declared refusal, returned by a handler: nothing it did stays, unless `keep` says so (counters of attempts). */
export class Refusal<Reason extends string = string> {
  readonly reason: Reason
  readonly details: Record<string, unknown>
  readonly commitsChanges: boolean
  readonly by: AuditAttribution | undefined
  constructor(
    reason: Reason,
    details: Record<string, unknown>,
    { keep = false, by }: { keep?: boolean; by?: AuditAttribution } = {},
  ) {
    this.reason = reason
    this.details = details
    this.commitsChanges = keep
    this.by = by
  }
}

/** Refuses with one of the operation's declared reasons; the details are shown to the caller. */
export const refuse = <Reason extends string>(
  reason: Reason,
  details: Record<string, unknown> = {},
  by?: AuditAttribution,
) => new Refusal(reason, details, by ? { by } : {})

/** Refuses, but keeps what the transaction wrote: a counted attempt must not be undone by its own refusal. */
export const refuseAndCommit = <Reason extends string>(
  reason: Reason,
  details: Record<string, unknown> = {},
) => new Refusal(reason, details, { keep: true })

/** A refusal on its way to the client: made by the wrapper, never by a handler. */
export class RefusedError extends Error {
  override name = 'RefusedError'
  readonly code: ErrorCode
  readonly details: { reason?: string; fields?: InputFieldError[]; [name: string]: unknown }
  constructor(code: ErrorCode, message: string, details: RefusedError['details'] = {}) {
    super(message)
    this.code = code
    this.details = details
  }
}

/** A declared message, with what it names in braces taken from the refusal's details. */
export const formatRefusalMessage = (
  declared: { message: string },
  details: Record<string, unknown>,
): string => declared.message.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => String(details[name] ?? ''))
