import { readPhones, textNumber } from '../../../contract/phone-number.ts'

/** Why codes cannot be sent to what was typed as a phone: it is none, or one that we send no texts to. */
export function phoneRefusal(typed: string): 'invalid-phone' | 'phone-not-served' {
  return phoneAlone(typed) ? 'phone-not-served' : 'invalid-phone'
}

/**
 * A phone number to send codes to, however it is typed, in international form: '+447700900123'; null when it is none,
 * stands beside other words or numbers, or is no mobile of a country we send texts to.
 */
export function phoneNumberOf(typed: string): string | null {
  const phone = phoneAlone(typed)
  return (phone && textNumber(phone.number)) || null
}

/** The one number that was typed, where nothing stands beside it. */
function phoneAlone(typed: string) {
  const read = readPhones(typed)
  const [first, ...others] = 'phones' in read ? read.phones : []
  return first?.note === '' && others.length === 0 ? first : null
}
