import { asc, desc, sql, type AnyColumn, type SQL } from 'drizzle-orm'

type KeyOf<Sort extends string> = Sort extends `-${infer Key}` ? Key : Sort

/**
 * What a list is sorted by that is asked for by the key of a column: a minus turns all of its columns round. Rows
 * without a value come last either way. The last column of each key is unique, so that no row changes pages.
 */
export const orderOfSort = <Sort extends string>(
  sort: Sort,
  columns: Record<KeyOf<Sort>, readonly (AnyColumn | SQL)[]>,
): SQL[] =>
  columns[sort.replace('-', '') as KeyOf<Sort>].map((column) =>
    sort.startsWith('-') ? sql`${desc(column)} nulls last` : sql`${asc(column)} nulls last`,
  )
