const day_ms = 24 * 60 * 60 * 1000
const namePattern = /^candour-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.age$/

/** Under which name a nightly archive is kept: when its making began. */
export const archiveName = (now: Date): string =>
  `candour-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z.age`

/** When the making of an archive began, by its name; null for another file. */
export function parseArchiveTime(name: string): Date | null {
  const [, day, hours, minutes, seconds] = namePattern.exec(name) ?? []
  return day ? new Date(`${day}T${hours}:${minutes}:${seconds}Z`) : null
}

/** The last time at which a backup fell due: this hour of the day, UTC. */
export function lastScheduledAt(now: Date, hour: number): Date {
  const today = new Date(now)
  today.setUTCHours(hour, 0, 0, 0)
  return today <= now ? today : new Date(today.getTime() - day_ms)
}

/** The newest archive among these names. */
export function newestArchive(names: readonly string[]): Date | null {
  const times = names.flatMap((name) => parseArchiveTime(name) ?? [])
  return times.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null
}

/** Whether no archive was begun since the last one fell due. */
export function isBackupDue(names: readonly string[], now: Date, hour: number): boolean {
  const newest = newestArchive(names)
  return newest === null || newest < lastScheduledAt(now, hour)
}

/** Archives that are too many, oldest first; nothing else in the folder is touched. */
export const archivesToDelete = (names: readonly string[], keep: number): string[] =>
  names
    .filter((name) => parseArchiveTime(name) !== null)
    .toSorted()
    .slice(0, -keep)
