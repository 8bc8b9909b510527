import type { Clock } from '../clock.ts'
import { hashToken } from '../keys/secret-token.ts'
import type { Database } from './database.ts'

/** Callers that a process remembers, of each kind; a row takes a kilobyte at most. */
const callers_max = 2000

/**
 * A function of the database that says whose a token is at a moment, before a scope exists. Its row has the practice's id,
 * and where the scope is that of one record, that one's too.
 */
export type CallerSource = { name: string; isOfOneRecord: boolean }

/** What the database has to say of a token for whoever was remembered by it to be them still. */
export type Confirmation = {
  readonly source: CallerSource
  readonly token: string
  readonly moment: Date
  /** The hash of the row that it answered before. */
  readonly mark: string
  isConfirmed: boolean
}

/** What tells one row from another, in every column. */
export const markOf = (row: string): string => `encode(sha256(convert_to(${row}::text, 'UTF8')), 'hex')`

const awaited = new WeakMap<object, Confirmation>()

/** Lets a caller into a transaction only if the database confirms it there. */
export function mustBeConfirmed<C extends object>(caller: C, confirmation: Confirmation | null): C {
  if (confirmation) awaited.set(caller, confirmation)
  return caller
}

/** What a caller has to be confirmed by; null for whom the database has named to this very request. */
export const confirmationOf = (caller: object): Confirmation | null => awaited.get(caller) ?? null

export const isUnconfirmed = (caller: object): boolean => confirmationOf(caller)?.isConfirmed === false

/** The database did not say that it is who was remembered: whatever was done for them is thrown away, and begun anew. */
export class UnconfirmedCallerError extends Error {
  override name = 'UnconfirmedCallerError'
  constructor(cause?: unknown) {
    super('A remembered caller was not confirmed', { cause })
  }
}

type Known<R> = { row: R; mark: string }
export type FoundCaller<R> = { row: R; confirmation: Confirmation | null }

export type CallerMemory<R> = {
  /** Whose a token is by the database's answer, or by the last one where that is enough for now. */
  find(token: string, how?: { mayRecall: boolean }): Promise<FoundCaller<R> | null>
  /** What was said of a token is no longer so, as somebody knows who has changed it. */
  forget(token: string): void
}

/**
 * Asks the database whose a token is, and remembers what it said, so that the next request can ask again along with its
 * question, in one round trip (single-reading.ts). What is remembered opens nothing: the database sets the scope by the
 * token itself, where its row is the same in every column. Where a scope cannot be set so, nothing is remembered.
 */
export function openCallerMemory<R extends object>(
  database: Database,
  clock: Clock,
  source: CallerSource,
): CallerMemory<R> {
  const known = new Map<string, Known<R>>()
  const text = `select r.*, ${markOf('r')} as caller_mark from ${source.name}($1, $2) r`

  function remember(key: string, found: Known<R>): void {
    known.delete(key)
    known.set(key, found)
    if (known.size > callers_max) known.delete(known.keys().next().value!)
  }

  async function ask(token: string, key: string): Promise<FoundCaller<R> | null> {
    const query = { name: source.name, text, values: [token, clock.now()] }
    const { rows } = await database.borrow((client) => client.query<R & { caller_mark: string }>(query))
    known.delete(key)
    if (!rows[0]) return null
    const { caller_mark: mark, ...row } = rows[0]
    if (!database.isSpread) remember(key, { row: row as unknown as R, mark })
    return { row: row as unknown as R, confirmation: null }
  }

  return {
    async find(token, { mayRecall } = { mayRecall: false }) {
      const key = hashToken(token)
      const remembered = mayRecall ? known.get(key) : undefined
      if (!remembered) return ask(token, key)
      const { row, mark } = remembered
      return { row, confirmation: { source, token, moment: clock.now(), mark, isConfirmed: false } }
    },
    forget: (token) => void known.delete(hashToken(token)),
  }
}
