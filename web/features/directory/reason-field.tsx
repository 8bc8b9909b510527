import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'

const reason_length_max = 500

/** What was typed into a field, without blanks around it. */
export const trimmedFieldValue = (typed: FormData, name: string): string =>
  String(typed.get(name) ?? '').trim()

/** Why something is done stays on record, so it is never left out. */
export const validateReason = (reason: string, id = 'reason'): FieldProblem[] =>
  reason === '' ? [{ id, text: 'Enter a reason' }] : []

type ReasonFieldProps = {
  errors: readonly FieldProblem[]
  /** Of its own where a page asks for more than one. */
  id?: string
}

/** Why somebody does something to a practice's account. */
export function ReasonField({ errors, id = 'reason' }: ReasonFieldProps) {
  return (
    <TextareaField
      id={id}
      name="reason"
      label="Reason"
      hint="Recorded in the practice’s audit log with your name."
      rows={2}
      maxLength={reason_length_max}
      error={errorOf(errors, id)}
    />
  )
}
