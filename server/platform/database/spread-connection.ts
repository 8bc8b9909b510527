import type pg from 'pg'

const spread = new WeakSet<object>()

/** Notes that tables are spread over several servers by Citus, which takes some statements in steps alone. */
export const markSpread = (client: pg.ClientBase): void => void spread.add(client)

/** Whether this connection, or the one that these queries are sent by, is to such a database. */
export const isSpread = (of: object): boolean => spread.has('$client' in of ? (of.$client as object) : of)
