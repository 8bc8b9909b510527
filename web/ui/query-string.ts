const pages_max = 100_000
const search_length_max = 120

/** The page a list's address asks for, from 1; anything malformed counts as absent, so that an old bookmark still opens. */
export function pageIn(params: URLSearchParams): number {
  const page = Number(params.get('page'))
  return Number.isInteger(page) && page >= 1 && page <= pages_max ? page : 1
}

/** What a list's address searches for. */
export const searchIn = (params: URLSearchParams): string =>
  params.get('q')?.trim().slice(0, search_length_max) ?? ''

/** The id that a parameter holds; undefined when it holds none. */
export function idIn(params: URLSearchParams, name: string): string | undefined {
  const id = params.get(name)
  return id && /^[\da-f-]{36}$/.test(id) ? id : undefined
}

/** The address of this page with some parameters changed; an empty or absent value takes its parameter away. */
export function queryWith(
  params: URLSearchParams,
  changes: Record<string, string | number | undefined>,
): string {
  const changed = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') changed.delete(name)
    else changed.set(name, String(value))
  }
  return changed.size > 0 ? `?${changed}` : '?'
}
