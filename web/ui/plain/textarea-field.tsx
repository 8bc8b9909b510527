import type { ComponentProps } from 'react'
import { Field, type FieldText } from './field.tsx'

export type TextareaFieldProps = FieldText & ComponentProps<'textarea'>

/** Several lines of text; grows with what is written where the browser can. */
export function TextareaField(props: TextareaFieldProps) {
  const { id, label, hint, error, optional, hideLabel, className, ...textarea } = props
  return (
    <Field {...{ id, label, hint, error, optional, hideLabel, className }}>
      {(control) => (
        <textarea
          rows={4}
          dir="auto"
          {...textarea}
          {...control}
          className="field field-sizing-content min-h-24 py-2 leading-normal"
        />
      )}
    </Field>
  )
}
