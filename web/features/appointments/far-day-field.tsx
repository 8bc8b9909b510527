import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { farDayField } from './appointment-form-reading.ts'

/** Asks whether a day that is likely mistyped is right; nothing where the day gives no reason to ask. */
export function FarDayField({ errors }: { errors: readonly FieldProblem[] }) {
  const error = errorOf(errors, farDayField)
  if (!error) return null
  return <CheckboxField id={farDayField} name={farDayField} label="This day is right" error={error} />
}
