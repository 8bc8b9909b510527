import { and, eq, getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from './transaction.ts'

type Preparable<R> = { prepare(name: string): PreparedQuery<R> }
type PreparedQuery<R> = { execute(values: Record<string, unknown>): Promise<R> }

/** In the place of the tenant that asks, which is given with each asking. */
export const tenantPlaceholder = sql.placeholder('clinicId')

/** The row of the tenant that asks whose column holds what is given with each asking under this name. */
export const whereOwn = (table: { clinicId: PgColumn }, column: PgColumn, name: string): SQL =>
  and(eq(table.clinicId, tenantPlaceholder), eq(column, sql.placeholder(name)))!

/** Those whose column holds one of the ids that are given. */
export const whereOwnIn = (table: { clinicId: PgColumn }, column: PgColumn, name: string): SQL =>
  and(eq(table.clinicId, tenantPlaceholder), sql`${column} = any(${sql.placeholder(name)}::uuid[])`)!

/**
 * A query of the hottest ways: put together once for each connection and sent prepared, since putting it together anew
 * takes this process longer than sending it. What differs from one asking to the next stands in it as a placeholder. No
 * two queries have the same name.
 */
export function preparedQuery<R>(
  name: string,
  make: (tx: Tx) => Preparable<R>,
): (scope: { tx: Tx; clinicId?: string }, values?: Record<string, unknown>) => Promise<R> {
  const ofConnection = new WeakMap<Tx, PreparedQuery<R>>()
  return ({ tx, clinicId }, values) => {
    const kept = ofConnection.get(tx) ?? make(tx).prepare(name)
    ofConnection.set(tx, kept)
    return kept.execute({ clinicId, ...values })
  }
}

/** The same for putting one row into a table, of which every column is given that the database does not fill in. */
export function preparedInsert<T extends PgTable>(name: string, table: T) {
  const given = Object.entries(getTableColumns(table)).filter(([, column]) => !column.hasDefault)
  const row = Object.fromEntries(given.map(([column]) => [column, sql.placeholder(column)]))
  const insert = preparedQuery(name, (tx) => tx.insert(table).values(row as never))
  return (tx: Tx, values: T['$inferInsert']): Promise<unknown> => insert({ tx }, values)
}
