import { getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { phone_countries } from '../../../contract/limits.ts'

const served = new Set(phone_countries.map((country) => getCountryCallingCode(country)))

/** Where numbers without a country code belong. */
const home = 'GB'

/**
 * A phone number however it is typed, in international form: '+447700900123'; null when it is none, or of a country we send no
 * texts to. Its length decides,
 * not whether its range is in use: that changes from year to year, and who delivers knows it.
 */
export function phoneNumberOf(typed: string): string | null {
  const number = parsePhoneNumberFromString(typed, { defaultCountry: home, extract: false })
  return number?.isPossible() && !number.ext && served.has(number.countryCallingCode) ? number.number : null
}
