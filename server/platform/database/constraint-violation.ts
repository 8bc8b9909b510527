/** Where tables are spread, a server calls a constraint after the part of the table that it holds. */
const part = /_\d{6,}$/

/** The constraint that a write broke, wherever among its causes an error names it; undefined for any other error. */
export function violatedConstraint(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { constraint } = at as { constraint?: string }
    if (constraint) return constraint.replace(part, '')
  }
  return undefined
}
