import { dateInTimeZone } from '../../../contract/calendar-day.ts'
import type { SendingChannel } from '../../../contract/delivery-states.ts'
import type { ContactChannel, PatientDetails, PatientStatus } from '../../../contract/patients.ts'
import { parsePhones, smsNumber } from '../../../contract/phone-number.ts'
import { contactEmail, isGuardianValid, mayContact } from './patient-rules.ts'

/** As nearly all numbers are stored and typed: with spaces at most, in the form of the country or of all countries. */
const plain = /^(?:0|\+44)([1-37]\d{9})$/

/** A mobile number in international form, of a country we send texts to; '' for any other number, and for two. */
export function parseMobile(written: string): string {
  // Reading any writing takes a hundred times as long, and lists ask of each patient.
  const [, inBritain] = plain.exec(written.replaceAll(' ', '')) ?? []
  if (inBritain !== undefined) return smsNumber(`0${inBritain}`)
  const read = parsePhones(written)
  const [first, ...others] = 'phones' in read ? read.phones : []
  return first && others.length === 0 ? smsNumber(first.number) : ''
}

/** How a patient can be reached, each '' where nothing is on file, and what they agree to. */
export type ContactDetails = {
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
  'email' | 'phone' | 'otherPhone' | 'address' | 'guardians' | 'contactPermission' | 'preferredChannel'
> & { status: PatientStatus }

/** The patient's own contact, else that of somebody who may still decide for them. */
export function contactDetailsOf(patient: Contact, now: Date): ContactDetails {
  const { email, phone, otherPhone, address, guardians, contactPermission, preferredChannel, status } =
    patient
  const others = guardians.filter((guardian) => isGuardianValid(guardian, dateInTimeZone(now)))
  // Of guardians stored before they had another number, it is absent.
  const numbers = [{ phone, otherPhone }, ...others].flatMap((each) =>
    [each.phone, each.otherPhone || []].flat(),
  )
  const agreed = contactPermission.filter((channel) => !mayContact(patient, channel))
  return {
    email: contactEmail({ email, guardians }, now),
    mobile: numbers.map(parseMobile).find(Boolean) ?? '',
    phone: numbers.find(Boolean) ?? '',
    address,
    preferred: preferredChannel === 'sms' ? 'sms' : 'email',
    agreed,
    mayContact: status === 'active' && agreed.length > 0,
  }
}

/** The channels that reach a patient, the preferred one first. */
export function reachableChannels({
  email,
  mobile,
  preferred,
}: Pick<ContactDetails, 'email' | 'mobile' | 'preferred'>): SendingChannel[] {
  const order = preferred === 'sms' ? (['sms', 'email'] as const) : (['email', 'sms'] as const)
  return order.filter((channel) => (channel === 'sms' ? mobile !== '' : email !== ''))
}

/** Those of them that the patient agrees to. */
export const agreedChannelsOf = (reach: ContactDetails): SendingChannel[] =>
  reachableChannels(reach).filter((channel) => reach.agreed.includes(channel))
