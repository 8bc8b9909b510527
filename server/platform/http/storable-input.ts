const integer_max = 2 ** 31 - 1

const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
const isStorableNumber = (number: number): boolean => Math.abs(number) <= integer_max

/**
 * Whether PostgreSQL can keep and compare all of an input: it knows no null character and no half of a surrogate pair,
 * and its integers have 32 bits. Walks without recursion, since what was sent may be nested deeply; bytes are neither.
 */
function isStorable(input: unknown): boolean {
  const waiting: unknown[] = [input]
  while (waiting.length > 0) {
    const one = waiting.pop()
    if (typeof one === 'string') {
      if (!isStorableText(one)) return false
    } else if (typeof one === 'number') {
      if (!isStorableNumber(one)) return false
    } else if (typeof one === 'object' && one !== null && !ArrayBuffer.isView(one)) {
      for (const [name, value] of Object.entries(one)) waiting.push(name, value)
    }
  }
  return true
}

/** Class 22 of PostgreSQL: data exceptions, among them text and numbers that it cannot keep. */
const isDataException = (error: unknown): boolean =>
  error instanceof Error &&
  ((error as { code?: string }).code?.startsWith('22') === true || isDataException(error.cause))

/**
 * Whether the database refused a query because of text or a number that was sent: what handlers do not cut out
 * themselves, and no schema refuses, gets as far as that.
 */
export const isUnstorableInput = (error: unknown, input: unknown): boolean =>
  isDataException(error) && !isStorable(input)
