import { aftercare_messages_max } from '../../../contract/limits.ts'
import type { Api } from '../../api.ts'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'

export type AftercarePolicy = Awaited<ReturnType<Api['aftercare']['policy']>>
type Entry = Omit<AftercarePolicy, 'shipped' | 'people'>

/** The numbers as they are typed: '1, 3, 7'. */
export const formatNumbers = (numbers: readonly number[]): string => numbers.join(', ')

/** The numbers of a line such as '1, 3 and 7'; null where something in it is none, or comes twice. */
export function parseNumbers(typed: string): number[] | null {
  const numbers = typed
    .split(/[\s,;]+|\band\b/)
    .filter(Boolean)
    .map(Number)
  const isRight = (number: number) => Number.isInteger(number) && number >= 1 && number <= 365
  const areOnce = new Set(numbers).size === numbers.length && numbers.length <= aftercare_messages_max
  return numbers.every(isRight) && areOnce ? numbers.toSorted((a, b) => a - b) : null
}

const isSame = (one: readonly number[], other: readonly number[]) => one.join() === other.join()

/** What was typed, with its faults; a treatment whose numbers are those we ship is not one that was changed. */
export function parseAftercareForm(
  form: FormData,
  shipped: AftercarePolicy['shipped'],
): { entry: Entry; errors: FieldProblem[] } {
  const errors: FieldProblem[] = []
  const numbers = (id: string, treatment: string) => {
    const read = parseNumbers(String(form.get(id) ?? ''))
    if (read === null)
      errors.push({
        id,
        text: `${treatment}: enter at most ${aftercare_messages_max} different numbers from 1 to 365, like 1, 3, 7`,
      })
    return read ?? []
  }
  const changed = shipped.flatMap(({ treatment, hours, days }, index) => {
    const own = {
      treatment,
      hours: numbers(`hours-${index}`, treatment),
      days: numbers(`days-${index}`, treatment),
    }
    return isSame(own.hours, hours) && isSame(own.days, days) ? [] : [own]
  })
  const entry = {
    isOn: form.get('aftercareOn') !== null,
    survey: form.get('surveyOn') !== null,
    alertStaffIds: form.getAll('alert').map(String),
    changed,
  }
  return { entry, errors }
}
