import { customType } from 'drizzle-orm/pg-core'
import { deflateSync, inflateSync } from 'node:zlib'

/** Below it a part is stored as it is. */
const packed_length_min = 1000
/** A tenth of a millisecond for a drawing of 27 kB, of which a quarter is left. */
const level = 2
/** More than any part that was ever taken in. */
const unpacked_bytes_max = 16 * 1024 * 1024
/** Under this name an object holds its properties that are stored small: zlib's format (RFC 1950) in base64. */
const packed_name = 'deflated'

type Properties = Record<string, unknown>

const isObject = (value: unknown): value is Properties =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An object whose long property is stored small; PostgreSQL would take ten times as long to read and compress it. */
export function packProperty(value: Properties, name: string): Properties {
  const { [name]: part, ...rest } = value
  const text = part === undefined ? '' : JSON.stringify(part)
  if (text.length < packed_length_min) return value
  return { ...rest, [packed_name]: { [name]: deflateSync(text, { level }).toString('base64') } }
}

/** The same object as it was; one that was stored whole is answered as it is. */
export function unpackProperties(value: unknown): unknown {
  if (!isObject(value) || !isObject(value[packed_name])) return value
  const { [packed_name]: packed, ...rest } = value
  for (const [name, stored] of Object.entries(packed as Record<string, string>)) {
    const text = inflateSync(Buffer.from(stored, 'base64'), { maxOutputLength: unpacked_bytes_max })
    rest[name] = JSON.parse(text.toString())
  }
  return rest
}

/** A row as it is read past its table's columns, with what they hold whole. */
export const unpackRow = <Row extends Properties>(row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, unpackProperties(value)])) as Row

/** What any of several kinds of objects has. */
type NameIn<T> = T extends unknown ? keyof T & string : never

/** A column of objects one property of which is long. */
export const packedJson = <T extends object>(column: string, part: NameIn<T>) =>
  customType<{ data: T; driverData: unknown }>({
    dataType: () => 'jsonb',
    toDriver: (value) => JSON.stringify(packProperty(value as Properties, part)),
    fromDriver: (stored) =>
      unpackProperties(typeof stored === 'string' ? (JSON.parse(stored) as unknown) : stored) as T,
  })(column)
