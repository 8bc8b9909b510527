/** Names of hosts as browsers write them, and a port; the same as is taken (`contract/embeds.ts`). */
const originPattern = /^https:\/\/[a-z\d]([a-z\d.-]*[a-z\d])?(:\d{1,5})?$/

/** An origin as it was typed or pasted: of a whole address what stands before its path. Null where there is none. */
export function parseOrigin(typed: string): string | null {
  const url = URL.parse(typed.trim())
  return url && !url.username && originPattern.test(url.origin) ? url.origin : null
}
