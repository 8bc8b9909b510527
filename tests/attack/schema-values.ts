import fc from 'fast-check'
import type { z } from 'zod'
import { hostileText, hostileValue } from './hostile-values.ts'

/** As much of a schema's own description as values are made by. */
type SchemaDefinition = {
  type: string
  format?: string
  pattern?: RegExp
  checks?: z.core.$ZodCheck[]
  shape?: Record<string, z.core.$ZodType>
  element?: z.core.$ZodType
  options?: z.core.$ZodType[]
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
  out?: z.core.$ZodType
  valueType?: z.core.$ZodType
  keyType?: z.core.$ZodType
  entries?: Record<string, string>
  values?: unknown[]
  items?: z.core.$ZodType[]
  getter?: () => z.core.$ZodType
}

export type ValuePool = {
  /** Numbers of rows that are there: some theirs, some somebody else's. */
  ids: readonly string[]
}

// The library's own name for what every schema and check says of itself.
const zodInternals = '_zod'
export const schemaDefinitionOf = (schema: z.core.$ZodType) =>
  schema[zodInternals].def as unknown as SchemaDefinition
export const checksOf = ({ checks = [] }: SchemaDefinition) =>
  checks.map((check) => check[zodInternals].def as unknown as Record<string, unknown>)

/** Addresses nobody answers at: what is told of a webhook may be tried for real. */
const addresses = [
  'https://localhost:9/',
  'https://127.0.0.1:9/a?b=c',
  'http://169.254.169.254/latest/meta-data/',
  'https://[::1]:9/',
  'https://user:word@evil.example/',
  'javascript:alert(1)',
  'file:///etc/passwd',
]
const ordinaryFormats: Record<string, fc.Arbitrary<string>> = {
  email: fc.constantFrom('a@example.org', 'o’brien@example.org', '"a b"@example.org', 'a+b@sub.example.org'),
  url: fc.constantFrom(...addresses),
  date: fc.constantFrom('1961-03-14', '2025-02-28', '2024-02-29', '1899-12-31', '2999-01-01', '0001-01-01'),
  datetime: fc.constantFrom('2025-01-06T09:00:00Z', '1970-01-01T00:00:00.000Z', '9999-12-31T23:59:59Z'),
  base64: fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes).toString('base64')),
}

function textOf(described: SchemaDefinition, { ids }: ValuePool): fc.Arbitrary<unknown> {
  const checks = checksOf(described)
  const format = described.format ?? (checks.find(({ format }) => format !== 'regex')?.format as string)
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...ids), fc.uuid())
  const known = ordinaryFormats[format]
  if (known) return known
  const pattern = (described.pattern ?? checks.find((check) => check.pattern)?.pattern) as RegExp | undefined
  if (pattern) return valuesMatching(pattern)
  const max = Number(checks.find(({ check }) => check === 'max_length')?.maximum ?? 200)
  // What is stored and shown again: as hostile as text may be.
  return fc
    .oneof(hostileText, fc.string({ unit: 'grapheme', maxLength: 30 }))
    .map((text) => text.slice(0, max))
}

/** Text of a pattern, where the pattern is one that text can be made of. */
function valuesMatching(pattern: RegExp): fc.Arbitrary<unknown> {
  try {
    return fc.stringMatching(pattern)
  } catch {
    return hostileText
  }
}

function numberOf(described: SchemaDefinition): fc.Arbitrary<unknown> {
  const checks = checksOf(described)
  const limit = (name: string, otherwise: number) =>
    Number(checks.find(({ check }) => check === name)?.value ?? otherwise)
  const [min, max] = [limit('greater_than', -1000), limit('less_than', 1e6)]
  return fc.integer({ min: Math.ceil(min), max: Math.max(Math.ceil(min), Math.floor(max)) })
}

/**
 * Values by a schema, part by part: as the example has it, valid in another way, or hostile. `wildness` is the share of
 * parts that are hostile, in percent.
 */
export function arbitraryOf(
  schema: z.core.$ZodType,
  { example, pool, wildness }: { example?: unknown; pool: ValuePool; wildness: number },
): fc.Arbitrary<unknown> {
  const made = validValuesOf(schema, { example, pool, wildness })
  const choices = [{ weight: 100 - wildness, arbitrary: made }]
  if (wildness > 0) choices.push({ weight: wildness, arbitrary: hostileValue })
  if (example !== undefined && typeof example !== 'object')
    choices.push({ weight: 150, arbitrary: fc.constant(example) })
  return fc.oneof(...choices)
}

type ArbitraryOptions = { example?: unknown; pool: ValuePool; wildness: number }

/** The names of what an input is made of. */
export const fieldsOf = (schema: z.core.$ZodType): string[] =>
  Object.keys(schemaDefinitionOf(schema).shape ?? {})

function objectOf(
  described: SchemaDefinition,
  { example, pool, wildness }: ArbitraryOptions,
): fc.Arbitrary<unknown> {
  const known = (typeof example === 'object' ? example : null) as Record<string, unknown> | null
  const parts = Object.entries(described.shape!).map(
    ([name, part]) => [name, arbitraryOf(part, { example: known?.[name], pool, wildness })] as const,
  )
  const whole = fc.record(Object.fromEntries(parts))
  if (wildness === 0) return whole
  const lacking = fc.record(Object.fromEntries(parts), { requiredKeys: [] })
  const more = fc.tuple(whole, hostileText, hostileValue).map(([base, name, value]) => ({
    ...base,
    [name.slice(0, 80)]: value,
    isAdmin: true,
    clinicId: pool.ids[0],
  }))
  return fc.oneof(
    { weight: 100 - wildness, arbitrary: whole },
    { weight: wildness / 2, arbitrary: lacking },
    { weight: wildness / 2, arbitrary: more },
  )
}

function validValuesOf(schema: z.core.$ZodType, making: ArbitraryOptions): fc.Arbitrary<unknown> {
  const described = schemaDefinitionOf(schema)
  const { pool, example } = making
  const within = (inner: z.core.$ZodType) => arbitraryOf(inner, making)
  switch (described.type) {
    case 'object':
      return objectOf(described, making)
    case 'string':
      return textOf(described, pool)
    case 'number':
    case 'int':
      return numberOf(described)
    case 'boolean':
      return fc.boolean()
    case 'enum':
      return fc.constantFrom(...Object.values(described.entries!))
    case 'literal':
      return fc.constantFrom(...described.values!)
    case 'null':
      return fc.constant(null)
    case 'array': {
      const [first] = Array.isArray(example) ? (example as unknown[]) : []
      return fc.array(arbitraryOf(described.element!, { ...making, example: first }), { maxLength: 3 })
    }
    case 'tuple':
      return fc.tuple(...described.items!.map((item) => arbitraryOf(item, { ...making, example: undefined })))
    case 'union':
      return fc.oneof(...described.options!.map(within))
    case 'optional':
    case 'default':
    case 'prefault':
      return fc.option(within(described.innerType!), { nil: undefined })
    case 'nullable':
      return fc.option(within(described.innerType!), { nil: null })
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return within(described.innerType!)
    case 'pipe':
      return within(schemaDefinitionOf(described.in!).type === 'transform' ? described.out! : described.in!)
    case 'lazy':
      return within(described.getter!())
    case 'record':
      return recordOf(described, making)
    default:
      return hostileValue
  }
}

function recordOf(described: SchemaDefinition, making: ArbitraryOptions): fc.Arbitrary<unknown> {
  const keys = arbitraryOf(described.keyType!, { ...making, example: undefined, wildness: 0 })
  const values = arbitraryOf(described.valueType!, { ...making, example: undefined })
  return fc
    .array(fc.tuple(keys, values), { maxLength: 3 })
    .map((pairs) => Object.fromEntries(pairs.map(([key, value]) => [String(key), value])))
}
