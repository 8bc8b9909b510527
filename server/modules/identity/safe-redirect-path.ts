/** Stands for our own address while a path is read; nothing is ever fetched from it. */
const placeholderOrigin = 'http://ours.invalid'

/** Browsers read a backslash as a slash, and leave out control characters before they read at all. */
const ambiguousCharacters = /[\\\p{Cc}\p{Cf}\s]/u

/**
 * The path of ours that a sign-in may go on to, with its query and fragment; null for anything else: whoever wrote the
 * link wrote this value, and may mean to lead away from here.
 */
export function safeRedirectPath(path: string | undefined): string | null {
  if (!path?.startsWith('/') || ambiguousCharacters.test(path)) return null
  const read = URL.parse(path, placeholderOrigin)
  if (read?.origin !== placeholderOrigin || read.username || read.pathname.startsWith('//')) return null
  return read.pathname + read.search + read.hash
}
