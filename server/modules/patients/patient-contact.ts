import { getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/mobile'
import { phone_countries } from '../../../contract/limits.ts'
import type { PatientDetails } from '../../../contract/patients.ts'
import { contactEmail } from './patient-rules.ts'

const served = new Set(phone_countries.map((country) => getCountryCallingCode(country)))

/** A mobile number in international form, of a country we send texts to; '' for any other number. */
export function mobileOf(typed: string): string {
  const number = parsePhoneNumberFromString(typed, { defaultCountry: 'GB', extract: false })
  return number?.isValid() && !number.ext && served.has(number.countryCallingCode) ? number.number : ''
}

/** How a patient can be reached, each '' where they cannot, and whether anybody may write to them at all. */
export type PatientReach = {
  email: string
  mobile: string
  phone: string
  address: string
  /** How they want to be written to. */
  preferred: 'email' | 'sms'
  mayContact: boolean
}

type Contact = Pick<PatientDetails, 'email' | 'phone' | 'address' | 'guardian'> & { status: string }

/** The patient's own contact, else that of the person who may sign for them. Who was put away is not written to. */
export function reachOf({ email, phone, address, guardian, status }: Contact): PatientReach {
  const own = mobileOf(phone)
  return {
    email: contactEmail({ email, guardian }),
    mobile: own || mobileOf(guardian?.phone ?? ''),
    phone: phone || (guardian?.phone ?? ''),
    address,
    preferred: 'email',
    mayContact: status === 'active',
  }
}

/** The channels that reach a patient, the preferred one first. */
export function channelsOf({ email, mobile, preferred }: PatientReach): ('email' | 'sms')[] {
  const order = preferred === 'sms' ? (['sms', 'email'] as const) : (['email', 'sms'] as const)
  return order.filter((channel) => (channel === 'sms' ? mobile !== '' : email !== ''))
}
