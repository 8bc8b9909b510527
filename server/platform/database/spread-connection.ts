import type pg from 'pg'

const spread = new WeakSet<object>()

/** Notes that tables are spread over several servers by Citus, which takes some statements in steps alone. */
export const markSpread = (client: pg.ClientBase): void => void spread.add(client)

/** Whether this connection, or the one that these queries are sent by, is to such a database. */
export const isSpread = (of: object): boolean => spread.has('$client' in of ? (of.$client as object) : of)

/**
 * One connection to each server for all that one transaction reads and changes there: rows that several of them have read
 * leave no way to change a table on every server.
 */
export const changeInOrder = `set local citus.multi_shard_modify_mode = 'sequential'`
