/** How far a kind of record has been read. */
export type Cursor = {
  /** Changes after this are asked for; null for all. */
  since: Date | null
  page: number
  /** The latest change seen in this reading. */
  newest: Date | null
  /** Whether this reading changed anything here. */
  hasChanged: boolean
  /** Readings that began again at the first page. */
  passes: number
}

type ReadPage = { stamps: readonly Date[]; isLast: boolean; hasChanged: boolean }

/** What changed shortly before is asked for again: a change may be visible later than its own time says. */
const overlap_ms = 5 * 60_000
/** Within a reading the last second is asked for again, as times are often told by seconds. */
const same_second_ms = 1000
const passes_max = 3

const later = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other > one) ? other : one
const before = (at: Date, ms: number): Date => new Date(at.getTime() - ms)

const isAscending = (stamps: readonly Date[]): boolean =>
  stamps.every((stamp, index) => index === 0 || stamp >= stamps[index - 1]!) &&
  stamps.length > 1 &&
  stamps.at(-1)! > stamps[0]!

/**
 * Where to read on. Rows that come in the order of their changes are followed by time: whatever changes meanwhile comes
 * at the end. Others are followed by page, where a row that changes shifts those behind it over a page's edge: they are
 * read again until a reading changes nothing.
 */
export function nextCursor(
  { since, page, newest: seen, hasChanged: changedBefore, passes }: Cursor,
  read: ReadPage,
): { cursor: Cursor; isDone: boolean } {
  const newest = read.stamps.reduce(later, seen)
  const hasChanged = changedBefore || read.hasChanged
  const first = { page: 1, hasChanged: false }
  if (read.isLast) {
    if (page > 1 && hasChanged && passes < passes_max)
      return { cursor: { ...first, since, newest, passes: passes + 1 }, isDone: false }
    const next = newest ? before(newest, overlap_ms) : since
    return { cursor: { ...first, since: next, newest: null, passes: 0 }, isDone: true }
  }
  if (page === 1 && isAscending(read.stamps)) {
    const next = before(read.stamps.at(-1)!, same_second_ms)
    if (since === null || next > since)
      return { cursor: { ...first, hasChanged, since: next, newest, passes }, isDone: false }
  }
  return { cursor: { since, page: page + 1, newest, hasChanged, passes }, isDone: false }
}

/** A reading that has not begun. */
export const firstCursor: Cursor = { since: null, page: 1, newest: null, hasChanged: false, passes: 0 }
