import { getTableColumns, is, Placeholder, sql, SQL, Table, type SQLWrapper } from 'drizzle-orm'
import { PgColumn, PgSelectBase } from 'drizzle-orm/pg-core'
import { allSets, setsIn, type GivenSets } from './id-set.ts'
import type { Tx } from './transaction.ts'

/** Types that JSON writes as the wire does; of an array, each of its elements. */
const jsonTypes =
  /^(text|varchar|uuid|integer|smallint|double precision|boolean|jsonb|(text|uuid|integer)\[\])$/
/** Types that JSON writes differently, or less exactly, than the wire: they are sent as text. */
const textTypes = /^(bigint|date|timestamp( \(\d\))?( with time zone)?)$/
/** A function of PostgreSQL takes no more arguments. */
const columns_max = 100

/** A select whose rows can come as JSON and be decoded to what they would be on their own. */
export type CombinableSelect = SQLWrapper & {
  /** Where a row holds each column: under its name, or in a group of a join under the group's and its own. */
  columns: readonly (readonly [path: readonly string[], column: PgColumn])[]
  /** Its text with `$1` and so on, and what is sent for each. */
  toSQL(): { sql: string; params: unknown[] }
}
/** A select with the sets of ids that it is asked about, by the names of the placeholders that they stand for. */
type CombinedPart = { select: CombinableSelect; sets: GivenSets }
type Row = { [name: string]: unknown }
/** Answers the rows of each select that it was prepared of. */
export type CombinedSelect = (values: Record<string, unknown>) => Promise<Row[][]>

/** The column that decodes a field: the field itself, or what a computed one was mapped with. */
function columnOf(field: unknown): PgColumn | null {
  if (is(field, PgColumn)) return field
  const computed = is(field, SQL.Aliased) ? field.sql : field
  const decoder = is(computed, SQL) ? (computed as unknown as { decoder: unknown }).decoder : null
  return is(decoder, PgColumn) ? decoder : null
}

type Fields = Record<string, unknown>
type SelectConfig = { fields: Fields; lockingClause?: unknown; joins?: readonly { joinType: string }[] }

const isGroup = (field: unknown): field is Fields | Table =>
  typeof field === 'object' && (is(field, Table) || Object.getPrototypeOf(field) === Object.prototype)

/** All fields of a select in their order, those of its groups too. */
const fieldsIn = (fields: Fields, group: readonly string[] = []): (readonly [readonly string[], unknown])[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    isGroup(field)
      ? fieldsIn(is(field, Table) ? getTableColumns(field) : field, [...group, name])
      : [[[...group, name], field] as const],
  )

/**
 * A query as a part of a combined select; null where it cannot be one, since it locks, writes, holds bytes, or computes
 * what no column decodes.
 */
export function toCombinable(query: object): CombinableSelect | null {
  if (!is(query, PgSelectBase)) return null
  const { config } = (query as unknown as { _: { config: SelectConfig } })._
  const columns = fieldsIn(config.fields).map(([path, field]) => [path, columnOf(field)] as const)
  const hasGroups = columns.some(([path]) => path.length > 1)
  // A group that a join did not find is null as a whole.
  if (hasGroups && config.joins?.some(({ joinType }) => joinType !== 'inner')) return null
  const isPlain = columns.every(
    ([, column]) => column && [jsonTypes, textTypes].some((types) => types.test(column.getSQLType())),
  )
  if (!isPlain || config.lockingClause !== undefined || columns.length > columns_max) return null
  return {
    getSQL: () => sql`${query as unknown as SQLWrapper}`,
    toSQL: () => (query as Pick<CombinableSelect, 'toSQL'>).toSQL(),
    columns: columns as [readonly string[], PgColumn][],
  }
}

/** The ids of a set, which the statement finds once. */
const idsOf = (name: string): SQL => sql`(select ids from ${sql.identifier(name)})`

/** A select whose placeholders of sets are the sets themselves. */
function withSets({ select, sets }: CombinedPart): SQL {
  if (Object.keys(sets).length === 0) return select.getSQL()
  const { sql: text, params } = select.toSQL()
  const pieces = text.split(/\$\d+/)
  if (pieces.length !== params.length + 1) throw new Error(`Not to be put together: ${text}`)
  const chunks = pieces.flatMap((piece, at) => {
    const param = params[at]
    const set = is(param, Placeholder) ? sets[param.name] : undefined
    const value = set ? idsOf(set.name) : sql`${param}`
    return at < params.length ? [sql.raw(piece), value] : [sql.raw(piece)]
  })
  return sql`(${sql.join(chunks)})`
}

function rowsAsJson(part: CombinedPart) {
  const { select } = part
  const names = select.columns.map((_column, at) => sql.identifier(`c${at}`))
  const values = select.columns.map(([, column], at) =>
    textTypes.test(column.getSQLType()) ? sql`${names[at]}::text` : sql`${names[at]}`,
  )
  const list = sql.join(values, sql`, `)
  return sql`(select coalesce(json_agg(json_build_array(${list})), '[]') from ${withSets(part)} as found (${sql.join(names, sql`, `)}))`
}

function decodeRow({ columns }: CombinableSelect, values: readonly unknown[]): Row {
  const row: Row = {}
  columns.forEach(([path, column], at) => {
    const value = values[at]
    const group = path.slice(0, -1).reduce((place, name) => (place[name] ??= {}) as Row, row)
    group[path.at(-1)!] = value === null ? null : column.mapFromDriverValue(value)
  })
  return row
}

/**
 * Prepares several selects as one statement, which answers the rows of each: one round trip, one plan and one snapshot
 * for all of them. A placeholder that several of them have has one value, and a set that they are asked about is found once.
 */
export function prepareCombined(tx: Tx, name: string, parts: readonly CombinedPart[]): CombinedSelect {
  const fields = Object.fromEntries(parts.map((part, at) => [`q${at}`, rowsAsJson(part)]))
  const needed = new Map(parts.flatMap(({ sets }) => allSets(sets)).map((set) => [set.name, set]))
  const found = [...needed.values()].map((set) => {
    const select = set.queryOf(tx).combinable
    if (!select) throw new Error(`Not a set of ids: ${set.name}`)
    return tx
      .$with(set.name, {})
      .as(sql`select array${withSets({ select, sets: setsIn(set.values) })} as ids`)
  })
  const prepared = (found.length > 0 ? tx.with(...found) : tx)
    .select(fields)
    .from(sql`(values (0)) as once`)
    .prepare(name)
  return async (values) => {
    const [found] = (await prepared.execute(values)) as Record<string, unknown[][]>[]
    return parts.map(({ select }, at) => found![`q${at}`]!.map((row) => decodeRow(select, row)))
  }
}
