import { dayParamIn, dayRangeBounds } from '../../ui/day-range.ts'

/** What can be typed, by its name in the address. */
const textFilters = ['who', 'action', 'ip', 'session'] as const
type TextFilter = (typeof textFilters)[number]

/** What the address asks of the log. */
export type AuditQuery = Partial<Record<TextFilter, string>> & {
  /** The practice whose log it is, or `platform`; all of them without one. */
  clinic?: string
  from?: string
  to?: string
  /** Where the page begins; the newest entry without it. */
  before?: string
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
  const [from, to, before] = [
    dayParamIn(params, 'from'),
    dayParamIn(params, 'to'),
    params.get('before') ?? '',
  ]
  if (from) query.from = from
  if (to) query.to = to
  if (cursorPattern.test(before)) query.before = before
  return query
}

/** The same as the server is asked; a part of an address of the log's own. */
export function toApiQuery({ who, action, ip, session, from, to, before, clinic }: AuditQuery) {
  return {
    ...(who && { who }),
    ...(action && { action }),
    ...(ip && { ip }),
    ...(session && { sessionId: session }),
    ...dayRangeBounds({ from, to }),
    ...(before && { before }),
    ...(clinic && { clinicId: clinic }),
  }
}

/** The address of a search, which begins at its newest entry unless told otherwise. */
export function auditHref({ before, ...query }: AuditQuery): string {
  const params = new URLSearchParams(query)
  if (before) params.set('before', before)
  return params.size > 0 ? `?${params}` : '?'
}

/** The address of the file of a search: all that matches, whatever page is shown. */
export function exportHref(path: string, { before: _page, ...query }: AuditQuery): string {
  const params = new URLSearchParams(toApiQuery(query))
  return params.size > 0 ? `${path}?${params}` : path
}

/** Whether anything narrows the log. */
export const hasFilters = ({ before: _page, ...query }: AuditQuery): boolean => Object.keys(query).length > 0
