import type { ByteRange } from '../files/files.ts'

/** More parts than any player asks for at once; who asks for more is sent the whole. */
const ranges_max = 8

/** One part as asked for; null for one that lies outside, 'unreadable' for what is none. */
function parseRange(text: string, size: number): ByteRange | null | 'unreadable' {
  const [, from, to] = /^(\d{0,15})-(\d{0,15})$/.exec(text) ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return 'unreadable'
  if (from === '') {
    // The last so many bytes; of a shorter file all of it.
    const wanted = Math.min(Number(to), size)
    return wanted > 0 ? { first: size - wanted, last: size - 1 } : null
  }
  if (to !== '' && Number(to) < Number(from)) return 'unreadable'
  const first = Number(from)
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return first < size ? { first, last } : null
}

/**
 * Which parts of a file a `Range` header asks for (RFC 9110, section 14): those that there are, none of them where all
 * lie outside, and null where the whole is to be sent, as for a header that cannot be read. Parts that overlap are sent
 * in one, so that nobody is sent more than the file.
 */
export function parseByteRanges(header: string | undefined, size: number): ByteRange[] | null {
  const [, list] = /^bytes=(.*)$/i.exec(header ?? '') ?? []
  if (list === undefined) return null
  const asked = list
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => parseRange(text, size))
  if (asked.length === 0 || asked.length > ranges_max || asked.includes('unreadable')) return null
  const there = asked.filter((range): range is ByteRange => range !== null && range !== 'unreadable')
  return isOverlapping(there) ? mergeByteRanges(there) : there
}

const byFirst = (ranges: readonly ByteRange[]) => ranges.toSorted((a, b) => a.first - b.first)

const isOverlapping = (ranges: readonly ByteRange[]): boolean =>
  byFirst(ranges).some(({ first }, index, sorted) => index > 0 && first <= sorted[index - 1]!.last)

function mergeByteRanges(ranges: readonly ByteRange[]): ByteRange[] {
  const together: ByteRange[] = []
  for (const { first, last } of byFirst(ranges)) {
    const before = together.at(-1)
    if (before && first <= before.last) before.last = Math.max(before.last, last)
    else together.push({ first, last })
  }
  return together
}

/**
 * The `Range` header where it counts: `If-Range` makes it hold only for the very version it names, by a strong tag. What
 * it says by date never is that, since files are told no dates.
 */
export const applicableRange = (
  { range, 'if-range': ifRange }: { range?: string | undefined; 'if-range'?: string | string[] | undefined },
  etag: string,
): string | undefined => (ifRange === undefined || ifRange === etag ? range : undefined)
