/**
 * Whether all text of an input is text that PostgreSQL can keep and compare: it knows no null character, and no half of
 * a surrogate pair. Walks without recursion, since what was sent may be nested deeply; bytes are no text.
 */
function isKeepable(input: unknown): boolean {
  const waiting: unknown[] = [input]
  while (waiting.length > 0) {
    const one = waiting.pop()
    if (typeof one === 'string') {
      if (one.includes('\0') || !one.isWellFormed()) return false
    } else if (typeof one === 'object' && one !== null && !ArrayBuffer.isView(one)) {
      for (const [name, value] of Object.entries(one)) waiting.push(name, value)
    }
  }
  return true
}

/** Class 22 of PostgreSQL: data exceptions, among them text that it cannot keep. */
const isDataException = (error: unknown): boolean =>
  error instanceof Error &&
  ((error as { code?: string }).code?.startsWith('22') === true || isDataException(error.cause))

/**
 * Whether the database refused a query because of text that was sent: what handlers do not cut out themselves, and no
 * schema refuses, gets as far as that.
 */
export const isUnkeepableText = (error: unknown, input: unknown): boolean =>
  isDataException(error) && !isKeepable(input)
