import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { distantDateField } from './appointment-form-parsing.ts'

/** Asks whether a day that is likely mistyped is right; nothing where the day gives no reason to ask. */
export function DistantDateField({ errors }: { errors: readonly FieldProblem[] }) {
  const error = errorOf(errors, distantDateField)
  if (!error) return null
  return (
    <CheckboxField id={distantDateField} name={distantDateField} label="This date is correct" error={error} />
  )
}
