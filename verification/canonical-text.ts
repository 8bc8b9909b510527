type Parts = { [name: string]: unknown }

const isInOrder = (names: readonly string[]): boolean =>
  names.every((name, at) => at === 0 || names[at - 1]! < name)

/** The same value with the keys of each object in order. Written out, since every signature and every text is put so. */
function withKeysInOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withKeysInOrder)
  if ('toJSON' in value && typeof value.toJSON === 'function') return withKeysInOrder(value.toJSON())
  const names = Object.keys(value)
  if (!isInOrder(names)) names.sort()
  // The one name that would be taken for the prototype.
  if (names.includes('__proto__'))
    return Object.fromEntries(names.map((name) => [name, withKeysInOrder((value as Parts)[name])]))
  const ordered: Parts = {}
  for (const name of names) ordered[name] = withKeysInOrder((value as Parts)[name])
  return ordered
}

/** The same value always gives the same text: keys in order, dates as ISO text. Hashes are made over it. */
export const toCanonicalText = (value: unknown): string => JSON.stringify(withKeysInOrder(value))

/** Reads a text that must be written canonically, so that no byte of it can differ and say the same. */
export function parseCanonicalText(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return toCanonicalText(value) === text ? value : undefined
  } catch {
    return undefined
  }
}
