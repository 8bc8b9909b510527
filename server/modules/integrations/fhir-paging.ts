import { and, eq, gt, gte, lt, or, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { PageCursor, Span } from './fhir-rules.ts'

/** A page of what was found, how much there is in all, and where the next one begins. */
export type Page<T> = { rows: T[]; total: number; next: PageCursor | null }

export const withinSpans = (at: SQLWrapper, spans: readonly Span[]): SQL[] =>
  spans.flatMap(({ from, before }) => [...(from ? [gte(at, from)] : []), ...(before ? [lt(at, before)] : [])])

export const afterCursor = (at: SQLWrapper, id: AnyPgColumn, after: PageCursor | null): SQL | undefined =>
  after ? or(gt(at, after.at), and(eq(at, after.at), gt(id, after.id))) : undefined

/** One row more than the page was fetched: with it, the page has another one behind it. */
export function buildPage<T>(
  rows: T[],
  total: number,
  limit: number,
  startOf: (row: T) => PageCursor,
): Page<T> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { rows: shown, total, next: rows.length > limit && last !== undefined ? startOf(last) : null }
}

type SortedResource = PageCursor & { resource: object }

/** One page of several kinds of resources, in the order of their times: each page holds the first of its kind. */
export function mergePages(pages: readonly Page<SortedResource>[], limit: number): Page<SortedResource> {
  const rows = pages
    .flatMap((page) => page.rows)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : 1))
  const total = pages.reduce((sum, page) => sum + page.total, 0)
  const shown = rows.slice(0, limit)
  const hasMore = rows.length > limit || pages.some(({ next }) => next !== null)
  return { rows: shown, total, next: hasMore ? shown.at(-1)! : null }
}
