import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { limitedConfigOf, type DatabaseLogin } from './database-login.ts'
import { UnavailableError } from '../unavailable.ts'
import { trackQueryErrors } from './first-query-error.ts'
import { flushBatchesFirst } from './query-batcher.ts'
import { scopeSingleReadings } from './single-reading.ts'
import { markSpread } from './spread-connection.ts'
import { isReadOnlySession, isWriteRefused, NotPrimaryError, primaryOnly } from './standby-sessions.ts'
import { isStalePlan, openLentStatements } from './lent-statements.ts'
import { createStatementNamer, prepareFrequentStatements } from './prepared-statements.ts'
import { traceStatements } from './statement-spans.ts'

export type Log = {
  info(data: object, text: string): void
  warn(data: object, text: string): void
  error(data: object, text: string): void
}

/** The application's connections. A borrowed connection is always given back, also when the server goes away. */
export type Database = {
  /** Runs `work` with one connection; taking a second one inside is a fault, for it can deadlock a full pool. */
  borrow<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T>
  /** How many connections there are, by what they do, and how many wait for one. */
  connections(): { busy: number; idle: number; awaited: number }
  /** Where a pooler lends the connections: whether they lead to the primary alone. Null where they are our own. */
  lent?: { isPrimary: boolean } | null
  /** Whether its rows are on several servers, so that a scope has to be handed on to those. */
  isSpread?: boolean | undefined
  close(): Promise<void>
}

const lostConnectionCodes =
  /^(08...|25P0[34]|57P0[1-5]|53...|40001|40P01|ECONN(REFUSED|RESET|ABORTED)|E(HOST|NET)(UNREACH|DOWN)|ENOTFOUND|EAI_AGAIN|ENOENT|EPIPE|ETIMEDOUT)$/
const lostConnectionTexts =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout|cached plan must not change result type|recovery is in progress/
/** A statement that took longer than it may, most often because it waited for what somebody else held. */
const query_canceled_code = '57014'

/** Whether the error says that the database is not there, rather than that a query is wrong. */
export function isLostConnection(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code = '' } = at as { code?: string }
    if (lostConnectionCodes.test(code) || lostConnectionTexts.test(at.message)) return true
    if (at instanceof NotPrimaryError) return true
  }
  return false
}

/**
 * Without listeners a connection lost to a database restart would end the process: while it is idle, and in the moment
 * between being made and being handed out, when the server may already be saying goodbye on it.
 */
export function handleConnectionErrors(pool: pg.Pool, log: Log): void {
  pool.on('error', (error) => log.warn({ err: error }, 'database connection lost'))
  pool.on('connect', (client) => client.on('error', () => {}))
}

/** Whether a statement took longer than it may. */
export function isStatementTimeout(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if ((at as { code?: string }).code === query_canceled_code) return true
  return false
}

/** Whether it is the server that takes no writes, and not a transaction of ours that only reads: that one is over. */
async function refusesWrites(client: pg.PoolClient): Promise<boolean> {
  const text = `select current_setting('transaction_read_only') as refused`
  const { rows } = await client.query<{ refused: string }>(text)
  return rows[0]!.refused === 'on'
}

const borrowed = new AsyncLocalStorage<true>()

/** Opens a pool for one login: to the primary alone, or to a replica as well. Nothing connects until the first query. */
export function openDatabase(
  login: DatabaseLogin,
  {
    log,
    connections_max = 16,
    mayBeReplica = false,
    isSpread = false,
  }: { log: Log; connections_max?: number; mayBeReplica?: boolean; isSpread?: boolean | undefined },
): Database {
  // Statements are sent without waiting for the answer to the one before; the server takes them in order.
  const limits = { ...limitedConfigOf(login), max: connections_max, pipeline: true }
  const { pooler } = login
  // A pooler tells whoever connects what some server told it once.
  const pool = new pg.Pool({ ...limits, ...(mayBeReplica || pooler ? {} : primaryOnly) })
  handleConnectionErrors(pool, log)
  const keepsPrepared = pooler?.keepsPrepared ?? true
  const nameOf = keepsPrepared ? createStatementNamer() : () => undefined
  const statements = pooler ? openLentStatements(pooler) : null
  pool.on('connect', (client) => {
    scopeSingleReadings(client, { keepsPrepared })
    statements?.follow(client)
    traceStatements(client)
    trackQueryErrors(client)
    prepareFrequentStatements(client, nameOf)
    flushBatchesFirst(client)
    if (isSpread) markSpread(client)
  })

  async function connect(): Promise<pg.PoolClient> {
    try {
      return await pool.connect()
    } catch (error) {
      throw isLostConnection(error) ? new UnavailableError(error) : error
    }
  }

  return {
    async borrow(work) {
      if (borrowed.getStore()) throw new Error('A second connection was asked for inside a transaction')
      const client = await connect()
      let broken = false
      const onError = () => (broken = true)
      client.on('error', onError)
      try {
        return await borrowed.run(true, () => work(client))
      } catch (error) {
        const isDemoted =
          isWriteRefused(error) && (pooler ? await refusesWrites(client) : isReadOnlySession(client))
        // The pooler's own connection keeps the plan, whoever is lent it next.
        if (isStalePlan(error)) statements?.renew()
        const isLost = isDemoted || isLostConnection(error)
        if (!isLost && !isStatementTimeout(error)) throw error
        if (!isLost) log.warn({ err: error }, 'a statement took longer than it may')
        broken ||= isLost
        throw new UnavailableError(error)
      } finally {
        client.off('error', onError)
        client.release(broken)
      }
    },
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      awaited: pool.waitingCount,
    }),
    lent: pooler ? { isPrimary: !mayBeReplica } : null,
    isSpread,
    close: () => pool.end(),
  }
}
