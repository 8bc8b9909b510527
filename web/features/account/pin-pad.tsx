import { Delete } from 'lucide-react'
import { pin_length_max } from '../../../contract/limits.ts'
import { Field } from '../../ui/plain/field.tsx'

type PinPadProps = {
  id: string
  value: string
  onChange: (typed: string) => void
  error?: string | undefined
}

const keyClass =
  'grid min-h-14 place-items-center rounded-lg border border-line text-h1 font-medium tabular-nums transition-colors hover:bg-brand-soft active:bg-line'

/** A PIN, typed on a keyboard or tapped on the keys below; phones do not cover them with keys of their own. */
export function PinPad({ id, value, onChange, error }: PinPadProps) {
  const add = (digit: number) => value.length < pin_length_max && onChange(value + digit)
  return (
    <div>
      <Field id={id} label="PIN" error={error}>
        {(control) => (
          <input
            {...control}
            type="password"
            inputMode="none"
            autoComplete="off"
            maxLength={pin_length_max}
            value={value}
            onChange={({ target }) => {
              // Written back: a letter alone changes no value, and nothing would draw the field anew.
              target.value = target.value.replaceAll(/\D/g, '')
              onChange(target.value)
            }}
            className="field text-center text-h1 tracking-[0.4em]"
          />
        )}
      </Field>
      <div role="group" aria-label="Keypad" className="mt-3 grid grid-cols-3 gap-2">
        {[1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => (
          <button key={digit} type="button" className={keyClass} onClick={() => add(digit)}>
            {digit}
          </button>
        ))}
        <span />
        <button type="button" className={keyClass} onClick={() => add(0)}>
          0
        </button>
        <button
          type="button"
          aria-label="Delete the last digit"
          className={keyClass}
          onClick={() => onChange(value.slice(0, -1))}
        >
          <Delete className="size-6" aria-hidden />
        </button>
      </div>
    </div>
  )
}
