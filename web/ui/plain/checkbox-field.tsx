import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { FieldError, FieldHint, useFieldControl } from './field.tsx'
import { TickBox } from './tick-box.tsx'

export type CheckboxFieldProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  /** A tinted panel round it, for a statement that matters. */
  boxed?: boolean | undefined
}

/** A statement to tick. The whole line answers to a press. */
export function CheckboxField({ id, label, hint, error, boxed, className, ...input }: CheckboxFieldProps) {
  const { control, hintId, errorId } = useFieldControl({ id, hint, error })
  return (
    <div className={clsx('field-group', className)} data-invalid={error ? '' : undefined}>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      <label
        htmlFor={control.id}
        className={clsx('flex gap-3 py-1', boxed && 'rounded-lg bg-brand-soft px-4 py-4')}
      >
        <TickBox {...input} {...control} type="checkbox" />
        <span className="min-w-0 grow">{label}</span>
      </label>
      {hint != null && (
        <div className="ps-[calc(var(--spacing-tick)+--spacing(3))]">
          <FieldHint id={hintId}>{hint}</FieldHint>
        </div>
      )}
    </div>
  )
}
