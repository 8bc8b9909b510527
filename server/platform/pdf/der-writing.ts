/** What stands before the parts of DER that seals are made of (X.690, 8.1). */
export const derTag = {
  integer: 0x02,
  octets: 0x04,
  oid: 0x06,
  sequence: 0x30,
  set: 0x31,
  context0: 0xa0,
  context1: 0xa1,
} as const

/** A value in its shortest form: tag, length, contents. */
export function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const length = contents.reduce((sum, part) => sum + part.length, 0)
  return Buffer.concat([lengthOf(tag, length), ...contents])
}

function lengthOf(tag: number, length: number): Buffer {
  if (length < 0x80) return Buffer.of(tag, length)
  const digits = Buffer.from(
    length.toString(16).padStart(length > 0xffff ? 6 : length > 0xff ? 4 : 2, '0'),
    'hex',
  )
  return Buffer.concat([Buffer.of(tag, 0x80 | digits.length), digits])
}

/** An identifier as DER writes it: the first two numbers in one, each number in groups of seven bits. */
export function derOid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return der(derTag.oid, Buffer.from([first * 40 + second, ...rest].flatMap(sevenBitGroups)))
}

function sevenBitGroups(number: number): number[] {
  const groups = [number % 128]
  for (let left = Math.floor(number / 128); left > 0; left = Math.floor(left / 128))
    groups.unshift(128 + (left % 128))
  return groups
}

/** The values that a value consists of, each whole. The value is one that was read before, as a certificate was. */
export function derParts(value: Uint8Array): Buffer[] {
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.length)
  const parts: Buffer[] = []
  const { start, end } = extentOf(bytes, 0)
  for (let at = start; at < end;) {
    const part = extentOf(bytes, at)
    parts.push(bytes.subarray(at, part.end))
    at = part.end
  }
  return parts
}

/** Where the contents of the value that begins there begin, and where they end. */
function extentOf(bytes: Buffer, at: number): { start: number; end: number } {
  const first = bytes.readUInt8(at + 1)
  const width = first < 0x80 ? 0 : first & 0x7f
  const start = at + 2 + width
  const length = width === 0 ? first : bytes.readUIntBE(at + 2, width)
  return { start, end: start + length }
}
