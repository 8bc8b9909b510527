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
