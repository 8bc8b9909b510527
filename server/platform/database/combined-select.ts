import { is, sql, SQL, type SQLWrapper } from 'drizzle-orm'
import { PgColumn, PgSelectBase } from 'drizzle-orm/pg-core'
import type { Tx } from './transaction.ts'

/** Types that JSON writes as the wire does; of an array, each of its elements. */
const jsonTypes = /^(text|varchar|uuid|integer|smallint|boolean|jsonb|(text|uuid|integer)\[\])$/
/** Types that JSON writes differently, or less exactly, than the wire: they are sent as text. */
const textTypes = /^(bigint|date|timestamp( \(\d\))?( with time zone)?)$/
/** A function of PostgreSQL takes no more arguments. */
const columns_max = 100

/** A select whose rows can come as JSON and be decoded to what they would be on their own. */
export type CombinableSelect = SQLWrapper & {
  columns: readonly (readonly [name: string, column: PgColumn])[]
}
type Row = Record<string, unknown>
/** Answers the rows of each select that it was prepared of. */
export type CombinedSelect = (values: Record<string, unknown>) => Promise<Row[][]>

/** The column that decodes a field: the field itself, or what a computed one was mapped with. */
function columnOf(field: unknown): PgColumn | null {
  if (is(field, PgColumn)) return field
  const decoder = is(field, SQL) ? (field as unknown as { decoder: unknown }).decoder : null
  return is(decoder, PgColumn) ? decoder : null
}

type SelectInternals = { _: { selectedFields: Record<string, unknown>; config: { lockingClause?: unknown } } }

/**
 * A query as a part of a combined select; null where it cannot be one, since it locks, writes, holds bytes, or computes
 * what no column decodes.
 */
export function toCombinable(query: object): CombinableSelect | null {
  if (!is(query, PgSelectBase)) return null
  const { selectedFields, config } = (query as unknown as SelectInternals)._
  const columns = Object.entries(selectedFields).map(([name, field]) => [name, columnOf(field)] as const)
  const isPlain = columns.every(
    ([, column]) => column && [jsonTypes, textTypes].some((types) => types.test(column.getSQLType())),
  )
  if (!isPlain || config.lockingClause !== undefined || columns.length > columns_max) return null
  return {
    getSQL: () => sql`${query as unknown as SQLWrapper}`,
    columns: columns as [string, PgColumn][],
  }
}

function rowsAsJson(select: CombinableSelect) {
  const names = select.columns.map((_column, at) => sql.identifier(`c${at}`))
  const values = select.columns.map(([, column], at) =>
    textTypes.test(column.getSQLType()) ? sql`${names[at]}::text` : sql`${names[at]}`,
  )
  const list = sql.join(values, sql`, `)
  return sql`(select coalesce(json_agg(json_build_array(${list})), '[]') from ${select} as found (${sql.join(names, sql`, `)}))`
}

const decodeRow = ({ columns }: CombinableSelect, row: readonly unknown[]): Row =>
  Object.fromEntries(
    columns.map(([name, column], at) => {
      const value = row[at]
      return [name, value === null ? null : column.mapFromDriverValue(value)]
    }),
  )

/**
 * Prepares several selects as one statement, which answers the rows of each: one round trip, one plan and one snapshot
 * for all of them. A placeholder that several of them have has one value.
 */
export function prepareCombined(tx: Tx, name: string, selects: readonly CombinableSelect[]): CombinedSelect {
  const fields = Object.fromEntries(selects.map((select, at) => [`q${at}`, rowsAsJson(select)]))
  const prepared = tx
    .select(fields)
    .from(sql`(values (0)) as once`)
    .prepare(name)
  return async (values) => {
    const [found] = (await prepared.execute(values)) as Record<string, unknown[][]>[]
    return selects.map((select, at) => found![`q${at}`]!.map((row) => decodeRow(select, row)))
  }
}
