import { signInMessage, signInMessages } from '../../../contract/sign-in-codes.ts'
import { ApiError } from '../../api.ts'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'
import type { Problem } from '../../ui/use-task.ts'
import { weaknessText } from './password-rules.ts'

/** The words for whatever went wrong: the server's own, or those for what never reached it. */
export function problemText(error: unknown): string {
  if (!(error instanceof ApiError))
    return signInMessage(undefined, error instanceof Error ? error.message : '')
  return error.reason === 'weak-password' ? weaknessText(error) : error.message
}

/** What signing in, registering and setting a password are refused with beyond the table of codes. */
const signInRefusalTexts = new Set([
  'invalid-phone',
  'phone-not-served',
  'username-taken',
  'practice-missing',
  // Until when: nothing in the catalogue says it.
  'maintenance',
])

/**
 * The same while somebody signs in, registers or sets a password: the catalogue of specification section 8, to the
 * letter. A declared refusal and a fault of a field keep their words; whatever else has a code says `other`.
 */
export function signInProblemText(error: unknown, other = signInMessage('other')): string {
  if (!(error instanceof ApiError)) return problemText(error)
  const { code, fields, reason = '', status } = error
  // Nothing came back: no connection, or no answer in time.
  if (status === 0 || code === 'deadline-exceeded') return signInMessage('network-request-failed')
  if (code === 'resource-exhausted') return signInMessage('too-many-requests')
  if (reason === 'unauthenticated') return signInMessage('user-token-expired')
  const isDeclared = Object.hasOwn(signInMessages, reason) || signInRefusalTexts.has(reason)
  return isDeclared || fields.length > 0 ? problemText(error) : other
}

/** The same beside the control that was pressed; the reference number of a fault stays. */
export const signInProblem = (problem: Problem | null) =>
  problem && { message: signInProblemText(problem), requestId: problem.requestId }

/** A failure as a form shows it: at the field that `fieldOf` names for the refusal or the fault, else at the form. */
export function toFormErrors(
  error: unknown,
  fieldOf: Record<string, string> = {},
  textOf: (error: unknown) => string = problemText,
): FieldProblem[] {
  const { reason = '', fields = [] } = error instanceof ApiError ? error : {}
  const atFields = fields.flatMap(({ field, message }) =>
    fieldOf[field] ? [{ id: fieldOf[field], text: message }] : [],
  )
  return atFields.length > 0 ? atFields : [{ id: fieldOf[reason], text: textOf(error) }]
}
