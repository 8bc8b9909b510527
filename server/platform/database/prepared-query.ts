import { and, eq, fillPlaceholders, getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { toCombinable } from './combined-select.ts'
import { IdSet } from './id-set.ts'
import { batchQuery, type ConnectionQuery, type PreparedStatement, type Values } from './query-batcher.ts'
import type { Tx } from './transaction.ts'

type Preparable<R> = { prepare(name: string): PreparedStatement<R> }

/** In the place of the tenant that asks, which is given with each asking. */
export const tenantPlaceholder = sql.placeholder('clinicId')

/** The row of the tenant that asks whose column holds what is given with each asking under this name. */
export const whereOwn = (table: { clinicId: PgColumn }, column: PgColumn, name: string): SQL =>
  and(eq(table.clinicId, tenantPlaceholder), eq(column, sql.placeholder(name)))!

/** Those whose column holds one of the ids that are given. */
export const whereOwnIn = (table: { clinicId: PgColumn }, column: PgColumn, name: string): SQL =>
  and(eq(table.clinicId, tenantPlaceholder), sql`${column} = any(${sql.placeholder(name)}::uuid[])`)!

/** A query as each connection has it. */
function queryByConnection<R>(name: string, make: (tx: Tx) => Preparable<R>): (tx: Tx) => ConnectionQuery<R> {
  const ofConnection = new WeakMap<Tx, ConnectionQuery<R>>()
  return (tx) => {
    const prepared = ofConnection.get(tx)
    if (prepared) return prepared
    const made = make(tx)
    const query = { name, alone: made.prepare(name), combinable: toCombinable(made) }
    ofConnection.set(tx, query)
    return query
  }
}

/**
 * A query of the hottest ways: put together once for each connection and sent prepared, since putting it together anew
 * takes this process longer than sending it. What differs from one asking to the next stands in it as a placeholder. No
 * two queries have the same name. Selects that are asked in one turn are one statement.
 */
export function preparedQuery<R>(
  name: string,
  make: (tx: Tx) => Preparable<R>,
): (scope: { tx: Tx; clinicId?: string }, values?: Values) => Promise<R> {
  const queryOf = queryByConnection(name, make)
  return ({ tx, clinicId }, values) => batchQuery(tx, queryOf(tx), { clinicId, ...values })
}

/**
 * Ids that another query is asked about, found in its own statement: what follows from them is asked along with what they
 * follow from. Where such a query has to be sent alone, they are asked for first.
 */
export function preparedIds(
  name: string,
  make: (tx: Tx) => Preparable<{ id: string }[]>,
): (values: Values) => IdSet {
  const queryOf = queryByConnection(name, make)
  return (values) => new IdSet(name, queryOf, values)
}

/** A row with a placeholder for every column that the database does not fill in. */
const rowOfPlaceholders = (table: PgTable): never =>
  Object.fromEntries(
    Object.entries(getTableColumns(table))
      .filter(([, column]) => !column.hasDefault)
      .map(([column]) => [column, sql.placeholder(column)]),
  ) as never

/** The same for putting one row into a table, of which every column is given that the database does not fill in. */
export function preparedInsert<T extends PgTable>(name: string, table: T) {
  const insert = preparedQuery(name, (tx) => tx.insert(table).values(rowOfPlaceholders(table)))
  return (tx: Tx, values: T['$inferInsert']): Promise<unknown> => insert({ tx }, values)
}

export type Statement = { text: string; values: unknown[] }

/** The same as a statement, built once, that is sent as a part of another. */
export function insertStatement<T extends PgTable>(table: T) {
  let built: { sql: string; params: unknown[] } | undefined
  return (tx: Tx, values: T['$inferInsert']): Statement => {
    built ??= tx.insert(table).values(rowOfPlaceholders(table)).toSQL()
    return { text: built.sql, values: fillPlaceholders(built.params, values) }
  }
}
