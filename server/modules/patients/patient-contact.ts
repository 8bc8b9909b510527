import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { SendingChannel } from '../../../contract/delivery-states.ts'
import type { ContactChannel, PatientDetails, PatientStatus } from '../../../contract/patients.ts'
import { contactEmail, isInForce, mayContact } from './patient-rules.ts'

/**
 * How mobile numbers begin in the countries we send texts to (`phone_countries`): the United Kingdom with the islands,
 * without its personal numbers and pagers (624 is the Isle of Man), and Ireland. Which of them are in use changes, and who delivers knows it.
 */
const mobile: Partial<Record<string, RegExp>> = {
  '44': /^7(?:[1-57-9]\d{2}|624)\d{6}$/,
  '353': /^8[3-9]\d{7}$/,
}

/** As nearly all numbers are written: with spaces at most, in the form of the country or of all countries. */
const plain = /^(?:0|\+44)([1-37]\d{9})$/

/** A mobile number in international form, of a country we send texts to; '' for any other number. */
export function mobileOf(typed: string): string {
  // Reading any writing takes a hundred times as long, and lists ask of each patient.
  const [, inBritain] = plain.exec(typed.replaceAll(' ', '')) ?? []
  if (inBritain !== undefined) return mobile['44']!.test(inBritain) ? `+44${inBritain}` : ''
  const number = parsePhoneNumberFromString(typed, { defaultCountry: 'GB', extract: false })
  if (!number?.isPossible() || number.ext) return ''
  return mobile[number.countryCallingCode]?.test(number.nationalNumber) ? number.number : ''
}

/** How a patient can be reached, each '' where nothing is on file, and what they agree to. */
export type PatientReach = {
  email: string
  mobile: string
  phone: string
  address: string
  /** How they want to be written to. */
  preferred: SendingChannel
  /** The ways in which the practice may turn to them of itself. */
  agreed: readonly ContactChannel[]
  /** Whether it may turn to them of itself at all: nobody is who was put away, has left or died, or wants no messages. */
  mayContact: boolean
}

type Contact = Pick<
  PatientDetails,
  'email' | 'phone' | 'address' | 'guardians' | 'contactPermission' | 'preferredChannel'
> & { status: PatientStatus }

/** The patient's own contact, else that of somebody who may still decide for them. */
export function reachOf(patient: Contact, now: Date): PatientReach {
  const { email, phone, address, guardians, contactPermission, preferredChannel, status } = patient
  const others = guardians.filter((guardian) => isInForce(guardian, now)).map((guardian) => guardian.phone)
  const agreed = contactPermission.filter((channel) => !mayContact(patient, channel))
  return {
    email: contactEmail({ email, guardians }, now),
    mobile: [phone, ...others].map(mobileOf).find(Boolean) ?? '',
    phone: [phone, ...others].find(Boolean) ?? '',
    address,
    preferred: preferredChannel === 'sms' ? 'sms' : 'email',
    agreed,
    mayContact: status === 'active' && agreed.length > 0,
  }
}

/** The channels that reach a patient, the preferred one first. */
export function channelsOf({
  email,
  mobile,
  preferred,
}: Pick<PatientReach, 'email' | 'mobile' | 'preferred'>): SendingChannel[] {
  const order = preferred === 'sms' ? (['sms', 'email'] as const) : (['email', 'sms'] as const)
  return order.filter((channel) => (channel === 'sms' ? mobile !== '' : email !== ''))
}

/** Those of them that the patient agrees to. */
export const agreedChannelsOf = (reach: PatientReach): SendingChannel[] =>
  channelsOf(reach).filter((channel) => reach.agreed.includes(channel))
