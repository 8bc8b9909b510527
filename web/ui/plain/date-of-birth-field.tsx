import { clsx } from 'clsx'
import { useRef } from 'react'
import { today } from '../../../contract/calendar-day.ts'
import type { DatePart, DateParts } from './date-parts.ts'
import { Fieldset, type FieldsetText } from './fieldset.tsx'
import { expandPastedDate } from './date-paste.ts'

const partOrder: readonly DatePart[] = ['day', 'month', 'year']
const inputName = { day: 'Day', month: 'Month', year: 'Year' } as const
const englishLabels: DateParts = { day: 'Day', month: 'Month', year: 'Year' }
const emptyDate: DateParts = { day: '', month: '', year: '' }

export type DateOfBirthFieldProps = FieldsetText & {
  /** The inputs are called `${name}Day`, `${name}Month` and `${name}Year`. */
  name?: string | undefined
  /** Which inputs to mark as wrong; all of them when an error names none. */
  invalidParts?: readonly DatePart[] | undefined
  labels?: DateParts | undefined
  defaultValue?: DateParts | undefined
  /** The last day that a date pasted whole can mean, YYYY-MM-DD; today where it is left out. */
  latest?: string | undefined
  onChange?: ((parts: DateParts) => void) | undefined
}

/**
 * A day in three short inputs: quicker and surer for a remembered date than any calendar. A whole date in one of them fills
 * all three; what cannot be read stays there uncut.
 */
export function DateOfBirthField({
  name = 'dateOfBirth',
  invalidParts = partOrder,
  labels = englishLabels,
  defaultValue = emptyDate,
  latest,
  onChange,
  ...text
}: DateOfBirthFieldProps) {
  const typed = useRef(defaultValue)
  function change(part: DatePart, value: string) {
    typed.current = { ...typed.current, [part]: value }
    onChange?.(typed.current)
  }
  const inputs = useRef<Partial<Record<DatePart, HTMLInputElement | null>>>({})
  async function spread(part: DatePart) {
    const written = inputs.current[part]?.value ?? ''
    if (/^\s*\p{Nd}{0,4}\s*$/u.test(written)) return
    const found = await expandPastedDate({ ...emptyDate, day: written }, latest ?? today())
    if (found.month === '' || inputs.current[part]?.value !== written) return
    for (const each of partOrder) if (inputs.current[each]) inputs.current[each].value = found[each]
    typed.current = found
    onChange?.(found)
  }
  return (
    <Fieldset {...text}>
      {(control) => (
        <div data-draft="off" className="flex flex-wrap gap-x-4 gap-y-2">
          {partOrder.map((part) => {
            const id = part === 'day' ? control.id : `${control.id}-${part}`
            return (
              <div key={part}>
                <label htmlFor={id} className="mb-1 block">
                  {labels[part]}
                </label>
                <input
                  ref={(input) => {
                    inputs.current[part] = input
                  }}
                  id={id}
                  name={name + inputName[part]}
                  type="text"
                  inputMode="numeric"
                  autoComplete="off"
                  defaultValue={defaultValue[part]}
                  onChange={(event) => change(part, event.target.value)}
                  // When the text that is pasted has come into the input.
                  onPaste={() => setTimeout(() => void spread(part))}
                  onBlur={() => void spread(part)}
                  aria-invalid={control['aria-invalid'] && invalidParts.includes(part) ? true : undefined}
                  aria-describedby={part === 'day' ? control['aria-describedby'] : undefined}
                  className={clsx('field tabular-nums', part === 'year' ? 'max-w-[5.5em]' : 'max-w-[3.75em]')}
                />
              </div>
            )
          })}
        </div>
      )}
    </Fieldset>
  )
}
