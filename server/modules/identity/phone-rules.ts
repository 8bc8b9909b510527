import { parsePhones, smsNumber } from '../../../contract/phone-number.ts'

/** Why codes cannot be sent to what was typed as a phone: it is none, or one that we send no texts to. */
export function phoneRefusal(typed: string): 'invalid-phone' | 'phone-not-served' {
  return parseSinglePhone(typed) ? 'phone-not-served' : 'invalid-phone'
}

/**
 * A phone number to send codes to, however it is typed, in international form: '+447700900123'; null when it is none,
 * stands beside other words or numbers, or is no mobile of a country we send texts to.
 */
export function parsePhoneNumber(typed: string): string | null {
  const phone = parseSinglePhone(typed)
  return (phone && smsNumber(phone.number)) || null
}

/** The one number that was typed, where nothing stands beside it. */
function parseSinglePhone(typed: string) {
  const read = parsePhones(typed)
  const [first, ...others] = 'phones' in read ? read.phones : []
  return first?.note === '' && others.length === 0 ? first : null
}
