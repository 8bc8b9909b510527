import { write_back_hours_max } from '../../../contract/limits.ts'
import { minute_ms } from '../../platform/clock.ts'
import { FileNameTakenError } from '../../platform/files/drop-folder.ts'

/** How long to wait after each failed try, in seconds. */
const backoff_seconds = [10, 60, 300, 900, 3600] as const

/** Until when a document is tried to be put into the folder, before people are called. */
export const writeBackDeadline = (now: Date): Date =>
  new Date(now.getTime() + write_back_hours_max * 60 * minute_ms)

/** When it is tried again after `tries` failed ones; null when its time is over. */
export function nextWriteBackAt(tries: number, now: Date, giveUpAt: Date): Date | null {
  const pause_seconds = backoff_seconds[Math.min(tries, backoff_seconds.length) - 1]!
  const next = new Date(now.getTime() + pause_seconds * 1000)
  return next <= giveUpAt ? next : null
}

/** The name with a number where others of the clinic have it: 'X.pdf', 'X-2.pdf', 'X-3.pdf'. */
export function uniqueFileName(name: string, taken: readonly string[]): string {
  const stem = name.replace(/\.pdf$/, '')
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${stem}-${number}.pdf`
    if (!taken.includes(free)) return free
  }
}

/** Why a document could not be put into the folder, in words for people. */
export function failureText(error: unknown): string {
  if (error instanceof FileNameTakenError) return 'The folder already contains another file with this name'
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC') return 'The disk is full'
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'No permission to write to the folder'
  return 'The folder could not be reached'
}
