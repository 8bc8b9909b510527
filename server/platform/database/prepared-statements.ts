import type { Socket } from 'node:net'
import type pg from 'pg'

/** A text that was sent so often is worth keeping prepared. */
export const uses_min = 8
/** What each connection keeps prepared at most; each takes the database some tens of kilobytes. */
export const prepared_max = 200
/**
 * A text that holds this is planned for its values each time: one finds a thousand times as much as another, and the plan
 * for what they find on average is wrong for most of them.
 */
export const custom_plan_hint = '/* planned anew */'
/** Texts that are counted at a time: those that are put together anew each time would fill the memory. */
const tracked_statements_max = 2000

/** Names for the texts that are sent often; none for the others. */
export function createStatementNamer(): (text: string) => string | undefined {
  const uses = new Map<string, number>()
  const names = new Map<string, string>()
  return (text) => {
    if (text.includes(custom_plan_hint)) return undefined
    const name = names.get(text)
    if (name !== undefined || names.size >= prepared_max) return name
    const used = (uses.get(text) ?? 0) + 1
    if (used < uses_min) {
      if (uses.size >= tracked_statements_max) uses.clear()
      uses.set(text, used)
      return undefined
    }
    uses.delete(text)
    names.set(text, `often_${names.size}`)
    return names.get(text)
  }
}

type QueryConfig = { text: string; name?: string; values?: unknown[] }
type Query = (this: unknown, config: unknown, values?: unknown, ...rest: unknown[]) => unknown

/**
 * Lets a connection keep what it is sent often prepared, which saves the database reading and planning it each time, and
 * send what is asked in one turn in one piece, which saves the way to the system for each statement. What is asked
 * without values may be several statements, and what is no text is a stream: both stay as they are.
 */
export function prepareFrequentStatements(
  client: pg.ClientBase,
  nameOf: (text: string) => string | undefined,
): void {
  const own = client as unknown as { query: Query; connection: { stream: Socket } }
  const query = own.query.bind(client)
  let isCorked = false
  function sendTogether(): void {
    if (isCorked) return
    const { stream } = own.connection
    isCorked = true
    stream.cork()
    // After all that follows from the same event: promises are settled before.
    process.nextTick(() => {
      isCorked = false
      stream.uncork()
    })
  }
  own.query = (config, values, ...rest) => {
    sendTogether()
    const asked = typeof config === 'string' ? { text: config } : (config as QueryConfig)
    const given = asked.values ?? values
    if (
      typeof asked.text !== 'string' ||
      asked.name !== undefined ||
      !Array.isArray(given) ||
      given.length === 0
    )
      return query(config, values, ...rest)
    const name = nameOf(asked.text)
    return name === undefined ? query(config, values, ...rest) : query({ ...asked, name }, values, ...rest)
  }
}
