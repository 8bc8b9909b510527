import semver from 'semver'

type RangeEvent = { introduced?: string; fixed?: string; last_affected?: string }

/** Where an advisory says which versions it is about. */
export type AffectedPackage = {
  versions?: string[]
  ranges?: { type: string; events: RangeEvent[] }[]
}

/** `0` is the version before all others. */
const isFrom = (version: string, first: string) => first === '0' || semver.gte(version, first)

/** Whether a version lies in one of the spans that events, in any order, open and close. */
function isWithin(version: string, events: readonly RangeEvent[]): boolean {
  const atOf = ({ introduced, fixed, last_affected }: RangeEvent) => introduced ?? fixed ?? last_affected!
  const sorted = events.toSorted((one, other) => {
    const [a, b] = [atOf(one), atOf(other)]
    return a === '0' ? -1 : b === '0' ? 1 : semver.compare(a, b)
  })
  let isAffected = false
  for (const { introduced, fixed, last_affected: last } of sorted) {
    if (introduced !== undefined && isFrom(version, introduced)) isAffected = true
    if (fixed !== undefined && semver.gte(version, fixed)) isAffected = false
    if (last !== undefined && semver.gt(version, last)) isAffected = false
  }
  return isAffected
}

/** Whether an advisory in the OSV format is about this version of a package: by its list, or by a range of npm's versions. */
export const satisfiesAdvisory = (
  version: string,
  { versions = [], ranges = [] }: AffectedPackage,
): boolean =>
  versions.includes(version) ||
  ranges.some(({ type, events }) => type === 'SEMVER' && isWithin(version, events))
