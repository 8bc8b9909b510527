import { useRef } from 'react'
import { Button } from './plain/button.tsx'
import { Field, type FieldText } from './plain/field.tsx'

/** This minute as a field of date and time takes it, by the clock of the browser. */
function minuteValueOf(now: Date): string {
  const pad = (number: number) => String(number).padStart(2, '0')
  const day = [now.getFullYear(), pad(now.getMonth() + 1), pad(now.getDate())].join('-')
  return `${day}T${pad(now.getHours())}:${pad(now.getMinutes())}`
}

/** When something happened, with one press for the most common answer. Nothing is filled in beforehand. */
export function MomentField({ name, ...text }: FieldText & { name: string }) {
  const input = useRef<HTMLInputElement>(null)

  /** As if it had been typed: what keeps drafts hears of it. */
  function fillNow() {
    if (!input.current) return
    input.current.value = minuteValueOf(new Date())
    input.current.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return (
    <Field {...text}>
      {(control) => (
        <span className="flex flex-wrap items-center gap-2">
          <input
            ref={input}
            type="datetime-local"
            name={name}
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
