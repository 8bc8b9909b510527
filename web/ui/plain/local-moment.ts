import { momentText } from './date-text.ts'
import { supportsLocale } from './local-day.ts'

const shape = {
  dateStyle: 'long',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: 'Europe/London',
  numberingSystem: 'latn',
} as const

/** A moment with its time of day in UK time, in the manner of a language; in English as everywhere in the product. */
export function formatLocalDateTime(moment: string | Date, locale: string): string {
  if (locale.startsWith('en')) return momentText(moment)
  return supportsLocale(locale)
    ? new Intl.DateTimeFormat(locale, shape).format(new Date(moment))
    : new Intl.DateTimeFormat('en-GB', { ...shape, dateStyle: 'short' }).format(new Date(moment))
}
