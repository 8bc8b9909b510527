import type { FastifyRequest } from 'fastify'
import type { RequestContext } from '../../../contract/access.ts'

const user_agent_length_max = 300

const header = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

/** A time zone's name as the browser states it, or 'unknown' when it is none. */
function timezoneOf(stated: string): string {
  try {
    return stated
      ? new Intl.DateTimeFormat('en-GB', { timeZone: stated }).resolvedOptions().timeZone
      : 'unknown'
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
