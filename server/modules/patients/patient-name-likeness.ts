import { foldName } from '../../../wording/name-folding.ts'
import { titleOf } from './person-name.ts'

/** What names and a birth date say of somebody; what is missing or empty says nothing. */
type NamedPerson = {
  firstName?: string | undefined
  lastName?: string | undefined
  preferredName?: string | undefined
  dateOfBirth?: string | undefined
}
export type Contradiction = 'firstName' | 'lastName' | 'dateOfBirth'

/** The words of a name without titles, case, accents, hyphens and apostrophes. */
const wordsOf = (name: string): string[] =>
  foldName(name)
    .split(/[\s.,()]+/)
    .filter((word) => titleOf(word) === null)
    .map((word) => word.replaceAll(/[^\p{L}\p{N}]/gu, ''))
    .filter(Boolean)

const joined = (...names: (string | undefined)[]): string =>
  names.flatMap((name) => wordsOf(name ?? '')).join('')

/** 'J' stands for 'John', and 'John' for himself. */
const isInitialOf = (one: string, other: string): boolean =>
  one === other ||
  (one.length === 1 && other.startsWith(one)) ||
  (other.length === 1 && one.startsWith(other))

/** 'John', 'J', 'J P' and 'John Paul' may be one person's; 'John' and 'Jane' are not, nor 'Paul' and 'John Paul'. */
function areFirstNamesOfOne(one: string, other: string): boolean {
  if (joined(one) === joined(other)) return true
  const [first, second] = [wordsOf(one), wordsOf(other)]
  const shorter = Math.min(first.length, second.length)
  return first.slice(0, shorter).every((word, index) => isInitialOf(word, second[index]!))
}

/** The names by which somebody's first name may stand in a list. */
const firstNamesOf = ({ firstName, preferredName }: NamedPerson): string[] =>
  [firstName, preferredName].filter((name) => name !== undefined && joined(name) !== '') as string[]

/**
 * What of two accounts cannot be said of one person. Case, accents, hyphens, apostrophes, spaces and titles make no
 * difference, nor do an initial, a preferred name or a middle name more. Another last name does, since a marriage and
 * somebody else's number look alike.
 */
export function contradictionsOf(one: NamedPerson, other: NamedPerson): Contradiction[] {
  const found: Contradiction[] = []
  if (joined(one.firstName, one.lastName) !== joined(other.firstName, other.lastName)) {
    const [first, second] = [firstNamesOf(one), firstNamesOf(other)]
    const isFirstShared = first.some((name) => second.some((each) => areFirstNamesOfOne(name, each)))
    if (first.length > 0 && second.length > 0 && !isFirstShared) found.push('firstName')
    const [last, otherLast] = [joined(one.lastName), joined(other.lastName)]
    if (last && otherLast && last !== otherLast) found.push('lastName')
  }
  if (one.dateOfBirth && other.dateOfBirth && one.dateOfBirth !== other.dateOfBirth) found.push('dateOfBirth')
  return found
}

/** Umlauts as two letters and as one: 'Mueller' and 'Müller' both 'muller'. */
const foldUmlauts = (name: string): string => name.replaceAll(/([aou])e/g, '$1')

/** Names shorter than this differ too often by one letter. */
const letters_min = 4

/** One letter more, less or other, or two beside each other changed round (Damerau and Levenshtein's distance of 1). */
function isOneEditApart(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short.length < letters_min || long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at++
  if (long.length > short.length) return short.slice(at) === long.slice(at + 1)
  const isTurned =
    short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2)
  return isTurned || short.slice(at + 1) === long.slice(at + 1)
}

/**
 * Whether two people born on one day may be one whose name is written otherwise: nothing contradicts, an umlaut is two
 * letters, first and last name are swapped, or one letter of one of them is off.
 */
export function mayBeSamePerson(one: NamedPerson, other: NamedPerson): boolean {
  if (!one.dateOfBirth || one.dateOfBirth !== other.dateOfBirth) return false
  if (contradictionsOf(one, other).length === 0) return true
  const [first, last] = [foldUmlauts(joined(one.firstName)), foldUmlauts(joined(one.lastName))]
  const [otherFirst, otherLast] = [foldUmlauts(joined(other.firstName)), foldUmlauts(joined(other.lastName))]
  if (first === otherLast && last === otherFirst) return true
  const [isFirst, isLast] = [first === otherFirst, last === otherLast]
  return (
    (isFirst && isLast) ||
    (isFirst && isOneEditApart(joined(one.lastName), joined(other.lastName))) ||
    (isLast && isOneEditApart(joined(one.firstName), joined(other.firstName)))
  )
}

type Numbered = { nhsNumber: string }

/** Two people of one name who were born on one day have NHS numbers of their own. */
export const haveDifferentNhsNumbers = (one: Numbered, other: Numbered): boolean =>
  one.nhsNumber !== '' && other.nhsNumber !== '' && one.nhsNumber !== other.nhsNumber

/** What contradicts, in words: 'another first name and date of birth'. */
export function contradictionText(contradictions: readonly Contradiction[]): string {
  const hasBirthDate = contradictions.includes('dateOfBirth')
  const isFirst = contradictions.includes('firstName')
  const isLast = contradictions.includes('lastName')
  const name = isFirst && isLast ? 'name' : isFirst ? 'first name' : isLast ? 'last name' : ''
  return `another ${[name, hasBirthDate ? 'date of birth' : ''].filter(Boolean).join(' and ')}`
}
