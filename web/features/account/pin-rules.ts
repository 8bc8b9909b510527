import { pin_length_max, pin_length_min } from '../../../contract/limits.ts'

/** How long a PIN is, as people are told. */
export const pinDigits = `${pin_length_min} to ${pin_length_max} digits`

/** Whether it could be a PIN at all. */
export const isPin = (typed: string): boolean =>
  /^\d+$/.test(typed) && typed.length >= pin_length_min && typed.length <= pin_length_max
