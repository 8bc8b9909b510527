/** Where tables are spread, a server calls a constraint after the part of the table that it holds. */
const part = /_\d{6,}$/
/** What another server refused comes without its details. */
const named = /violates \w+(?: \w+)? constraint "(\w+)"/

/** The constraint that a write broke, wherever among its causes an error names it; undefined for any other error. */
export function violatedConstraint(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code, constraint } = at as { code?: string; constraint?: string }
    const found = constraint ?? (code?.startsWith('23') ? named.exec(at.message)?.[1] : undefined)
    if (found) return found.replace(part, '')
  }
  return undefined
}
