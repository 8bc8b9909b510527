import { clsx } from 'clsx'
import { useId, type ReactNode } from 'react'

/** What is written around a control. Give `id` where an error summary links to it. */
export type FieldText = {
  id?: string | undefined
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  /** Marks what may be left out; `true` writes '(optional)'. */
  optional?: boolean | string | undefined
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean | undefined
  className?: string | undefined
}

/** What ties a control to the words around it. */
export type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** The ids of a control, its hint and its error, and the attributes that join them. */
export function useFieldControl({ id, hint, error }: Pick<FieldText, 'id' | 'hint' | 'error'>) {
  const generatedId = useId()
  const controlId = id ?? generatedId
  const hintId = `${controlId}-hint`
  const errorId = `${controlId}-error`
  const describedBy = clsx(hint != null && hintId, error && errorId)
  const control: FieldControl = {
    id: controlId,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': error ? true : undefined,
  }
  return { control, hintId, errorId }
}

/** Help that stands before the control. */
export function FieldHint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={id} className="mb-1.5 text-small text-muted">
      {children}
    </div>
  )
}

/** What is wrong with the control below it. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="mb-1.5 font-semibold text-bad">
      {children}
    </p>
  )
}

type FieldProps = FieldText & { children: (control: FieldControl) => ReactNode }

/** A label, then hint, then error, then the control: the order in which people need them. */
export function Field({ id, label, hint, error, optional, hideLabel, className, children }: FieldProps) {
  const { control, hintId, errorId } = useFieldControl({ id, hint, error })
  return (
    <div className={clsx('field-group', className)} data-invalid={error ? '' : undefined}>
      <label
        id={`${control.id}-label`}
        htmlFor={control.id}
        className={clsx(hideLabel ? 'sr-only' : 'mb-1.5 block w-fit font-semibold')}
      >
        {label}
        {optional && (
          <span className="font-normal text-muted"> {optional === true ? '(optional)' : optional}</span>
        )}
      </label>
      {hint != null && <FieldHint id={hintId}>{hint}</FieldHint>}
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {children(control)}
    </div>
  )
}
