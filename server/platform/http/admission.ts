import type { FastifyRequest } from 'fastify'
import { isPermitted, type Audience, type CallerOf, type RequestContext } from '../../../contract/access.ts'
import type { Feature } from '../../../contract/features.ts'
import type { OperationMeta } from '../../../contract/kit.ts'
import { minute_ms, type Clock } from '../clock.ts'
import { isUnconfirmed } from '../database/caller-memory.ts'
import type { Captcha } from './captcha.ts'
import type { AuthRequest, Authenticators } from './operations.ts'
import type { RateLimits } from './rate-limits.ts'
import { RefusedError } from './refusal.ts'
import { noteRefusedCaller } from './refusal-log.ts'
import { visitOf } from './visit.ts'
import { networkOf } from './visitor-network.ts'

export type Admission = {
  authenticators: Authenticators
  rates: Pick<RateLimits, 'general' | 'attempt' | 'attemptRead' | 'ofKey'>
  /** Whether the session of these cookies is in a patient's hands, so that it opens nothing of the practice. */
  isKioskSession(cookie: string): Promise<boolean>
  captcha: Captcha
  clock: Clock
  ownOrigins: readonly string[]
  /** For how long a proved factor counts before a dangerous act asks for it anew. */
  stepUpMinutes: number
  /** Until when practices are kept from writing; null where they are not. Remembered for seconds. */
  maintenance(): Promise<{ until: Date | null } | null>
  /** Whether what an operation belongs to is switched off for a clinic. Remembered for seconds. */
  isSwitchedOff(feature: Feature, clinicId: string): Promise<boolean>
}

export const unauthenticated = () =>
  new RefusedError('unauthenticated', 'Sign in to continue.', { reason: 'unauthenticated' })
const kioskSessionLocked = () =>
  new RefusedError('unauthenticated', 'This tablet is with a patient. Unlock it to continue.', {
    reason: 'session-locked',
  })
const denied = () =>
  new RefusedError('permission-denied', 'You do not have permission to do this.', {
    reason: 'permission-denied',
  })
/** A dead or unknown link is not 'sign in' but 'no such link' (rulings 38). */
const linkNotFound = () => new RefusedError('not-found', 'Link not found', { reason: 'not-found' })

const rateLimited = () =>
  new RefusedError(
    'resource-exhausted',
    'Too many requests. Please wait a few minutes before trying again.',
    {
      reason: 'rate-limited',
    },
  )

const stepUpRequired = () =>
  new RefusedError('permission-denied', 'Confirm it’s you to continue.', {
    reason: 'requires-recent-login',
  })
const captchaFailed = () =>
  new RefusedError('permission-denied', 'The robot check failed. Please try again.', {
    reason: 'captcha-failed',
  })

const retry_seconds_min = 60
const retry_seconds_max = 3600

/** Until when to wait, where nobody can say or the time has passed: some minutes. */
function maintenanceRefusal({ until }: { until: Date | null }, now: Date): RefusedError {
  const seconds = until ? Math.ceil((until.getTime() - now.getTime()) / 1000) : 0
  return new RefusedError(
    'unavailable',
    'Candour is under maintenance. You can view records but not save changes. Patients with a link can continue.',
    {
      reason: 'maintenance',
      until: until?.toISOString() ?? null,
      retryAfterSeconds: Math.min(Math.max(seconds, retry_seconds_min), retry_seconds_max),
    },
  )
}
const featureOff = ({ refusals }: OperationMeta) =>
  new RefusedError(refusals['feature-off']!.code, refusals['feature-off']!.message, { reason: 'feature-off' })

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Writes carry our own origin, or none at all when no browser sends them; a browser always says where it comes from. */
function assertSameOrigin(request: FastifyRequest, ownOrigins: readonly string[]): void {
  if (safeMethods.has(request.method)) return
  const { origin, 'sec-fetch-site': site } = request.headers
  const foreign =
    origin !== undefined
      ? !ownOrigins.includes(origin)
      : site !== undefined && site !== 'same-origin' && site !== 'none'
  if (foreign)
    throw new RefusedError('permission-denied', 'This request came from another site.', {
      reason: 'foreign-origin',
    })
}

/** Why nobody was opened: no such link, a browser with a patient, signed in as somebody this is not for, or not at all. */
async function authenticationRefusal(
  { authenticators, isKioskSession }: Pick<Admission, 'authenticators' | 'isKioskSession'>,
  access: Audience,
  request: FastifyRequest,
  visit: RequestContext,
): Promise<RefusedError> {
  if (access === 'link') return linkNotFound()
  if (access !== 'patient' && (await isKioskSession(request.headers.cookie ?? '')))
    return kioskSessionLocked()
  const otherOf = {
    clinic: authenticators.admin,
    admin: authenticators.clinic,
    group: authenticators.account,
  }
  const known = await otherOf[access as keyof typeof otherOf]?.({
    ...toAuthRequest(request, visit),
    params: {},
  })
  if (!known) return unauthenticated()
  noteRefusedCaller(request, known)
  return denied()
}

/** What openers may look at of a request. */
function toAuthRequest(request: FastifyRequest, visit: RequestContext, mayRecall = false): AuthRequest {
  const {
    cookie = '',
    authorization = '',
    'x-setup-token': token,
    'x-unattended': unattended,
  } = request.headers
  const params = request.params as Record<string, string>
  const setupToken = typeof token === 'string' ? token : null
  return { cookie, authorization, setupToken, params, unattended: unattended === '1', mayRecall, visit }
}

/**
 * The door of webhooks: origin and rate. Whose signature a body carries is decided when its bytes are here
 * (webhooks.ts); until then there is no caller.
 */
export async function admitWebhook({ rates, ownOrigins }: Admission, request: FastifyRequest): Promise<null> {
  assertSameOrigin(request, ownOrigins)
  await admitByRate({ rates }, request)
  return null
}

/** The door of whatever is for anybody from anywhere: by what one address may ask of the whole product. */
export async function admitByRate(
  { rates }: Pick<Admission, 'rates'>,
  request: FastifyRequest,
): Promise<void> {
  if (!(await rates.general(networkOf(visitOf(request).ip)))) throw rateLimited()
}

/** Whether whoever was let in before would be let in still: asked again of what stays open, and keeps nothing awake. */
export async function isStillAdmitted(
  { authenticators }: Admission,
  { access, needs }: OperationMeta,
  request: FastifyRequest,
): Promise<boolean> {
  if (access === 'anyone') return true
  // What a provider posts is taken or refused at once.
  if (access === 'provider') return false
  const caller = await authenticators[access]({
    ...toAuthRequest(request, visitOf(request)),
    unattended: true,
  })
  if (caller?.audience !== 'clinic') return caller !== null
  return isPermitted(caller.holder, needs)
}

/** Whose token it is, by the opener of the operation's audience. */
const open = <A extends Audience>(
  { authenticators }: Pick<Admission, 'authenticators'>,
  { access }: OperationMeta<A>,
  asked: AuthRequest,
): Promise<CallerOf[A] | null> => {
  const opener = authenticators[access as Exclude<A, 'anyone' | 'provider'>]
  return (opener as unknown as (request: AuthRequest) => Promise<CallerOf[A] | null>)(asked)
}

/** Who was opened, if they are somebody and may do this. */
async function letIn<A extends Audience>(
  admission: Admission,
  meta: OperationMeta<A>,
  request: FastifyRequest,
  caller: CallerOf[A] | null,
): Promise<CallerOf[A]> {
  if (!caller) throw await authenticationRefusal(admission, meta.access, request, visitOf(request))
  try {
    await assertMayGoOn(admission, meta, request.method, caller)
  } catch (error) {
    noteRefusedCaller(request, caller)
    throw error
  }
  return caller
}

/** Audiences whose scope is a practice's and at most one consent's, which is what the database can confirm. */
const recalledAudiences = new Set<Audience>(['link', 'patient', 'clinic'])

type Admitted<A extends Audience> = {
  operation: string
  meta: OperationMeta<A>
  /** Whether who asks may be told from memory: only for what begins anew where the database does not confirm it. */
  mayRecall?: boolean | undefined
}

/**
 * Decides, before any input is read, whether the request may go on: origin, rate, captcha, audience, permission and
 * how long ago a factor was proved, in this order. Answers the caller, or throws the refusal.
 */
export async function admit<A extends Audience>(
  admission: Admission,
  { operation, meta, mayRecall = false }: Admitted<A>,
  request: FastifyRequest,
): Promise<CallerOf[A]> {
  const { rates, captcha, ownOrigins } = admission
  const visit = visitOf(request)
  const network = networkOf(visit.ip)
  if (!meta.acceptsForeignOrigin) assertSameOrigin(request, ownOrigins)
  await admitByRate(admission, request)
  const within = async (by: string, attempt = rates.attempt) => {
    if (meta.rate && !(await attempt(operation, meta.rate, by))) throw rateLimited()
  }
  if (meta.access !== 'link') await within(network)
  if (meta.captcha && !(await captcha.isSolved(request.headers['x-captcha']))) throw captchaFailed()
  if (meta.access === 'anyone') {
    return { audience: 'anyone', actor: { kind: 'anyone', role: 'anyone' }, visit } as CallerOf[A]
  }
  const isRecalled = mayRecall && recalledAudiences.has(meta.access)
  const caller = await open(admission, meta, toAuthRequest(request, visit, isRecalled))
  // A live link is counted by itself, so that nobody else at the same address, such as a waiting room's, uses it up.
  if (meta.access === 'link' && caller?.audience !== 'link') await within(network)
  if (caller?.audience === 'link')
    await within(caller.linkId, meta.isRead ? rates.attemptRead : rates.attempt)
  if (!caller || !isUnconfirmed(caller)) return letIn(admission, meta, request, caller)
  try {
    await assertMayGoOn(admission, meta, request.method, caller)
    return caller
  } catch {
    // Nobody is refused for what they were before.
    return admitAgain(admission, { operation, meta }, request)
  }
}

/**
 * The same, by the database's answer alone, for a request that was let in by what was remembered. It is counted already;
 * a link that was taken for a live one counts with its address besides, as every dead link.
 */
export async function admitAgain<A extends Audience>(
  admission: Admission,
  { operation, meta }: Admitted<A>,
  request: FastifyRequest,
): Promise<CallerOf[A]> {
  const visit = visitOf(request)
  const caller = await open(admission, meta, toAuthRequest(request, visit))
  const isDeadLink = !caller && meta.access === 'link'
  if (isDeadLink && meta.rate && !(await admission.rates.attempt(operation, meta.rate, networkOf(visit.ip))))
    throw rateLimited()
  return letIn(admission, meta, request, caller)
}

/** Whether somebody who is known may do this, and now. */
async function assertMayGoOn(
  admission: Admission,
  meta: OperationMeta,
  method: string,
  caller: CallerOf[Audience],
): Promise<void> {
  const { rates, clock, stepUpMinutes } = admission
  if (caller.audience === 'clinic' && !isPermitted(caller.holder, meta.needs)) throw denied()
  if (caller.audience === 'integration' || caller.audience === 'program') {
    if (!(await rates.ofKey(caller.keyId))) throw rateLimited()
    if (meta.scope && !caller.scopes.includes(meta.scope)) throw denied()
  }
  if (meta.stepUp && 'provedAt' in caller) {
    const since_ms = clock.now().getTime() - caller.provedAt.getTime()
    if (since_ms > stepUpMinutes * minute_ms) throw stepUpRequired()
  }
  await assertAvailable(admission, meta, method, caller)
}

/**
 * During maintenance practices write nothing: their people, signed in for whatever. Whoever is behind a patient's link
 * goes on, and so do super administrators. What is asked by POST and kept nowhere is no writing. Said last, to those
 * whom the operation is for.
 */
async function assertAvailable(
  { maintenance, isSwitchedOff, clock }: Admission,
  meta: OperationMeta,
  method: string,
  caller: CallerOf[Audience],
): Promise<void> {
  if (isPracticeWrite(meta, method, caller)) {
    const state = await maintenance()
    if (state) throw maintenanceRefusal(state, clock.now())
  }
  if (meta.feature && caller.audience === 'clinic' && (await isSwitchedOff(meta.feature, caller.clinicId)))
    throw featureOff(meta)
}

const isPracticeWrite = (meta: OperationMeta, method: string, caller: CallerOf[Audience]): boolean =>
  (caller.audience === 'clinic' ||
    caller.audience === 'program' ||
    (caller.audience === 'account' && caller.actor.kind !== 'admin')) &&
  !safeMethods.has(method) &&
  meta.audit !== null
