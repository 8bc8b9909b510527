import type { AuditSort } from '../../../contract/audit.ts'
import { dayParamIn, dayRangeBounds } from '../../ui/day-range.ts'
import { sortIn, type ListOrders } from '../../ui/list-orders.ts'

/** A log stands in order of time, either way; by whatever else its columns say it is searched. */
export const auditOrders: ListOrders<AuditSort> = {
  labels: { '-at': 'Newest first', at: 'Oldest first' },
  fallback: '-at',
}

/** What can be typed, by its name in the address. */
const textFilters = ['who', 'action', 'ip', 'session'] as const
type TextFilter = (typeof textFilters)[number]

/** What the address asks of the log. */
export type AuditQuery = Partial<Record<TextFilter, string>> & {
  /** The practice whose log it is, or `platform`; all of them without one. */
  clinic?: string
  from?: string
  to?: string
  /** The order, where it is not the usual one. */
  sort?: AuditSort
  /** The entry that the page follows; the first page without it. */
  after?: string
}

const typed_length_max = 100
const cursorPattern = /^\d{4}-\d\d-\d\dT[\d:.]+Z_\d+$/

/** Anything malformed counts as absent, so that an old bookmark still opens. */
export function parseAuditQuery(params: URLSearchParams): AuditQuery {
  const query: AuditQuery = {}
  for (const name of textFilters) {
    const text = params.get(name)?.trim().slice(0, typed_length_max)
    if (text) query[name] = text
  }
  const clinic = params.get('clinic') ?? ''
  if (clinic === 'platform' || /^[\da-f-]{36}$/.test(clinic)) query.clinic = clinic
  const [from, to, after] = [dayParamIn(params, 'from'), dayParamIn(params, 'to'), params.get('after') ?? '']
  if (from) query.from = from
  if (to) query.to = to
  const sort = sortIn(params, auditOrders)
  if (sort !== auditOrders.fallback) query.sort = sort
  if (cursorPattern.test(after)) query.after = after
  return query
}

/** The same as the server is asked; a part of an address of the log's own. */
export function toApiQuery({ who, action, ip, session, from, to, sort, after, clinic }: AuditQuery) {
  return {
    ...(who && { who }),
    ...(action && { action }),
    ...(ip && { ip }),
    ...(session && { sessionId: session }),
    ...dayRangeBounds({ from, to }),
    ...(sort && { sort }),
    ...(after && { after }),
    ...(clinic && { clinicId: clinic }),
  }
}

/** The address of a search, which shows its first page unless told otherwise. */
export function auditHref(query: AuditQuery): string {
  const params = new URLSearchParams(query)
  return params.size > 0 ? `?${params}` : '?'
}

/** The address of the file of a search: all that matches, whatever page is shown, the newest entry first. */
export function exportHref(path: string, { after: _page, sort: _order, ...query }: AuditQuery): string {
  const params = new URLSearchParams(toApiQuery(query))
  return params.size > 0 ? `${path}?${params}` : path
}

/** Whether anything narrows the log. */
export const hasFilters = ({ after: _page, sort: _order, ...query }: AuditQuery): boolean =>
  Object.keys(query).length > 0
