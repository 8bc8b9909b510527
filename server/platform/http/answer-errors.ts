import { ORPCError, ValidationError } from '@orpc/contract'
import {
  codeOfStatus,
  statusOfCode,
  type ErrorCode,
  type ErrorEnvelope,
  type FieldFault,
} from '../../../contract/errors.ts'
import { isLostConnection, type Log } from '../database/database.ts'
import { Unavailable } from '../unavailable.ts'
import { Refused } from './refusal.ts'

export type Failure = { status: number; envelope: ErrorEnvelope }

const failure = (code: ErrorCode, message: string, details: ErrorEnvelope['details']): Failure => ({
  status: statusOfCode[code],
  envelope: { code, message, details },
})

const fieldsOf = (error: ValidationError): FieldFault[] =>
  error.issues.map(({ path = [], message }) => ({
    field: path.map((part) => (typeof part === 'object' ? part.key : part)).join('.'),
    message,
  }))

/** Fastify's own refusals of a request it could not read: too large and malformed are both invalid input (rulings 49). */
function unreadable(error: unknown): Failure | null {
  const { code, statusCode = 500 } = (error ?? {}) as { statusCode?: number; code?: string }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return failure('invalid-argument', 'This request is too large.', { reason: 'too-large' })
  if (statusCode < 400 || statusCode >= 500) return null
  return failure(statusCode === 404 ? 'not-found' : 'invalid-argument', 'This request could not be read.', {
    reason: 'malformed',
  })
}

/**
 * What a caller is told of an error. Refusals say why; input faults name their fields; anything else is a fault of
 * ours: logged with the request's id, told without detail.
 */
export function failureOf(error: unknown, requestId: string, log: Log): Failure {
  const known = knownFailure(error)
  if (known) {
    known.envelope.details.requestId = requestId
    return known
  }
  log.error({ requestId, err: error }, 'request failed')
  return failure('internal', 'Something went wrong on our side. Please try again.', { requestId })
}

function knownFailure(error: unknown): Failure | null {
  if (error instanceof Refused) return failure(error.code, error.message, { ...error.details })
  if (error instanceof Unavailable || isLostConnection(error)) {
    return failure('unavailable', new Unavailable(error).message, { reason: 'unavailable' })
  }
  if (error instanceof ORPCError && error.cause instanceof ValidationError && error.status === 400) {
    return failure('invalid-argument', 'Some of the values are not valid.', {
      reason: 'invalid-input',
      fields: fieldsOf(error.cause),
    })
  }
  if (error instanceof ORPCError && error.status < 500)
    return failure(codeOfStatus(error.status), error.message, {})
  return unreadable(error)
}
