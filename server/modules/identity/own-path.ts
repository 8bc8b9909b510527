/** Stands for our own address while a path is read; nothing is ever fetched from it. */
const ours = 'http://ours.invalid'

/** Browsers read a backslash as a slash, and leave out control characters before they read at all. */
const misread = /[\\\p{Cc}\p{Cf}\s]/u

/**
 * The path of ours that a sign-in may go on to, with its query and fragment; null for anything else: whoever wrote the
 * link wrote this value, and may mean to lead away from here.
 */
export function ownPath(wanted: string | undefined): string | null {
  if (!wanted?.startsWith('/') || misread.test(wanted)) return null
  const read = URL.parse(wanted, ours)
  if (read?.origin !== ours || read.username || read.pathname.startsWith('//')) return null
  return read.pathname + read.search + read.hash
}
