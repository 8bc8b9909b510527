import { readFileSync } from 'node:fs'
import path from 'node:path'
import { format } from 'prettier'
import { z } from 'zod'
import declared from '../../package.json' with { type: 'json' }
import { describedOperations, type DescribedOperation } from './described-operations.ts'

type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
}

/** What JSON Schema allows, as TypeScript writes it: shapes alone, since the server judges values. */
function typeOf(schema: Schema): string {
  const { type, items, properties, required = [], additionalProperties } = schema
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map(typeOf).join(' | ')
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one })).join(' | ')
  if (type === 'array') return `(${typeOf(items ?? {})})[]`
  if (type === 'integer') return 'number'
  if (type !== 'object') return type ?? 'unknown'
  const fields = Object.entries(properties ?? {}).map(
    ([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${typeOf(field)}`,
  )
  if (fields.length > 0) return `{ ${fields.join('; ')} }`
  return typeof additionalProperties === 'object'
    ? `Record<string, ${typeOf(additionalProperties)}>`
    : 'Record<string, never>'
}

const typeOfInput = (schema: z.ZodType) => typeOf(z.toJSONSchema(schema, { io: 'input' }) as Schema)
const typeOfOutput = (schema: z.ZodType) => typeOf(z.toJSONSchema(schema, { io: 'output' }) as Schema)
const capitalized = (name: string) => name[0]!.toUpperCase() + name.slice(1)

const typesOf = ({ name, input, output }: DescribedOperation): string =>
  [
    `export type ${capitalized(name)}Input = ${typeOfInput(input)}`,
    ...(output ? [`export type ${capitalized(name)}Output = ${typeOfOutput(output)}`] : []),
  ].join('\n')

/** Whether everything of the input may be left out. */
const isOptional = ({ input }: DescribedOperation): boolean => input.safeParse({}).success

function methodOf(operation: DescribedOperation): string {
  const { name, summary, method, path: address, isIdempotent, scope, output } = operation
  const shape = [
    `method: '${method}', path: '${address}'`,
    ...(isIdempotent ? ['idempotent: true'] : []),
  ].join(', ')
  const answer = output ? `${capitalized(name)}Output` : 'Uint8Array'
  const read = output
    ? `(await response.json()) as ${answer}`
    : 'new Uint8Array(await response.arrayBuffer())'
  return `/** ${summary}. Scope: \`${scope}\`. */
    async ${name}(input: ${capitalized(name)}Input${isOptional(operation) ? ' = {}' : ''}, options: RequestOptions = {}): Promise<${answer}> {
      const response = await send({ ${shape} }, input, options)
      return ${read}
    },`
}

const note = `// The client of the Candour API, version 1, without dependencies: for Node.js 20 and later, Deno, Bun and browsers.
// Written from the contract by 'npm run clients'. Change the contract, not this file.
`

/** The typed client as one file. */
export async function buildTypescriptClient(): Promise<string> {
  // Who uses the client needs no more of it than `createCandour`.
  const runtime = readFileSync(path.join(import.meta.dirname, 'client-runtime.ts'), 'utf8').replace(
    'export function createSender',
    'function createSender',
  )
  const text = `${note}
${runtime}
${describedOperations.map(typesOf).join('\n\n')}

/** Everything that a key may ask, by the name of the operation. */
export function createCandour(options: ClientOptions) {
  const send = createSender(options)
  return {
    ${describedOperations.map(methodOf).join('\n\n')}
  }
}
export type Candour = ReturnType<typeof createCandour>
`
  return format(text, { ...(declared.prettier as object), parser: 'typescript' })
}
