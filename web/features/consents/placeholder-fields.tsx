import type { PlaceholderName } from '../../../contract/consent-plan.ts'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { placeholderWords } from '../templates/index.ts'
import { DetailSource } from './detail-source.tsx'

type Values = Partial<Record<PlaceholderName, string>>

type PlaceholderFieldsProps = {
  placeholders: readonly PlaceholderName[]
  idOf: (name: PlaceholderName) => string
  values: Values
  onChange: (values: Values) => void
  errors: readonly FieldProblem[]
  /** What is said below a field of where its value comes from; nothing where all of it is new. */
  sources?: { carried: Values | undefined; lastUsed: Values | undefined; source: string }
}

/** Exactly the details that a treatment's text uses. */
export function PlaceholderFields({
  placeholders,
  idOf,
  values,
  onChange,
  errors,
  sources,
}: PlaceholderFieldsProps) {
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
    return (
      <div key={name} className={long ? 'md:col-span-2' : undefined}>
        {long ? (
          <TextareaField {...field} rows={2} onChange={(event) => change(event.target.value)} />
        ) : (
          <TextField {...field} dir="auto" onChange={(event) => change(event.target.value)} />
        )}
        {sources && (
          <DetailSource
            label={label}
            value={field.value}
            carried={sources.carried?.[name]}
            lastUsed={sources.lastUsed?.[name]}
            source={sources.source}
            onKeep={change}
          />
        )}
      </div>
    )
  })
}
