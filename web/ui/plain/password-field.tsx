import { useState, type ComponentProps } from 'react'
import { Field, type FieldText } from './field.tsx'

export type PasswordFieldProps = FieldText &
  Omit<ComponentProps<'input'>, 'type'> & {
    showLabel?: string | undefined
    hideLabelText?: string | undefined
  }

/** A password that can be looked at while it is typed. */
export function PasswordField(props: PasswordFieldProps) {
  const { id, label, hint, error, optional, hideLabel, className, ...rest } = props
  const { showLabel = 'Show', hideLabelText = 'Hide', ...input } = rest
  const [shown, setShown] = useState(false)
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
            aria-label={`${shown ? hideLabelText : showLabel} ${typeof label === 'string' ? label.toLowerCase() : ''}`}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-1 end-1 min-w-14 rounded-sm px-2 text-small font-semibold text-brand hover:bg-brand-soft"
          >
            {shown ? hideLabelText : showLabel}
          </button>
        </div>
      )}
    </Field>
  )
}
