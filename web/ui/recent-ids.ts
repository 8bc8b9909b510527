/**
 * What somebody opened last in this tab, the newest first: ids alone, each person's own, and gone with the tab. Nothing
 * of a record is kept in the browser, on a computer that others use as well.
 */
export function recentIds(kind: string, userId: string, max: number): string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKeyOf(kind, userId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(0, max) : []
  } catch {
    return []
  }
}

const storageKeyOf = (kind: string, userId: string) => `candour.recent-${kind}.${userId}`

/** Puts an id before the others. */
export function addRecentId(kind: string, userId: string, { id, max }: { id: string; max: number }): void {
  const others = recentIds(kind, userId, max).filter((other) => other !== id)
  try {
    sessionStorage.setItem(storageKeyOf(kind, userId), JSON.stringify([id, ...others].slice(0, max)))
  } catch {
    // Without storage nothing is offered before typing.
  }
}
