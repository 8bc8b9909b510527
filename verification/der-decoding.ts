import type { Bytes } from './bytes.ts'

/** One value of a DER encoding: its tag, its content, and all its bytes as they stand. */
export type Der = { tag: number; content: Bytes; whole: Bytes }

export const tags = {
  integer: 0x02,
  bitString: 0x03,
  octets: 0x04,
  oid: 0x06,
  utcTime: 0x17,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const

/** Bytes that are not the one encoding their value has. */
export class DerError extends Error {
  override name = 'DerError'
}

/** Reads the value at the beginning; lengths must be definite and as short as can be. */
export function readFirstDer(bytes: Bytes): Der {
  const [tag, first] = [bytes[0], bytes[1]]
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) throw new DerError('no value')
  const more = first < 0x80 ? 0 : first - 0x80
  if (first === 0x80 || more > 4) throw new DerError('no definite length')
  let length = more === 0 ? first : 0
  for (let at = 0; at < more; at++) length = length * 256 + (bytes[2 + at] ?? NaN)
  const isShortest = more === 0 || (bytes[2] !== 0 && length >= 0x80)
  const start = 2 + more
  if (!isShortest || !(start + length <= bytes.length)) throw new DerError('a wrong length')
  return { tag, content: bytes.subarray(start, start + length), whole: bytes.subarray(0, start + length) }
}

/** Reads bytes that are one value and nothing behind it. */
export function readDer(bytes: Bytes, tag?: number): Der {
  const value = readFirstDer(bytes)
  if (value.whole.length !== bytes.length) throw new DerError('bytes behind the value')
  if (tag !== undefined && value.tag !== tag) throw new DerError('another kind of value')
  return value
}

/** The values inside a sequence, a set or a tagged value. */
export function readChildren({ content }: Der): Der[] {
  const values: Der[] = []
  for (let rest = content; rest.length > 0; rest = rest.subarray(values.at(-1)!.whole.length))
    values.push(readFirstDer(rest))
  return values
}

/** A value that must be there. */
export function requireValue(value: Der | undefined, tag?: number): Der {
  if (!value || (tag !== undefined && value.tag !== tag)) throw new DerError('a value is missing')
  return value
}

/** An object identifier in its dotted form. */
export function decodeOid(value: Der | undefined): string {
  const { content } = requireValue(value, tags.oid)
  const numbers: number[] = []
  let number = 0
  for (const byte of content) {
    number = number * 128 + (byte & 0x7f)
    if (byte >= 0x80) continue
    numbers.push(number)
    number = 0
  }
  const [first = 0, ...others] = numbers
  const root = Math.min(2, Math.floor(first / 40))
  return [root, first - root * 40, ...others].join('.')
}

/** A point in time, of either form; both are in UTC here. */
export function decodeTime(value: Der | undefined): Date {
  const { tag, content } = requireValue(value)
  const text = String.fromCharCode(...content)
  const [, years, rest, fraction = ''] = /^(\d{2}|\d{4})(\d{10})(\.\d+)?Z$/.exec(text) ?? []
  const isKnown = (tag === tags.utcTime && years?.length === 2) || (tag === tags.time && years?.length === 4)
  if (!isKnown || !rest) throw new DerError('no time')
  const year = years!.length === 4 ? years : `${Number(years) < 50 ? '20' : '19'}${years}`
  const [month, day, hour, minute, second] = rest.match(/../g)!
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}Z`)
  if (Number.isNaN(at.getTime())) throw new DerError('no time')
  return at
}
