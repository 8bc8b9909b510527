import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { PatientDetails } from '../../../contract/patients.ts'
import { contactEmail } from './patient-rules.ts'

/**
 * How mobile numbers begin in the countries we send texts to (`phone_countries`): the United Kingdom with the islands,
 * without its personal numbers and pagers (624 is the Isle of Man), and Ireland. Which of them are in use changes, and who delivers knows it.
 */
const mobile: Partial<Record<string, RegExp>> = {
  '44': /^7(?:[1-57-9]\d{2}|624)\d{6}$/,
  '353': /^8[3-9]\d{7}$/,
}

/** A mobile number in international form, of a country we send texts to; '' for any other number. */
export function mobileOf(typed: string): string {
  const number = parsePhoneNumberFromString(typed, { defaultCountry: 'GB', extract: false })
  if (!number?.isPossible() || number.ext) return ''
  return mobile[number.countryCallingCode]?.test(number.nationalNumber) ? number.number : ''
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
