import { useRef, type ComponentProps } from 'react'
import { toDateTimeFieldValue } from './date-time-field-value.ts'
import { Button } from './plain/button.tsx'
import { Field, type FieldText } from './plain/field.tsx'

type MomentFieldProps = FieldText &
  Pick<ComponentProps<'input'>, 'name' | 'value' | 'defaultValue' | 'max' | 'onChange'>

/** When something happened, with one press for the most common answer, this minute by the clock of the browser. */
export function MomentField(props: MomentFieldProps) {
  const { id, label, hint, error, optional, hideLabel, className, ...input } = props
  const field = useRef<HTMLInputElement>(null)

  /** As if it had been typed: what keeps drafts hears of it, and so does a form that holds the value itself. */
  function fillNow() {
    // Its own setter is React's, which takes the value for one that it knows already.
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!
    set!.call(field.current, toDateTimeFieldValue(new Date()))
    field.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return (
    <Field {...{ id, label, hint, error, optional, hideLabel, className }}>
      {(control) => (
        <span className="flex flex-wrap items-center gap-2">
          <input
            ref={field}
            type="datetime-local"
            {...input}
            {...control}
            className="field max-w-80 flex-1"
          />
          <Button variant="quiet" onClick={fillNow} aria-describedby={`${control.id}-label`}>
            Now
          </Button>
        </span>
      )}
    </Field>
  )
}
