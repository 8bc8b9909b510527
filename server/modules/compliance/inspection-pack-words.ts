import type { ComplianceItem } from '../../../contract/compliance.ts'
import type { Figure, Span } from './compliance-rules.ts'

export const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const shortDay = new Intl.DateTimeFormat('en-GB', {
  ...{ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
})
/** A calendar day, or the day of a moment in UTC, in words. */
export const dayText = (day: string): string => longDay.format(new Date(`${day.slice(0, 10)}T00:00:00Z`))
export const spanText = ({ from, to }: Span, words = shortDay): string =>
  [from, to].map((day) => words.format(new Date(`${day}T00:00:00Z`))).join(' to ')

/** A figure as it is read aloud; without anything to count it says so. */
export function figureText({ value, count, of }: Figure, unit: ComplianceItem['unit']): string {
  if (value === null) return 'No data'
  const valueText = unit === 'percent' ? `${value}%` : `${value}`
  return of === 0 ? valueText : `${valueText} (${count} of ${of})`
}

export const stateLabels = {
  met: 'Target met',
  below: 'Below target',
  'no-data': 'No data',
  shown: 'No target',
}

export const targetText = ({ target, unit }: ComplianceItem): string =>
  target === null ? 'None' : unit === 'percent' ? `${target}%` : `${target}`
