import { ORPCError, ValidationError, type AnySchema } from '@orpc/contract'
import { z } from 'zod'

type WrittenJson = { schema: z.ZodType; bytes: Buffer }
const written = new WeakMap<object, WrittenJson>()

/**
 * Writes once for all how an object that nobody changes any more stands in an answer: as its schema of the contract
 * leaves it. What the schema refuses stays unwritten, and is refused with its answer.
 */
export function rememberJson(value: object, schema: z.ZodType): void {
  const { data, success } = schema.safeParse(value)
  if (success) written.set(value, { schema, bytes: Buffer.from(JSON.stringify(data)) })
}

/** Parts of an answer that are written already, each by the schema that the answer's has for it. */
function writtenParts(schema: AnySchema | undefined, answer: unknown): [name: string, bytes: Buffer][] {
  if (!(schema instanceof z.ZodObject) || typeof answer !== 'object' || answer === null) return []
  return Object.entries(answer).flatMap(([name, value]: [string, unknown]) => {
    const found = typeof value === 'object' && value !== null ? written.get(value) : undefined
    return found && schema.shape[name] === found.schema ? [[name, found.bytes] as [string, Buffer]] : []
  })
}

/** Schemas that let the parts through that are written already, by the names of these. */
const relaxed = new WeakMap<z.ZodObject, Map<string, z.ZodObject>>()

function relaxedSchema(schema: z.ZodObject, names: readonly string[]): z.ZodObject {
  const variants = relaxed.get(schema) ?? new Map<string, z.ZodObject>()
  relaxed.set(schema, variants)
  const key = names.join()
  const made =
    variants.get(key) ?? schema.safeExtend(Object.fromEntries(names.map((name) => [name, z.unknown()])))
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

/**
 * An answer as JSON, as its schema leaves it: text, or bytes where parts of it are written already, which are neither
 * walked nor written again.
 */
export async function writeAnswer(
  schema: AnySchema | undefined,
  answer: unknown,
): Promise<string | Buffer | undefined> {
  const parts = writtenParts(schema, answer)
  if (parts.length === 0) return JSON.stringify(await validate(schema, answer))
  const names = parts.map(([name]) => name)
  const validated = await validate(relaxedSchema(schema as z.ZodObject, names), answer)
  const left = Object.fromEntries(names.map((name) => [name, undefined]))
  const rest = JSON.stringify({ ...(validated as object), ...left })
  const isAlone = rest === '{}'
  const pieces = parts.flatMap(([name, bytes], at) => [
    Buffer.from(`${isAlone && at === 0 ? '' : ','}${JSON.stringify(name)}:`),
    bytes,
  ])
  return Buffer.concat([Buffer.from(rest.slice(0, -1)), ...pieces, Buffer.from('}')])
}
