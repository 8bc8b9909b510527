const shape = {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Europe/London',
  // The digits that dates are typed in here, whatever a language would use by itself.
  numberingSystem: 'latn',
} as const

/** Whether this browser can write dates in a language; some know no Welsh. */
export const supportsLocale = (locale: string) => Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0

/** A moment as a day in UK time, in the manner of a language: '14 March 2026', '14 marca 2026'; else '14/03/2026'. */
export const formatLocalDay = (moment: string | Date, locale: string): string =>
  (supportsLocale(locale)
    ? new Intl.DateTimeFormat(locale, shape)
    : new Intl.DateTimeFormat('en-GB', { ...shape, month: '2-digit' })
  ).format(new Date(moment))
