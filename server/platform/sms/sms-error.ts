import { DeliveryError, type DeliveryOutcome } from '../delivery-error.ts'

/** Why a text message was not sent. */
export class SmsError extends DeliveryError {
  override name = 'SmsError'
}

/** Failures before the request left us: no such host, nobody listening, no connection in time. */
const earlyCodes = new Set([
  'ECONNREFUSED',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** The code of a request that failed, wherever it stands among the error's causes. */
export function codeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as { code?: unknown }
    if (typeof code === 'string') return code
  }
  return error instanceof Error ? error.name : 'unknown'
}

/** A connection lost after the start leaves open whether the provider had taken the message. */
export const outcomeOfNetworkError = (code: string): DeliveryOutcome =>
  earlyCodes.has(code) ? 'not-taken' : 'unknown'

/**
 * What an answer other than success means. Who we are and how often we ask are our affair and may be put right, so the
 * message waits; any other 4xx is about the message or its number. 5xx leaves open whether it was taken.
 */
export function outcomeOfStatus(status: number): DeliveryOutcome {
  if (status === 401 || status === 403 || status === 404 || status === 429) return 'not-taken'
  return status >= 400 && status < 500 ? 'refused' : 'unknown'
}
