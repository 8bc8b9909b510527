import { describe, expect, it } from 'vitest'
import { firstCursor, nextCursor, type Cursor } from './practice-system-cursor.ts'

type Row = { id: number; at: number }

const page_size = 10
const start = Date.parse('2026-01-01T00:00:00Z')

/** Reads a list to its end as a run does, with what happens between two pages. */
function readAll(
  rows: Row[],
  order: (one: Row, other: Row) => number,
  between: (page: number) => void = () => {},
): { seen: Map<number, number>; pages: number; cursor: Cursor } {
  const seen = new Map<number, number>()
  let cursor: Cursor = { ...firstCursor }
  for (let pages = 1; pages < 1000; pages++) {
    const { since, page } = cursor
    const found = rows
      .filter(({ at }) => since === null || start + at * 1000 > since.getTime())
      .toSorted(order)
    const slice = found.slice((page - 1) * page_size, page * page_size)
    const changed = slice.filter(({ id, at }) => seen.get(id) !== at)
    for (const { id, at } of slice) seen.set(id, at)
    const read = {
      stamps: slice.map(({ at }) => new Date(start + at * 1000)),
      isLast: slice.length < page_size,
      hasChanged: changed.length > 0,
    }
    const next = nextCursor(cursor, read)
    cursor = next.cursor
    if (next.isDone) return { seen, pages, cursor }
    between(pages)
  }
  throw new Error('The list was never read to its end')
}

const byTime = (one: Row, other: Row) => one.at - other.at || one.id - other.id
const newestFirst = (one: Row, other: Row) => byTime(other, one)
const rowsOf = (count: number, at: (id: number) => number): Row[] =>
  Array.from({ length: count }, (_, id) => ({ id, at: at(id) }))

describe('reading what has changed', () => {
  it('follows the times of a list in their order, each row once or nearly so', () => {
    const { seen, pages, cursor } = readAll(
      rowsOf(95, (id) => id * 60),
      byTime,
    )
    expect(seen.size).toBe(95)
    expect(pages).toBeLessThanOrEqual(12)
    expect(cursor).toMatchObject({ page: 1, newest: null })
    // What changed in the last minutes is asked for again.
    expect(cursor.since!.getTime()).toBe(start + 94 * 60_000 - 5 * 60_000)
  })

  it.each([
    ['that comes the newest first', rowsOf(95, (id) => id * 60), newestFirst],
    ['of one moment', rowsOf(95, () => 0), byTime],
    ['in no order', rowsOf(95, (id) => (id * 37) % 95), (one: Row, other: Row) => one.id - other.id],
  ])('reads a list %s to its end', (_, rows, order) => {
    expect(readAll(rows, order).seen.size).toBe(95)
  })

  it.each([
    ['in the order of changes', byTime],
    ['the newest first', newestFirst],
  ])('misses no row where others change between two pages, %s', (_, order) => {
    const rows = rowsOf(95, (id) => id)
    const { seen } = readAll(rows, order, (page) => {
      if (page > 8) return
      rows[page]!.at = 1000 + page
      rows[94 - page]!.at = 2000 + page
    })
    for (const { id, at } of rows) expect(seen.get(id)).toBe(at)
  })

  it('ends where rows change for ever', () => {
    const rows = rowsOf(95, () => 0)
    let tick = 1
    const { pages } = readAll(
      rows,
      (one, other) => one.id - other.id,
      () => (rows[3]!.at = tick++),
    )
    expect(pages).toBeLessThanOrEqual(40)
  })

  it('asks for nothing it has when nothing has changed', () => {
    const since = new Date(start)
    const { cursor, isDone } = nextCursor(
      { ...firstCursor, since },
      { stamps: [], isLast: true, hasChanged: false },
    )
    expect(isDone).toBe(true)
    expect(cursor.since).toEqual(since)
  })
})
