import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** Where numbers without a country code belong. */
const home = 'GB'

/**
 * A phone number however it is typed, in international form: '+447700900123'; null when it is none. Its length decides,
 * not whether its range is in use: that changes from year to year, and who delivers knows it.
 */
export function phoneNumberOf(typed: string): string | null {
  const number = parsePhoneNumberFromString(typed, { defaultCountry: home, extract: false })
  return number?.isPossible() && !number.ext ? number.number : null
}
