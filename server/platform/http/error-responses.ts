import { ORPCError, ValidationError } from '@orpc/contract'
import {
  httpStatusByCode,
  type ErrorCode,
  type ErrorEnvelope,
  type InputFieldError,
} from '../../../contract/errors.ts'
import { isLostConnection, type Log } from '../database/database.ts'
import { UnavailableError } from '../unavailable.ts'
import { RefusedError } from './refusal.ts'

export type ErrorResponse = { status: number; envelope: ErrorEnvelope }

const errorResponse = (
  code: ErrorCode,
  message: string,
  details: ErrorEnvelope['details'],
): ErrorResponse => ({
  status: httpStatusByCode[code],
  envelope: { code, message, details },
})

const fieldsOf = (error: ValidationError): InputFieldError[] =>
  error.issues.map(({ path = [], message }) => ({
    field: path.map((part) => (typeof part === 'object' ? part.key : part)).join('.'),
    message,
  }))

const kilobyte = 1024

/** Of a body larger than is read; `bytesMax` is what is, where that is known. */
function tooLarge(bytesMax: number | undefined): string {
  if (!bytesMax) return 'This request is too large.'
  const [size, unit] =
    bytesMax < kilobyte * kilobyte ? [bytesMax / kilobyte, 'KB'] : [bytesMax / kilobyte / kilobyte, 'MB']
  return `This request is too large: at most ${Math.floor(size)} ${unit} can be sent here.`
}

/** Fastify's own refusals of a request it could not read: too large and malformed are both invalid input (rulings 49). */
function unreadableRequestResponse(error: unknown, bodyBytesMax?: number): ErrorResponse | null {
  const { code, statusCode = 500 } = (error ?? {}) as { statusCode?: number; code?: string }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return errorResponse('invalid-argument', tooLarge(bodyBytesMax), { reason: 'too-large' })
  if (statusCode < 400 || statusCode >= 500) return null
  return errorResponse(
    statusCode === 404 ? 'not-found' : 'invalid-argument',
    'This request could not be read.',
    {
      reason: 'malformed',
    },
  )
}

/**
 * What a caller is told of an error. Refusals say why; input faults name their fields; anything else is a fault of
 * ours: logged with the request's id, told without detail. `bodyBytesMax` is how large a body the address takes.
 */
export function toErrorResponse(
  error: unknown,
  requestId: string,
  log: Log,
  bodyBytesMax?: number,
): ErrorResponse {
  const known = knownErrorResponse(error, bodyBytesMax)
  if (known) {
    known.envelope.details.requestId = requestId
    return known
  }
  log.error({ requestId, err: error }, 'request failed')
  return errorResponse('internal', 'Something went wrong on our side. Please try again.', { requestId })
}

function knownErrorResponse(error: unknown, bodyBytesMax?: number): ErrorResponse | null {
  if (error instanceof RefusedError) return errorResponse(error.code, error.message, { ...error.details })
  if (error instanceof UnavailableError || isLostConnection(error)) {
    return errorResponse('unavailable', new UnavailableError(error).message, { reason: 'unavailable' })
  }
  if (error instanceof ORPCError && error.cause instanceof ValidationError && error.status === 400) {
    return errorResponse('invalid-argument', 'Some of the values are not valid.', {
      reason: 'invalid-input',
      fields: fieldsOf(error.cause),
    })
  }
  // The library's own refusals, such as of a body that is no JSON; its words are for programmers.
  if (error instanceof ORPCError && error.status < 500)
    return unreadableRequestResponse({ statusCode: error.status })
  return unreadableRequestResponse(error, bodyBytesMax)
}
