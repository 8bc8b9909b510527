const padTwoDigits = (number: number): string => String(number).padStart(2, '0')

/** A moment as a field for day and time takes it: of the clock where the browser is, to the minute. */
export const toDateTimeFieldValue = (moment: Date): string =>
  `${moment.getFullYear()}-${padTwoDigits(moment.getMonth() + 1)}-${padTwoDigits(moment.getDate())}` +
  `T${padTwoDigits(moment.getHours())}:${padTwoDigits(moment.getMinutes())}`
