import type { ErrorCode, ErrorEnvelope } from '../../../contract/errors.ts'
import type { ConsentStatus } from '../../../contract/consent-states.ts'
import { day_ms } from '../../platform/clock.ts'

/** FHIR R4's consent-state-codes. */
type FhirStatus = 'draft' | 'proposed' | 'active' | 'rejected' | 'inactive' | 'entered-in-error'

/**
 * Our states (contract/consent-states.ts) as FHIR R4 tells them. A signature makes a consent count, and so does a patient's word
 * where no pen is asked for; the countersignature adds to the same; what a patient withdrew, what ran out and what a newer one replaced counts no longer; what the practice
 * voided should not have been.
 */
export const fhirStatus: Record<ConsentStatus, FhirStatus> = {
  draft: 'draft',
  approved: 'draft',
  sent: 'proposed',
  viewed: 'proposed',
  verbal: 'active',
  signed: 'active',
  finalised: 'active',
  declined: 'rejected',
  withdrawn: 'inactive',
  expired: 'inactive',
  superseded: 'inactive',
  voided: 'entered-in-error',
}

type AnswerStatus = 'in-progress' | 'completed' | 'stopped' | 'entered-in-error'

/** How far the patient's answers have come (questionnaire-answers-status); they stay complete whatever follows. */
export function answerStatus(status: ConsentStatus, isSigned: boolean): AnswerStatus {
  if (status === 'voided') return 'entered-in-error'
  if (isSigned || status === 'declined') return 'completed'
  return status === 'sent' || status === 'viewed' || status === 'verbal' ? 'in-progress' : 'stopped'
}

/** Some days or moments: from the first, up to but without the second. */
export type Span = { from?: Date; before?: Date }

const datePattern =
  /^(eq|ge|gt|le|lt)?(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/

/** How long the moment lasts that was written: a day, a minute, a second or a millisecond. */
function precisionMs(
  time: string | undefined,
  seconds: string | undefined,
  fraction: string | undefined,
): number {
  if (!time) return day_ms
  if (!seconds) return 60_000
  return fraction ? 10 ** (4 - fraction.length) : 1000
}

/** The first and the last moment that the database knows as it is written here; nothing is older or younger. */
const first_ms = Date.parse('0001-01-01T00:00:00Z')
const last_ms = Date.parse('9999-12-31T23:59:59.999Z')
const clampDate = (at_ms: number): Date => new Date(Math.min(Math.max(at_ms, first_ms), last_ms))

/** FHIR's date with its prefix as a span: what was written less finely than to the millisecond lasts as long as that. */
export function parseDateSpan(written: string): Span | null {
  const [, prefix = 'eq', day, time, seconds, fraction] = datePattern.exec(written) ?? []
  const begun_ms = Date.parse(`${day}${time ?? 'T00:00:00Z'}`)
  if (!day || Number.isNaN(begun_ms)) return null
  const [start, end] = [clampDate(begun_ms), clampDate(begun_ms + precisionMs(time, seconds, fraction))]
  switch (prefix) {
    case 'ge':
      return { from: start }
    case 'gt':
      return { from: end }
    case 'lt':
      return { before: start }
    case 'le':
      return { before: end }
    default:
      return { from: start, before: end }
  }
}

export type PageCursor = { at: Date; id: string }

const cursorPattern = /^(\d{13})\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/** Where a page of a search begins, as its link carries it: behind this resource. */
export const formatCursor = ({ at, id }: PageCursor): string => `${at.getTime()}.${id}`

/** The same read back; null for what no link of ours says. */
export function parseCursor(text: string): PageCursor | null {
  const [, time, id] = cursorPattern.exec(text) ?? []
  return time && id ? { at: new Date(Number(time)), id } : null
}

/** FHIR's issue-type for each of our codes. */
const issueCodes: Record<ErrorCode, string> = {
  'invalid-argument': 'invalid',
  unauthenticated: 'login',
  'quota-exceeded': 'too-costly',
  'permission-denied': 'forbidden',
  'not-found': 'not-found',
  aborted: 'conflict',
  'resource-exhausted': 'throttled',
  cancelled: 'timeout',
  internal: 'exception',
  unimplemented: 'not-supported',
  unavailable: 'transient',
  'deadline-exceeded': 'timeout',
}

/** A refusal as FHIR tells it: its own code, then ours, the words and the request's number. */
export function operationOutcome(address: string, { code, message, details }: ErrorEnvelope): object {
  return {
    resourceType: 'OperationOutcome',
    issue: [
      {
        severity: 'error',
        code: issueCodes[code],
        details: {
          coding: [
            { system: `${address}/api/fhir/CodeSystem/error`, code },
            ...(details.reason && details.reason !== code
              ? [{ system: `${address}/api/fhir/CodeSystem/reason`, code: details.reason }]
              : []),
          ],
          text: message,
        },
        ...(details.requestId ? { diagnostics: `Request ${details.requestId}` } : {}),
      },
    ],
  }
}
