import type pg from 'pg'

/** What is asked in a transaction after something in it has failed (PostgreSQL's in_failed_sql_transaction). */
const aborted_transaction_code = '25P02'

const isTransactionAborted = (error: unknown): boolean =>
  error instanceof Error &&
  ((error as { code?: string }).code === aborted_transaction_code || isTransactionAborted(error.cause))

const firstErrors = new WeakMap<pg.ClientBase, unknown>()

type Query = (...asked: unknown[]) => unknown

/**
 * Lets a connection remember what failed on it by itself. What was sent along with it fails as well, and may be heard of
 * sooner by whoever waits for both; only the first says why.
 */
export function trackQueryErrors(client: pg.ClientBase): void {
  const own = client as unknown as { query: Query }
  const query = own.query.bind(client)
  own.query = (...asked) => {
    const answered = query(...asked)
    if (answered instanceof Promise)
      answered.catch((error: unknown) => {
        if (!isTransactionAborted(error)) firstErrors.set(client, error)
      })
    return answered
  }
}

/** What failed in a transaction says nothing about the next. */
export const clearQueryError = (client: pg.ClientBase): void => void firstErrors.delete(client)

/** Why a transaction failed: the error, or what it is only a consequence of. */
export const firstQueryError = (client: pg.ClientBase, error: unknown): unknown =>
  isTransactionAborted(error) ? (firstErrors.get(client) ?? error) : error
