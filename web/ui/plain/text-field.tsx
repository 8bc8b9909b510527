import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { Field, type FieldText } from './field.tsx'

const widthClass = { short: 'max-w-40', medium: 'max-w-80', full: '' }

export type TextFieldProps = FieldText &
  Omit<ComponentProps<'input'>, 'width'> & { width?: keyof typeof widthClass | undefined }

/** One line of text. The width hints at how much is expected. */
export function TextField(props: TextFieldProps) {
  const { id, label, hint, error, optional, hideLabel, className, width = 'full', ...input } = props
  return (
    <Field {...{ id, label, hint, error, optional, hideLabel, className }}>
      {(control) => (
        <input type="text" {...input} {...control} className={clsx('field', widthClass[width])} />
      )}
    </Field>
  )
}
