import { randomBytes } from 'node:crypto'

const fractions_per_ms = 4096n
let newest = 0n

/**
 * An id that grows with time, as the database's `uuidv7()` makes them, for a row whose id has to be known before it is
 * there: of two that one process makes the later one stands behind.
 */
export function newRowId(): string {
  const fraction = Math.floor((performance.now() % 1) * Number(fractions_per_ms))
  const now = BigInt(Date.now()) * fractions_per_ms + BigInt(fraction)
  newest = now > newest ? now : newest + 1n
  const bytes = randomBytes(16)
  bytes.writeUIntBE(Number(newest / fractions_per_ms), 0, 6)
  bytes.writeUInt16BE(0x7000 | Number(newest % fractions_per_ms), 6)
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
