import {
  home_link_overlap_minutes,
  home_link_minutes,
  patient_session_minutes,
} from '../../../contract/limits.ts'
import { minute_ms } from '../../platform/clock.ts'
import { isSameName } from '../../platform/name-comparison.ts'

/** Until when a link asked for now opens the page. */
export const homeLinkExpiry = (now: Date): Date => new Date(now.getTime() + home_link_minutes * minute_ms)

/** A newer link takes the place of those that were asked for before this. */
export const linksReplacedBefore = (now: Date): Date =>
  new Date(now.getTime() - home_link_overlap_minutes * minute_ms)

/** Until when a birth date proved now keeps the page open. */
export const homeSessionExpiry = (now: Date): Date =>
  new Date(now.getTime() + patient_session_minutes * minute_ms)

export type AddressPerson = { id: string; firstName: string; dateOfBirth: string }
export type IdentityClaim = { dateOfBirth: string; firstName: string }
export type IdentityMismatch = 'wrong-birth-date' | 'first-name-needed' | 'wrong-first-name'

/**
 * Who of the people of one address this is: told apart by the birth date, and those born on one day by the first name
 * (rulings 56). `people` come with the record changed last first: of two records of one person, that one is opened.
 */
export function identifyPerson<P extends AddressPerson>(
  people: readonly P[],
  proof: IdentityClaim,
): P | IdentityMismatch {
  const [first, ...others] = people.filter(({ dateOfBirth }) => dateOfBirth === proof.dateOfBirth)
  if (!first) return 'wrong-birth-date'
  if (others.every(({ firstName }) => isSameName(firstName, first.firstName))) return first
  if (proof.firstName === '') return 'first-name-needed'
  const named = [first, ...others].find(({ firstName }) => isSameName(firstName, proof.firstName))
  return named ?? 'wrong-first-name'
}
