import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { FieldError, FieldHint, useFieldControl, type FieldControl } from './field.tsx'

export type FieldsetText = {
  id?: string | undefined
  legend: ReactNode
  /** For a question already asked by the page's heading. */
  hideLegend?: boolean | undefined
  hint?: ReactNode
  error?: string | undefined
  className?: string | undefined
}

type FieldsetProps = FieldsetText & { children: (control: FieldControl) => ReactNode }

/** Several controls that answer one question. */
export function Fieldset({ id, legend, hideLegend, hint, error, className, children }: FieldsetProps) {
  const { control, hintId, errorId } = useFieldControl({ id, hint, error })
  return (
    <fieldset
      className={clsx('field-group', className)}
      data-invalid={error ? '' : undefined}
      aria-describedby={control['aria-describedby']}
    >
      <legend className={clsx(hideLegend ? 'sr-only' : 'float-start mb-1.5 w-full font-semibold')}>
        {legend}
      </legend>
      {/* The legend floats because browsers set it on the fieldset's edge, above any bar beside it. */}
      <div className="clear-both">
        {hint != null && <FieldHint id={hintId}>{hint}</FieldHint>}
        {error && <FieldError id={errorId}>{error}</FieldError>}
        {children(control)}
      </div>
    </fieldset>
  )
}
