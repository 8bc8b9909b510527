import type pg from 'pg'

/**
 * A pooler between the product and PostgreSQL that lends a connection for one transaction at a time, as PgBouncer does
 * with `pool_mode = transaction`: what one transaction leaves in its session is there for a stranger's next one.
 */
export type Pooler = {
  /** Whether a statement that was sent by a name is there for the next transaction: in PgBouncer from 1.21. */
  keepsPrepared: boolean
}

/** What a pool is opened with: to PostgreSQL itself, or to a pooler in front of it. */
export type DatabaseLogin = pg.ClientConfig & { pooler?: Pooler }

/**
 * How long a statement may run and a transaction may lie idle, in milliseconds. A connection of our own is opened with
 * them; one that is lent is told at the beginning of each transaction, since no pooler takes them along.
 */
export const session_limits = { statement_timeout: 15_000, idle_in_transaction_session_timeout: 20_000 }

/**
 * How long a connection may be waited for, in milliseconds; and how long an answer is waited for, should the line be cut
 * without a word: the server's own limits do not reach us then.
 */
const answer_limits = {
  connectionTimeoutMillis: 5_000,
  query_timeout: 30_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
}

/** The same as the driver takes it. */
export const clientConfigOf = ({ pooler: _pooler, ...login }: DatabaseLogin): pg.ClientConfig => login

/** What a pool is opened with by this login, within the limits. */
export const limitedConfigOf = (login: DatabaseLogin): pg.ClientConfig => ({
  ...answer_limits,
  ...(login.pooler ? {} : session_limits),
  ...clientConfigOf(login),
})
