import type { ComponentProps } from 'react'
import { Field, type FieldText } from './field.tsx'

export type SelectOption = { value: string; label: string; disabled?: boolean | undefined }

export type SelectFieldProps = FieldText &
  Omit<ComponentProps<'select'>, 'multiple'> & {
    options: readonly SelectOption[]
    /** A first choice that stands for nothing chosen yet. */
    empty?: string | undefined
  }

/** A choice by the device's own picker: the one to use in forms. */
export function SelectField(props: SelectFieldProps) {
  const { id, label, hint, error, optional, hideLabel, className, options, empty, ...select } = props
  return (
    <Field {...{ id, label, hint, error, optional, hideLabel, className }}>
      {(control) => (
        <div className="relative">
          <select {...select} {...control} className="field appearance-none truncate pe-10">
            {empty !== undefined && <option value="">{empty}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <svg
            viewBox="0 0 16 16"
            fill="none"
            aria-hidden
            className="pointer-events-none absolute inset-y-0 end-3 my-auto size-4 text-muted"
          >
            <path
              d="m4 6 4 4 4-4"
              stroke="currentColor"
              strokeWidth="1.75"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </svg>
        </div>
      )}
    </Field>
  )
}
