import type { PlaceholderName } from '../../../contract/consent-plan.ts'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { placeholderWords } from '../templates/index.ts'

type Values = Partial<Record<PlaceholderName, string>>

type PlaceholderFieldsProps = {
  placeholders: readonly PlaceholderName[]
  idOf: (name: PlaceholderName) => string
  values: Values
  onChange: (values: Values) => void
  errors: readonly FieldProblem[]
}

/** Exactly the details that a treatment's text uses. */
export function PlaceholderFields({ placeholders, idOf, values, onChange, errors }: PlaceholderFieldsProps) {
  return placeholders.map((name) => {
    const { label, hint, long } = placeholderWords[name]
    const id = idOf(name)
    const field = {
      id,
      label,
      hint,
      error: errorOf(errors, id),
      value: values[name] ?? '',
      maxLength: 500,
      autoComplete: 'off',
    }
    const change = (text: string) => onChange({ ...values, [name]: text })
    return long ? (
      <TextareaField
        key={name}
        {...field}
        rows={2}
        className="md:col-span-2"
        onChange={(event) => change(event.target.value)}
      />
    ) : (
      <TextField key={name} {...field} dir="auto" onChange={(event) => change(event.target.value)} />
    )
  })
}
