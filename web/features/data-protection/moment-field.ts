const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** A moment as a field for day and time takes it: of the clock where the browser is, to the minute. */
export const momentField = (moment: Date): string =>
  `${moment.getFullYear()}-${twoDigits(moment.getMonth() + 1)}-${twoDigits(moment.getDate())}` +
  `T${twoDigits(moment.getHours())}:${twoDigits(moment.getMinutes())}`
