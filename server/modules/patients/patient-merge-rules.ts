import { merge_undo_days } from '../../../contract/limits.ts'
import type { duplicateReasons, unmergeObstacles, PatientDetails } from '../../../contract/patients.ts'
import { day_ms } from '../../platform/clock.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { mayBeSamePerson } from './patient-name-likeness.ts'
import { foldName } from '../../../wording/name-folding.ts'
import { phoneDigits } from './patient-search-rules.ts'

/** What moves: everything of one record, or when a merge is undone only these rows. */
export type MergeMove = { mergeId: string; fromId: string; toId: string; ids: string[] | null }

/**
 * What a module does where two patient records become one, injected: it moves its own rows and answers their
 * ids, and says whether anything of a patient was added or changed since a moment. Frozen text stays as it is.
 */
export type PatientRecordMerge = {
  name: string
  move(scope: ClinicScope, move: MergeMove): Promise<string[]>
  hasChanged(scope: ClinicScope, patientId: string, since: Date): Promise<boolean>
}

type Merged = { at: Date; undoneAt: Date | null; survivorVersion: number }
type MergeObstacle = (typeof unmergeObstacles)[number]

/** Until when a merge of that moment can be undone. */
export const undoUntil = (at: Date): Date => new Date(at.getTime() + merge_undo_days * day_ms)

/** Why a merge cannot be undone any more, or null where it can. */
export function undoObstacle(
  { at, undoneAt, survivorVersion }: Merged,
  { version, hasChanged, now }: { version: number; hasChanged: boolean; now: Date },
): MergeObstacle | null {
  if (undoneAt) return 'undone'
  if (now > undoUntil(at)) return 'too-late'
  return hasChanged || version !== survivorVersion ? 'changed-since' : null
}

type Name = Pick<PatientDetails, 'firstName' | 'lastName' | 'preferredName'>
type BornNamed = Name & Pick<PatientDetails, 'dateOfBirth'>
type Named = BornNamed & Pick<PatientDetails, 'phone' | 'otherPhone'>

const letters = (name: string): string => foldName(name).replaceAll(/[^\p{L}]/gu, '')

/** How many letters differ between two words, a swap of neighbours counted as one; more than `most` is just more. */
function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= one.length; row++) {
    const next = [row]
    for (let at = 1; at <= other.length; at++) {
      const same = one[row - 1] === other[at - 1] ? 0 : 1
      const swapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]
      next[at] = Math.min(
        last[at]! + 1,
        next[at - 1]! + 1,
        last[at - 1]! + same,
        swapped ? before[at - 2]! + 1 : Infinity,
      )
    }
    before = last
    last = next
  }
  return last[other.length]!
}

/** Whether two names may be one, written by different people: a slip in longer ones, a part of a double one, a short form. */
export function isSimilarName(one: string, other: string): boolean {
  const [a, b] = [letters(one), letters(other)]
  if (a === '' || b === '') return false
  if (a.startsWith(b) || b.startsWith(a)) return Math.min(a.length, b.length) >= 3 || a === b
  const parts = (name: string) =>
    foldName(name)
      .split(/[\s-]+/)
      .filter((part) => part.length >= 3)
  if (parts(one).some((part) => parts(other).includes(part))) return true
  const most = Math.min(a.length, b.length) >= 6 ? 2 : Math.min(a.length, b.length) >= 4 ? 1 : 0
  return editDistance(a, b, most) <= most
}

const firstNames = ({ firstName, preferredName }: Name): string[] =>
  [firstName, preferredName].filter(Boolean)

const hasSimilarFirstName = (one: Name, other: Name): boolean =>
  firstNames(one).some((name) => firstNames(other).some((another) => isSimilarName(name, another)))

/** Whether first and last name of one stand the other way round in the other. */
const isSwapped = (one: Name, other: Name): boolean =>
  letters(one.firstName) === letters(other.lastName) && letters(one.lastName) === letters(other.firstName)

/** The numbers of a record, each as it is dialled at home. */
export const phonesOf = ({ phone, otherPhone }: Pick<PatientDetails, 'phone' | 'otherPhone'>): string[] =>
  [phone, otherPhone].map(phoneDigits).filter(Boolean)

/** Whether two were born on one day and have names that may be one person's. */
export const haveSimilarNames = (one: BornNamed, other: BornNamed): boolean =>
  one.dateOfBirth === other.dateOfBirth &&
  ((hasSimilarFirstName(one, other) && isSimilarName(one.lastName, other.lastName)) ||
    isSwapped(one, other) ||
    mayBeSamePerson(one, other))

/** Why two records may be of one person, or null. Brothers and sisters, and twins, share all but the first name. */
export function duplicateReason(one: Named, other: Named): (typeof duplicateReasons)[number] | null {
  const known = phonesOf(other)
  const samePhone = phonesOf(one).some((number) => known.includes(number))
  const sameDay = one.dateOfBirth === other.dateOfBirth
  const first = hasSimilarFirstName(one, other)
  const last = isSimilarName(one.lastName, other.lastName)
  if (haveSimilarNames(one, other)) return 'name-and-birth-date'
  if (sameDay && samePhone && first) return 'phone-and-birth-date'
  return samePhone && first && last ? 'phone-and-name' : null
}
