import type { FastifyRequest } from 'fastify'
import type { RequestContext } from '../../../contract/access.ts'

const user_agent_length_max = 300

const header = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

/** There are some six hundred names of time zones, in whatever case they are written. */
const known_timezones_max = 1000
const knownTimezones = new Map<string, string>()

/**
 * A time zone's name as the browser states it, or 'unknown' when it is none. Who states one states it with every request,
 * and to look one up takes as long as a statement.
 */
function timezoneOf(stated: string): string {
  const known = knownTimezones.get(stated)
  if (known !== undefined || !stated) return known ?? 'unknown'
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-GB', { timeZone: stated }).resolvedOptions()
    if (knownTimezones.size < known_timezones_max) knownTimezones.set(stated, timeZone)
    return timeZone
  } catch {
    return 'unknown'
  }
}

/** Where a request came from. The address is the client's own behind a configured trusted proxy, else the peer's. */
export function visitOf(request: FastifyRequest): RequestContext {
  return {
    requestId: request.id,
    ip: request.ip || 'unknown',
    userAgent: header(request, 'user-agent').slice(0, user_agent_length_max) || 'unknown',
    sessionId: null,
    language: header(request, 'accept-language').split(',')[0]?.slice(0, 35) || 'unknown',
    timezone: timezoneOf(header(request, 'x-time-zone')),
  }
}
