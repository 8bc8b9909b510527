/** A JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

type Shape = { optional: boolean; type: string }

/** The TypeScript type of a JSON value. The objects of a list become one type; keys that some lack are optional. */
export function jsonType(value: Json, indent = ''): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return listType(value, indent)
  return typeof value === 'object' ? objectType([value], indent) : typeof value
}

function listType(list: Json[], indent: string): string {
  const objects = list.filter((item) => isObject(item))
  const others = list.filter((item) => !isObject(item)).map((item) => jsonType(item, indent))
  const types = new Set(objects.length > 0 ? [objectType(objects, indent), ...others] : others)
  if (types.size === 0) return 'never[]'
  return types.size === 1 ? `${union([...types])}[]` : `(${union([...types])})[]`
}

function objectType(objects: { [key: string]: Json }[], indent: string): string {
  const inner = `${indent}  `
  const keys = [...new Set(objects.flatMap((object) => Object.keys(object)))]
  const lines = keys.map((key) => {
    const { optional, type } = fieldShape(objects, key, inner)
    return `${inner}${JSON.stringify(key)}${optional ? '?' : ''}: ${type}`
  })
  return lines.length === 0 ? 'Record<string, never>' : `{\n${lines.join('\n')}\n${indent}}`
}

function fieldShape(objects: { [key: string]: Json }[], key: string, indent: string): Shape {
  const values = objects.flatMap((object) => (key in object ? [object[key] ?? null] : []))
  const nested = values.filter((value) => isObject(value))
  const lists = values.filter((value) => Array.isArray(value))
  const plain = values
    .filter((value) => !isObject(value) && !Array.isArray(value))
    .map((value) => jsonType(value))
  const types = [...plain]
  if (nested.length > 0) types.push(objectType(nested, indent))
  if (lists.length > 0) types.push(listType(lists.flat(), indent))
  return { optional: values.length < objects.length, type: union(types) }
}

function union(types: string[]): string {
  return [...new Set(types)].join(' | ')
}

function isObject(value: Json): value is { [key: string]: Json } {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
