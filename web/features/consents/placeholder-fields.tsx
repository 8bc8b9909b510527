import type { PlaceholderName } from '../../../contract/consent-plan.ts'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { askedPlaceholders, placeholderWords } from '../templates/index.ts'

type Values = Partial<Record<PlaceholderName, string>>

type PlaceholderFieldsProps = {
  /** Every placeholder of the chosen template; those the record fills by itself are left out. */
  asked: readonly string[]
  values: Values
  onChange: (values: Values) => void
  errors: readonly FieldProblem[]
}

/** Exactly the details that the chosen template's text uses. */
export function PlaceholderFields({ asked, values, onChange, errors }: PlaceholderFieldsProps) {
  const names = askedPlaceholders(asked)
  if (names.length === 0) return null
  return (
    <Panel
      title="Details in the text"
      lead="The patient reads these words as they stand here. Some come from the last consent of this kind: check them."
    >
      <div className="grid gap-5 md:grid-cols-2">
        {names.map((name) => {
          const { label, hint, long } = placeholderWords[name]
          const id = `placeholders.${name}`
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
        })}
      </div>
    </Panel>
  )
}
