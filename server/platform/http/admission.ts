import type { FastifyRequest } from 'fastify'
import { flagsOf, type Audience, type CallerOf, type Visit } from '../../../contract/access.ts'
import type { OperationMeta } from '../../../contract/kit.ts'
import { holds } from '../../../contract/permissions.ts'
import type { Openers } from './operations.ts'
import type { RateLimits } from './rate-limits.ts'
import { Refused } from './refusal.ts'
import { visitOf } from './visit.ts'

export type Admission = { openers: Openers; rates: RateLimits; ownOrigins: readonly string[] }

const unauthenticated = () =>
  new Refused('unauthenticated', 'Sign in to continue.', { reason: 'unauthenticated' })
const denied = () =>
  new Refused('permission-denied', 'You do not have permission to do this.', { reason: 'permission-denied' })
/** A dead or unknown link is not 'sign in' but 'no such link' (rulings 38). */
const noLink = () => new Refused('not-found', 'Link not found', { reason: 'not-found' })

const tooOften = () =>
  new Refused('resource-exhausted', 'Too many requests. Please wait a few minutes before trying again.', {
    reason: 'rate-limited',
  })

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Writes carry our own origin, or none at all when no browser sends them; a browser always says where it comes from. */
function refuseForeignOrigin(request: FastifyRequest, ownOrigins: readonly string[]): void {
  if (safeMethods.has(request.method)) return
  const { origin, 'sec-fetch-site': site } = request.headers
  const foreign =
    origin !== undefined
      ? !ownOrigins.includes(origin)
      : site !== undefined && site !== 'same-origin' && site !== 'none'
  if (foreign)
    throw new Refused('permission-denied', 'This request came from another site.', {
      reason: 'foreign-origin',
    })
}

/** Why nobody was opened: no such link, signed in as somebody this is not for, or not signed in. */
async function refusalOf(
  openers: Openers,
  access: Audience,
  request: FastifyRequest,
  visit: Visit,
): Promise<Refused> {
  if (access === 'link') return noLink()
  const other = access === 'clinic' ? openers.admin : access === 'admin' ? openers.clinic : null
  return (await other?.({ cookie: request.headers.cookie ?? '', params: {}, visit }))
    ? denied()
    : unauthenticated()
}

/**
 * Decides, before any input is read, whether the request may go on: origin, rate, audience and permission, in this
 * order. Answers the caller, or throws the refusal.
 */
export async function admit<A extends Audience>(
  { openers, rates, ownOrigins }: Admission,
  operation: string,
  meta: OperationMeta<A>,
  request: FastifyRequest,
): Promise<CallerOf[A]> {
  const visit = visitOf(request)
  refuseForeignOrigin(request, ownOrigins)
  if (!(await rates.general(visit.ip))) throw tooOften()
  const within = async (by: string) => {
    if (meta.rate && !(await rates.attempt(operation, meta.rate, by))) throw tooOften()
  }
  if (meta.access !== 'link') await within(visit.ip)
  if (meta.access === 'anyone') {
    return { audience: 'anyone', actor: { kind: 'anyone', role: 'anyone' }, visit } as CallerOf[A]
  }
  const open = openers[meta.access as Exclude<A, 'anyone'>] as unknown as Openers['clinic']
  const params = request.params as Record<string, string>
  const caller = (await open({ cookie: request.headers.cookie ?? '', params, visit })) as CallerOf[A] | null
  // A live link is counted by itself, so that nobody else at the same address, such as a waiting room's, uses it up.
  if (meta.access === 'link') await within(caller?.audience === 'link' ? caller.linkId : visit.ip)
  if (!caller) throw await refusalOf(openers, meta.access, request, visit)
  if (caller.audience === 'clinic' && meta.needs) {
    const { holder } = caller
    if (!flagsOf(meta.needs).some((flag) => holds(holder, flag))) throw denied()
  }
  return caller
}
