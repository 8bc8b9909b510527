import { readPhones, textNumber } from '../../../contract/phone-number.ts'

/**
 * A phone number to send codes to, however it is typed, in international form: '+447700900123'; null when it is none,
 * stands beside other words or numbers, or is no mobile of a country we send texts to.
 */
export function phoneNumberOf(typed: string): string | null {
  const read = readPhones(typed)
  const [first, ...others] = 'phones' in read ? read.phones : []
  const isAlone = first?.note === '' && others.length === 0
  return (isAlone && textNumber(first.number)) || null
}
