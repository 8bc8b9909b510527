/** The same value always gives the same text: keys in order, dates as ISO text. Hashes are made over it. */
export function toCanonicalText(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part) && !(part instanceof Date)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

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
