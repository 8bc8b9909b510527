import { ORPCError, ValidationError, type AnySchema } from '@orpc/contract'
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'

type WrittenJson = { schema: unknown; bytes: Buffer }
const written = new WeakMap<object, WrittenJson>()

/**
 * Writes once for all how an object that nobody changes any more stands in an answer: as its schema of the contract
 * leaves it, which most often is the object's whole JSON. What the schema refuses stays unwritten, and is refused with
 * its answer.
 */
export function rememberJson(value: object, schema: z.ZodType, whole: Buffer): void {
  const { data, success } = schema.safeParse(value)
  if (!success) return
  const bytes = isDeepStrictEqual(data, value) ? whole : Buffer.from(JSON.stringify(data))
  written.set(value, { schema, bytes })
}

const writtenOf = (value: unknown): WrittenJson | undefined =>
  typeof value === 'object' && value !== null ? written.get(value) : undefined

/** Where an answer holds what is written already, by the same schema that the answer's has for it. */
function writtenPlaces(schema: unknown, value: unknown, place: readonly string[] = []): string[] {
  if (schema instanceof z.ZodUnion)
    return [...new Set(schema.options.flatMap((option) => writtenPlaces(option, value, place)))]
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]: [string, unknown]) => {
    const own = schema.shape[name]
    const at = [...place, name]
    const known = writtenOf(part)
    return known && known.schema === own ? [at.join('.')] : writtenPlaces(own, part, at)
  })
}

/** A schema that lets through what stands at these places. */
function relax(schema: unknown, places: ReadonlySet<string>, place: readonly string[] = []): z.ZodType {
  if (schema instanceof z.ZodUnion)
    return z.union(schema.options.map((option) => relax(option, places, place)) as [z.ZodType])
  if (!(schema instanceof z.ZodObject)) return schema as z.ZodType
  const changed = Object.entries(schema.shape).flatMap(([name, own]) => {
    const at = [...place, name]
    const path = at.join('.')
    if (places.has(path)) return [[name, z.unknown()] as const]
    const isAbove = [...places].some((known) => known.startsWith(`${path}.`))
    return isAbove ? [[name, relax(own, places, at)] as const] : []
  })
  return changed.length > 0 ? schema.safeExtend(Object.fromEntries(changed)) : schema
}

const relaxed = new WeakMap<object, Map<string, z.ZodType>>()

function relaxedSchema(schema: AnySchema, places: readonly string[]): AnySchema {
  const variants = relaxed.get(schema) ?? new Map<string, z.ZodType>()
  relaxed.set(schema, variants)
  const key = places.join()
  const made = variants.get(key) ?? relax(schema, new Set(places))
  variants.set(key, made)
  return made
}

async function validate(schema: AnySchema | undefined, answer: unknown): Promise<unknown> {
  if (!schema) return answer
  const validated = schema['~standard'].validate(answer)
  const result = validated instanceof Promise ? await validated : validated
  if (!result.issues) return result.value
  const message = 'Output validation failed'
  const cause = new ValidationError({ message, issues: result.issues, data: answer })
  throw new ORPCError('INTERNAL_SERVER_ERROR', { message, cause })
}

/** In the place of what is written already; nobody outside this process knows it. */
const gap = randomUUID()

/**
 * An answer as JSON, as its schema leaves it: text, or bytes where parts of it are written already, which are neither
 * walked nor written again.
 */
export async function writeAnswer(
  schema: AnySchema | undefined,
  answer: unknown,
): Promise<string | Buffer | undefined> {
  const places = schema ? writtenPlaces(schema, answer) : []
  if (!schema || places.length === 0) return JSON.stringify(await validate(schema, answer))
  const parts: Buffer[] = []
  const rest = JSON.stringify(
    await validate(relaxedSchema(schema, places), answer),
    (_name, value: unknown) => {
      const known = writtenOf(value)
      if (!known) return value
      parts.push(known.bytes)
      return gap
    },
  )
  const around = rest.split(`"${gap}"`).map((text) => Buffer.from(text))
  return Buffer.concat(around.flatMap((text, at) => (at < parts.length ? [text, parts[at]!] : [text])))
}
