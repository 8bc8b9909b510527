import { is, sql, type SQLWrapper } from 'drizzle-orm'
import { PgColumn, PgSelectBase } from 'drizzle-orm/pg-core'
import type { Tx } from './transaction.ts'

/** JSON holds these as the wire does; of a list, each of its elements. */
const asTheyAre = /^(text|varchar|uuid|integer|smallint|boolean|jsonb|(text|uuid|integer)\[\])$/
/** JSON writes these in another way, or less exactly, than the wire. */
const asText = /^(bigint|date|timestamp( \(\d\))?( with time zone)?)$/
/** A function of PostgreSQL takes no more arguments. */
const columns_max = 100

/** A select whose rows can come as JSON and still be what its columns make of what the wire brings. */
export type Combinable = SQLWrapper & { columns: readonly (readonly [name: string, column: PgColumn])[] }

type Inside = { _: { selectedFields: Record<string, unknown>; config: { lockingClause?: unknown } } }

/** A query as one that may be sent with others in one statement; null where it cannot be: it locks, writes or computes. */
export function combinable(query: object): Combinable | null {
  if (!is(query, PgSelectBase)) return null
  const { selectedFields, config } = (query as unknown as Inside)._
  const columns = Object.entries(selectedFields)
  const isPlain = columns.every(
    ([, field]) => is(field, PgColumn) && [asTheyAre, asText].some((kind) => kind.test(field.getSQLType())),
  )
  if (!isPlain || config.lockingClause !== undefined || columns.length > columns_max) return null
  const ordered = columns as [string, PgColumn][]
  return { getSQL: () => sql`${query as unknown as SQLWrapper}`, columns: ordered }
}

function rowsAsJson(query: Combinable) {
  const names = query.columns.map((_column, at) => sql.identifier(`c${at}`))
  const values = query.columns.map(([, column], at) =>
    asText.test(column.getSQLType()) ? sql`${names[at]}::text` : sql`${names[at]}`,
  )
  const list = sql.join(values, sql`, `)
  return sql`(select coalesce(json_agg(json_build_array(${list})), '[]') from ${query} as found (${sql.join(names, sql`, `)}))`
}

const decoded = ({ columns }: Combinable, row: readonly unknown[]): Record<string, unknown> =>
  Object.fromEntries(
    columns.map(([name, column], at) => {
      const value = row[at]
      return [name, value === null ? null : column.mapFromDriverValue(value)]
    }),
  )

type Found = Record<string, unknown>[]

/**
 * Prepares several selects as one statement, which answers the rows of each: one way to the database, one plan and one
 * moment for all of them. What stands in several of them as a placeholder of one name has one value.
 */
export function prepareTogether(tx: Tx, name: string, queries: readonly Combinable[]) {
  const fields = Object.fromEntries(queries.map((query, at) => [`q${at}`, rowsAsJson(query)]))
  const kept = tx
    .select(fields)
    .from(sql`(values (0)) as once`)
    .prepare(name)
  return async (values: Record<string, unknown>): Promise<Found[]> => {
    const [found] = (await kept.execute(values)) as Record<string, unknown[][]>[]
    return queries.map((query, at) => found![`q${at}`]!.map((row) => decoded(query, row)))
  }
}
