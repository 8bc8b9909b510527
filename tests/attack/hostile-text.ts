import type { z } from 'zod'
import { checksOf, describe } from './schema-values.ts'

/** One text of an input, by its path and how long it may be. */
export type TextField = { path: string; max: number }

type Walk = {
  /** What stands in a text's place; undefined leaves it as the example has it. */
  write(field: TextField): string | undefined
  path: string
}

const longest = 400
/** What an ordinary optional part would be called who has none in the example: only texts are made up. */
const isText = (schema: z.core.$ZodType): boolean => {
  const described = describe(schema)
  if (described.type === 'string') return true
  return described.innerType !== undefined && isText(described.innerType)
}

/** The option of a union that an example is of. */
const optionOf = (options: z.core.$ZodType[], example: unknown): z.core.$ZodType | undefined =>
  options.find((option) => (option as z.ZodType).safeParse(example).success)

/** Words that anybody may choose: no date, number, address or choice. */
function freeText(schema: z.core.$ZodType): number | null {
  const described = describe(schema)
  const checks = checksOf(described)
  if (described.format || described.pattern || checks.some(({ check }) => check === 'string_format'))
    return null
  return Math.min(longest, Number(checks.find(({ check }) => check === 'max_length')?.maximum ?? longest))
}

/** The example with other words wherever its schema takes words. */
export function written(schema: z.core.$ZodType, example: unknown, { write, path }: Walk): unknown {
  const described = describe(schema)
  const inner = () => written(described.innerType!, example, { write, path })
  switch (described.type) {
    case 'string': {
      const max = freeText(schema)
      return (max !== null && write({ path, max })) || example
    }
    case 'object': {
      const known = (example ?? {}) as Record<string, unknown>
      const parts = Object.entries(described.shape!)
        .filter(([name, part]) => name in known || isText(part))
        .map(([name, part]) => {
          const at = path ? `${path}.${name}` : name
          return [name, written(part, known[name], { write, path: at })]
        })
        .filter(([, value]) => value !== undefined)
      return { ...known, ...(Object.fromEntries(parts) as object) }
    }
    case 'array':
      return Array.isArray(example)
        ? example.map((one, place) => written(described.element!, one, { write, path: `${path}.${place}` }))
        : example
    case 'record':
      return typeof example === 'object' && example !== null
        ? Object.fromEntries(
            Object.entries(example).map(([key, one]) => [
              key,
              written(described.valueType!, one, { write, path: `${path}.${key}` }),
            ]),
          )
        : example
    case 'union': {
      const option = optionOf(described.options!, example)
      return option ? written(option, example, { write, path }) : example
    }
    case 'pipe': {
      const side = describe(described.in!).type === 'transform' ? described.out! : described.in!
      return written(side, example, { write, path })
    }
    case 'optional':
    case 'default':
    case 'prefault':
    case 'nullable':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return inner()
    case 'lazy':
      return written(described.getter!(), example, { write, path })
    default:
      return example
  }
}
