import { createORPCClient, ORPCError, type ClientContext, type ClientLink } from '@orpc/client'
import type { AnyContractRouter, ContractProcedure, ContractRouterClient } from '@orpc/contract'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import appContract from '../build/contract/app.json'
import {
  errorCodeOfStatus,
  type ErrorCode,
  type ErrorEnvelope,
  type InputFieldError,
} from '../contract/errors.ts'
import type { Contract } from '../contract/index.ts'
import { call_ms_max } from '../contract/limits.ts'
import { isUserIdle } from './user-activity.ts'
import { PageLoadRetry } from './page-load-retry.ts'
import { StepUp } from './step-up.ts'
import { loadChunk } from './ui/plain/chunk-load.ts'
import { maySendAgain, sendWhileUnavailable } from './ui/plain/unavailable-retry.ts'

/** Why a call was not answered: a refusal the contract declares, or a fault with its reference number. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  /** The declared refusal, e.g. 'wrong-state'; absent for faults. */
  readonly reason: string | undefined
  /** Fields of the input that were refused; empty when the refusal names none. */
  readonly fields: readonly InputFieldError[]
  /** The server's reference number of this request. */
  readonly requestId: string | undefined
  /** Everything else that the refusal tells, e.g. which rules a password breaks. */
  readonly details: ErrorEnvelope['details']

  constructor({ code, message, details }: ErrorEnvelope, status: number, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.status = status
    this.reason = details.reason
    this.fields = details.fields ?? []
    this.requestId = details.requestId
    this.details = details
  }
}

export type CallContext = ClientContext & {
  /** Made once per filled-in form; the same key is answered the same, once. */
  idempotencyKey?: string
  /** The one-time set-up token, for the set-up pages. */
  setupToken?: string
  /** A solved challenge, for what is open to everybody. */
  captcha?: string
}

/** Where an area says that a page is being opened: what is read for it waits for a lost connection to come back. */
export const pageLoadRetry = new PageLoadRetry()
/** Where an area says who asks a person to prove that it is them. */
export const stepUp = new StepUp()
/** Told when a call finds nobody signed in: the session has ended, or another tab has locked the screen. */
export const signedOutEvents = new EventTarget()

const requiresRecentLogin = (error: unknown) =>
  error instanceof ApiError && error.reason === 'requires-recent-login'

/** The way to the operations of a contract, from the minified form that the build emits. */
const createContractLink = (minified: unknown) =>
  new OpenAPILink<CallContext>(minified as AnyContractRouter, {
    url: () => location.origin,
    // The audit log says in which time zone the person was.
    headers: ({ context }) => ({
      'x-time-zone': Intl.DateTimeFormat().resolvedOptions().timeZone,
      // What a screen asks by itself keeps no session awake.
      ...(isUserIdle() ? { 'x-unattended': '1' } : {}),
      ...(context.idempotencyKey ? { 'idempotency-key': context.idempotencyKey } : {}),
      ...(context.setupToken ? { 'x-setup-token': context.setupToken } : {}),
      ...(context.captcha ? { 'x-captcha': context.captcha } : {}),
    }),
    fetch: (request, init) => {
      const isRepeatable = maySendAgain(request.method, request.headers)
      const send = () =>
        pageLoadRetry.send(request, (again) =>
          // A body can be sent once; of what may be sent again it is a copy.
          fetch(isRepeatable ? again.clone() : again, {
            ...init,
            signal: AbortSignal.any([request.signal, AbortSignal.timeout(call_ms_max)]),
          }),
        )
      return isRepeatable ? sendWhileUnavailable(send, request.signal) : send()
    },
    customErrorResponseBodyDecoder: (body, { status }) =>
      new ORPCError('', { status, data: parseErrorEnvelope(body, status) }),
    interceptors: [
      ({ next }) =>
        stepUp.send(() => next().catch((error) => Promise.reject(toApiError(error))), requiresRecentLogin),
    ],
  })

const appLink = createContractLink(appContract)
const hasOperation = (part: unknown, [module = '', name = '']: readonly string[]): boolean =>
  name in ((part as Record<string, object>)[module] ?? {})

type LoadedContract = { contract: unknown; link: typeof appLink }
/** A part that is loaded with the first question it answers: other pages do without it. */
function lazyContract(load: () => Promise<{ default: unknown }>): () => Promise<LoadedContract> {
  let loaded: Promise<LoadedContract> | undefined
  return () =>
    (loaded ??= loadChunk(load)
      .then((part) => ({ contract: part.default, link: createContractLink(part.default) }))
      .catch((error: unknown) => {
        // The next question tries again.
        loaded = undefined
        throw toApiError(error)
      }))
}
const loadRareContract = lazyContract(() => import('../build/contract/seldom.json'))
/** What only those ask who run the platform. */
const loadPlatformContract = lazyContract(() => import('../build/contract/platform.json'))

async function linkFor(path: readonly string[]): Promise<typeof appLink> {
  if (hasOperation(appContract, path)) return appLink
  const seldom = await loadRareContract()
  return hasOperation(seldom.contract, path) ? seldom.link : (await loadPlatformContract()).link
}

const link: ClientLink<CallContext> = {
  call: async (path, input, options) => (await linkFor(path)).call(path, input, options),
}

const networkMessage = 'Network error. Please check your internet connection and try again.'
const timeoutMessage = 'This is taking too long. Please try again.'
const unexpectedErrorMessage = 'Something went wrong. Please try again.'

/** Our envelope where the answer is one; otherwise (a proxy's page, say) one made from the status. */
function parseErrorEnvelope(body: unknown, status: number): ErrorEnvelope {
  if (typeof body === 'object' && body !== null && 'code' in body && 'message' in body) {
    return { details: {}, ...body } as ErrorEnvelope
  }
  return { code: errorCodeOfStatus(status), message: unexpectedErrorMessage, details: {} }
}

function toApiError(error: unknown): unknown {
  if (error instanceof ORPCError) {
    const problem = new ApiError(error.data as ErrorEnvelope, error.status)
    if (problem.reason === 'unauthenticated' || problem.reason === 'session-locked')
      signedOutEvents.dispatchEvent(new Event('signed-out'))
    return problem
  }
  if (error instanceof DOMException && error.name === 'AbortError') return error
  const timedOut = error instanceof DOMException && error.name === 'TimeoutError'
  // Without an answer there is status 0.
  const code = timedOut ? 'deadline-exceeded' : errorCodeOfStatus(0)
  const message = timedOut ? timeoutMessage : networkMessage
  return new ApiError({ code, message, details: {} }, 0, { cause: error })
}

type AppAudience = 'anyone' | 'account' | 'clinic' | 'group' | 'admin' | 'setup'
// any: an operation's schemas and refusals do not matter here, only who may call it.
type AppOperation = ContractProcedure<any, any, any, { access: AppAudience }>
type AppOperations<T> = { [K in keyof T as T[K] extends AppOperation ? K : never]: T[K] }
type AppContract = { [K in keyof Contract]: AppOperations<Contract[K]> }

/** What the clinic, admin, sign-in and set-up pages may call. Patients' pages use plain fetch instead (their bundle is smaller). */
export const api: ContractRouterClient<AppContract, CallContext> = createORPCClient(link)
export type Api = typeof api
