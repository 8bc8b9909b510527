export type ColumnSort<Sort extends string> = { next: Sort; direction: 'ascending' | 'descending' | null }

/**
 * How a list stands that is sorted by `sort`, a column's key with a minus for the other way round; and what a press on
 * the header of a column leads to: the other way round, or at first what is looked for most.
 */
export function columnSort<Sort extends string>(
  key: Sort,
  { sort, first }: { sort: Sort; first: Sort },
): ColumnSort<Sort> {
  const descending = `-${key}` as Sort
  if (sort === key) return { next: descending, direction: 'ascending' }
  if (sort === descending) return { next: key, direction: 'descending' }
  return { next: first, direction: null }
}
