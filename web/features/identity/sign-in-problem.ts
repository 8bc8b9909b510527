import { signInMessage } from '../../../contract/sign-in-codes.ts'
import { ApiProblem } from '../../api.ts'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'
import { weaknessText } from './password-rules.ts'

/** The words for whatever went wrong: the server's own, or those of the table of codes. */
export function problemText(error: unknown): string {
  if (!(error instanceof ApiProblem))
    return signInMessage(undefined, error instanceof Error ? error.message : '')
  return error.reason === 'weak-password' ? weaknessText(error) : error.message
}

/** The same as a form shows it: at the field that `fieldOf` names for the refusal or the fault, else at the form. */
export function formProblems(error: unknown, fieldOf: Record<string, string> = {}): FieldProblem[] {
  const { reason = '', fields = [] } = error instanceof ApiProblem ? error : {}
  const atFields = fields.flatMap(({ field, message }) =>
    fieldOf[field] ? [{ id: fieldOf[field], text: message }] : [],
  )
  return atFields.length > 0 ? atFields : [{ id: fieldOf[reason], text: problemText(error) }]
}
