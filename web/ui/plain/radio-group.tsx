import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Fieldset, type FieldsetText } from './fieldset.tsx'
import { TickBox } from './tick-box.tsx'

export type RadioOption = {
  value: string
  label: ReactNode
  hint?: ReactNode
  disabled?: boolean | undefined
}

export type RadioGroupProps = FieldsetText & {
  name: string
  options: readonly RadioOption[]
  value?: string | undefined
  defaultValue?: string | undefined
  onChange?: ((value: string) => void) | undefined
  inline?: boolean | undefined
}

/** One of a few. The first circle carries the group's id, so that an error summary can lead to it. */
export function RadioGroup({
  name,
  options,
  value,
  defaultValue,
  onChange,
  inline,
  ...text
}: RadioGroupProps) {
  return (
    <Fieldset {...text}>
      {(control) => (
        <div className={clsx('flex', inline ? 'flex-wrap gap-x-6 gap-y-1' : 'flex-col gap-1')}>
          {options.map((option, index) => {
            const id = index === 0 ? control.id : `${control.id}-${option.value}`
            const hintId = option.hint == null ? undefined : `${id}-note`
            return (
              <label key={option.value} htmlFor={id} className="flex gap-3 py-1">
                <TickBox
                  type="radio"
                  id={id}
                  name={name}
                  value={option.value}
                  disabled={option.disabled}
                  aria-describedby={hintId}
                  {...(value === undefined
                    ? { defaultChecked: option.value === defaultValue }
                    : { checked: option.value === value })}
                  onChange={() => onChange?.(option.value)}
                />
                <span>
                  {option.label}
                  {option.hint != null && (
                    <span id={hintId} className="block text-small text-muted">
                      {option.hint}
                    </span>
                  )}
                </span>
              </label>
            )
          })}
        </div>
      )}
    </Fieldset>
  )
}
