import type { z } from 'zod'
import { checksOf, schemaDefinitionOf } from './schema-values.ts'

/** One text of an input, by its path and how long it may be. */
export type TextField = { path: string; max: number }

type Walk = {
  /** What stands in a text's place; undefined leaves it as the example has it. */
  write(field: TextField): string | undefined
  path: string
  /** The path with a star for each place of a list and each key of a record. */
  part: string
  /** Told of each part that could be there or not, and of each option of a union, and whether this example has it. */
  meet?(part: string, isThere: boolean): void
}

const default_length_max = 400
/** What an ordinary optional part would be called who has none in the example: only texts are made up. */
const isText = (schema: z.core.$ZodType): boolean => {
  const described = schemaDefinitionOf(schema)
  if (described.type === 'string') return true
  return described.innerType !== undefined && isText(described.innerType)
}

/** The option of a union that an example is of. */
const optionOf = (options: z.core.$ZodType[], example: unknown): z.core.$ZodType | undefined =>
  options.find((option) => (option as z.ZodType).safeParse(example).success)

/** Whether words of somebody's choice may stand anywhere in it. */
function containsText(schema: z.core.$ZodType): boolean {
  const described = schemaDefinitionOf(schema)
  const { type, shape, element, valueType, options, innerType } = described
  switch (type) {
    case 'string':
      return freeTextLengthMax(schema) !== null
    case 'object':
      return Object.values(shape!).some(containsText)
    case 'array':
      return containsText(element!)
    case 'record':
      return containsText(valueType!)
    case 'union':
      return options!.some(containsText)
    case 'pipe':
      return containsText(childSchemasOf(described))
    case 'lazy':
      return containsText(described.getter!())
    default:
      return innerType !== undefined && containsText(innerType)
  }
}

/** What callers send of something that is made into something else. */
const childSchemasOf = (described: ReturnType<typeof schemaDefinitionOf>): z.core.$ZodType =>
  schemaDefinitionOf(described.in!).type === 'transform' ? described.out! : described.in!

/** An option as it is told apart: by what it always says, else by its kind. */
const nameOf = (option: z.core.$ZodType): string => {
  const { type, shape = {} } = schemaDefinitionOf(option)
  const said = Object.values(shape).flatMap((part) => schemaDefinitionOf(part).values ?? [])
  return said.length > 0 ? said.join(' ') : type
}

/** Words that anybody may choose: no date, number, address or choice. */
function freeTextLengthMax(schema: z.core.$ZodType): number | null {
  const described = schemaDefinitionOf(schema)
  const checks = checksOf(described)
  if (described.format || described.pattern || checks.some(({ check }) => check === 'string_format'))
    return null
  return Math.min(
    default_length_max,
    Number(checks.find(({ check }) => check === 'max_length')?.maximum ?? default_length_max),
  )
}

const joinPath = (path: string, name: string | number) => (path ? `${path}.${name}` : String(name))

/** The example with other words wherever its schema takes words. */
export function withReplacedText(schema: z.core.$ZodType, example: unknown, walk: Walk): unknown {
  const described = schemaDefinitionOf(schema)
  const { write, path, part } = walk
  const below = (name: string) => ({ ...walk, path: joinPath(path, name), part: joinPath(part, name) })
  const anyOf = (key: string | number) => ({ ...walk, path: joinPath(path, key), part: joinPath(part, '*') })
  const meet = (what: string, of: z.core.$ZodType, isThere: boolean) => {
    if (containsText(of)) walk.meet?.(what, isThere)
  }
  switch (described.type) {
    case 'string': {
      const max = freeTextLengthMax(schema)
      return (max !== null && write({ path, max })) || example
    }
    case 'object': {
      const known = (example ?? {}) as Record<string, unknown>
      const parts = Object.entries(described.shape!).flatMap(([name, one]) => {
        const isThere = name in known || isText(one)
        meet(joinPath(part, name), one, isThere)
        return isThere ? [[name, withReplacedText(one, known[name], below(name))] as const] : []
      })
      const given = parts.filter(([, value]) => value !== undefined)
      return { ...known, ...(Object.fromEntries(given) as object) }
    }
    case 'array': {
      const all = Array.isArray(example) ? example : []
      meet(joinPath(part, '*'), described.element!, all.length > 0)
      return Array.isArray(example)
        ? all.map((one, place) => withReplacedText(described.element!, one, anyOf(place)))
        : example
    }
    case 'record': {
      const all = typeof example === 'object' && example !== null ? Object.entries(example) : []
      meet(joinPath(part, '*'), described.valueType!, all.length > 0)
      return typeof example === 'object' && example !== null
        ? Object.fromEntries(
            all.map(([key, one]) => [key, withReplacedText(described.valueType!, one, anyOf(key))]),
          )
        : example
    }
    case 'union': {
      const option = optionOf(described.options!, example)
      for (const one of described.options!) meet(`${part} as ${nameOf(one)}`, one, one === option)
      return option ? withReplacedText(option, example, walk) : example
    }
    case 'pipe':
      return withReplacedText(childSchemasOf(described), example, walk)
    case 'nullable':
      meet(`${part} at all`, described.innerType!, example !== null)
      return example === null && !isText(schema)
        ? example
        : withReplacedText(described.innerType!, example, walk)
    case 'optional':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return withReplacedText(described.innerType!, example, walk)
    case 'lazy':
      return withReplacedText(described.getter!(), example, walk)
    default:
      return example
  }
}
