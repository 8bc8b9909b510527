import { parseEmail } from '../../../contract/email-address.ts'

/**
 * An address as accounts are known by, in lower case, its domain as mail servers take it; null when it is none, or several.
 * One with a line break, which could begin a header, is none.
 */
export function normalizeEmail(typed: string): string | null {
  const read = parseEmail(typed)
  return 'address' in read && read.others.length === 0 ? read.address.toLowerCase() : null
}
