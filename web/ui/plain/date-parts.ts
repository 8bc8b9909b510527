export type DatePart = 'day' | 'month' | 'year'
export type DateParts = Record<DatePart, string>

const digits = { day: /^\d{1,2}$/, month: /^\d{1,2}$/, year: /^\d{4}$/ }

/** The calendar day that was typed, as YYYY-MM-DD, or nothing when there is no such day. */
export function parseDate(parts: DateParts): string | undefined {
  const [day, month, year] = [parts.day.trim(), parts.month.trim(), parts.year.trim()]
  if (!digits.day.test(day) || !digits.month.test(month) || !digits.year.test(year)) return undefined
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${iso}T00:00:00Z`)
  const real = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso)
  return real ? iso : undefined
}

/** A stored day (YYYY-MM-DD) as a person would type it. */
export function datePartsOf(iso: string): DateParts {
  const [year = '', month = '', day = ''] = iso.split('-')
  return { day: day.replace(/^0/, ''), month: month.replace(/^0/, ''), year }
}

/** Where the digits of Arabic, Persian and Urdu, Bengali, Punjabi and of full width begin. */
const zeroCodePoints = [0x660, 0x6f0, 0x9e6, 0xa66, 0xff10]

/** Digits as a keyboard of another script types them, in those that dates are kept in. */
const toLatinDigits = (text: string) =>
  text.replaceAll(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    const zero = zeroCodePoints.find((start) => code >= start && code < start + 10)
    return zero === undefined ? digit : String(code - zero)
  })

/** What stands in the three inputs called `${name}Day`, `${name}Month` and `${name}Year`. */
export function datePartsFrom(form: FormData, name = 'dateOfBirth'): DateParts {
  const text = (part: string) => {
    const value = form.get(name + part)
    return typeof value === 'string' ? toLatinDigits(value) : ''
  }
  return { day: text('Day'), month: text('Month'), year: text('Year') }
}
