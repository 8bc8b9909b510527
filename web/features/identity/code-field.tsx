import type { FieldProblem } from '../../ui/plain/error-summary.tsx'
import { TextField, type TextFieldProps } from '../../ui/plain/text-field.tsx'

/** A short code of digits: phones offer it from the message, and show their number pad. */
export function CodeField(props: TextFieldProps) {
  return (
    <TextField
      id="code"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      width="short"
      maxLength={12}
      {...props}
    />
  )
}

/** What is wrong with a code before it is sent; blanks are taken out by the caller. */
export function validateCode(code: string, length: number): FieldProblem[] {
  if (code === '') return [{ id: 'code', text: 'Enter the code' }]
  if (new RegExp(`^\\d{${length}}$`).test(code)) return []
  return [{ id: 'code', text: `Enter the ${length} digits of the code` }]
}
