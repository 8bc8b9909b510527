import { useState, type ComponentProps } from 'react'
import { Field, type FieldText } from './field.tsx'

export type PasswordFieldProps = FieldText & Omit<ComponentProps<'input'>, 'type'>

/** A password that can be looked at while it is typed. */
export function PasswordField(props: PasswordFieldProps) {
  const { id, label, hint, error, optional, hideLabel, className, ...input } = props
  const [shown, setShown] = useState(false)
  const action = shown ? 'Hide' : 'Show'
  return (
    <Field {...{ id, label, hint, error, optional, hideLabel, className }}>
      {(control) => (
        <div className="relative">
          <input
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            className="field pe-18"
          />
          <button
            type="button"
            aria-label={`${action} ${typeof label === 'string' ? label.toLowerCase() : ''}`}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-1 end-1 min-w-14 rounded-sm px-2 text-small font-semibold text-brand hover:bg-brand-soft"
          >
            {action}
          </button>
        </div>
      )}
    </Field>
  )
}
