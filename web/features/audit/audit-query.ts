import { dayIn, momentsOf } from '../../ui/day-span.ts'

/** What can be typed, by its name in the address. */
const typed = ['who', 'action', 'ip', 'session'] as const
type Typed = (typeof typed)[number]

/** What the address asks of the log. */
export type AuditQuery = Partial<Record<Typed, string>> & {
  /** The practice whose log it is, or `platform`; all of them without one. */
  clinic?: string
  from?: string
  to?: string
  /** Where the page begins; the newest entry without it. */
  before?: string
}

const typed_length_max = 100
const place = /^\d{4}-\d\d-\d\dT[\d:.]+Z_\d+$/

/** Anything malformed counts as absent, so that an old bookmark still opens. */
export function auditQuery(params: URLSearchParams): AuditQuery {
  const query: AuditQuery = {}
  for (const name of typed) {
    const text = params.get(name)?.trim().slice(0, typed_length_max)
    if (text) query[name] = text
  }
  const clinic = params.get('clinic') ?? ''
  if (clinic === 'platform' || /^[\da-f-]{36}$/.test(clinic)) query.clinic = clinic
  const [from, to, before] = [dayIn(params, 'from'), dayIn(params, 'to'), params.get('before') ?? '']
  if (from) query.from = from
  if (to) query.to = to
  if (place.test(before)) query.before = before
  return query
}

/** The same as the server is asked; a part of an address of the log's own. */
export function askedOf({ who, action, ip, session, from, to, before, clinic }: AuditQuery) {
  return {
    ...(who && { who }),
    ...(action && { action }),
    ...(ip && { ip }),
    ...(session && { sessionId: session }),
    ...momentsOf({ from, to }),
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
  const params = new URLSearchParams(askedOf(query))
  return params.size > 0 ? `${path}?${params}` : path
}

/** Whether anything narrows the log. */
export const isNarrowed = ({ before: _page, ...query }: AuditQuery): boolean => Object.keys(query).length > 0
