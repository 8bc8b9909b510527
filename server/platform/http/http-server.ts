import underPressure from '@fastify/under-pressure'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Audience, CallerOf } from '../../../contract/access.ts'
import type { OperationMeta } from '../../../contract/kit.ts'
import type { Log } from '../database/database.ts'
import { admit, admitByRate, admitWebhook, type Admission } from './admission.ts'
import { isHostBoundCookie } from './cookie.ts'
import { toErrorResponse } from './error-responses.ts'
import { compressResponse } from './content-encoding.ts'
import { RefusedError } from './refusal.ts'
import { describeRefusal, noteRefusal } from './refusal-log.ts'
import { traceIdOf, traceRequests } from './request-spans.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the contract says of this route, or why it needs no declaration. */
    declared?: { name: string; meta: OperationMeta }
    /** It confirms a caller who was told from memory, and begins anew where the database says otherwise. */
    confirmsCaller?: boolean
    open?: 'health' | 'page' | 'description'
    /** A page that asks the database each time: counted by address, and turned away when busy, as operations are. */
    asksDatabase?: boolean
    /** Its body may take as long as it advances; the endpoint watches that it does. */
    streams?: boolean
  }
  interface FastifyRequest {
    caller: CallerOf[Audience] | null
  }
}

export type HttpSettings = {
  log: Log
  trustedProxies: string[] | false
  behindTls: boolean
  /** How late the event loop may run on average before requests are turned away; null turns none away. */
  eventLoopDelayMsMax: number | null
  /** How many wait for a connection of the database now, in whichever pool. */
  connectionsAwaited(): number
  admission: Admission
  /** Answers why the process cannot serve, or null when it can. */
  notReady(): Promise<string | null>
  /** How long a sender may take; as `patience` says unless told otherwise. */
  timeouts?: RequestTimeouts
}

/** How long a request may take to arrive, its head and its body; looked at every `check_ms`. */
type RequestTimeouts = { head_ms: number; body_ms: number; check_ms: number }
const defaultTimeouts: RequestTimeouts = { head_ms: 30_000, body_ms: 60_000, check_ms: 5000 }
export const event_loop_delay_ms_max = 2000
/**
 * How many may wait for a connection before whoever comes next is turned away. A connection that took 5 s to come was
 * waited for in vain, and who waited in vain waits for no other. A request waits up to twice, to learn who asks and to
 * answer them, and a third time where a session is noted as used, or who was remembered has changed. The 16 connections of an
 * instance that shares two processors with another answer 115 to 260 forms a second by the machine
 * (tools/prove/open-pages.ts): behind 100 others each wait is under 0.9 s, and under 5 s on one a fifth as quick.
 */
export const connections_awaited_max = 100

/** Headers of every API answer: personal data is never stored by browsers or proxies on the way. */
const apiHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const

/** Pages say for themselves how they are kept and sent. */
const isPage = ({ routeOptions: { config } }: FastifyRequest): boolean =>
  !config.declared && config.open === 'page'

/** When to ask again where nobody knows when it will be better: at once would keep it as it is. */
const retry_after_seconds = 2
/** When to try again after too many tries, where the refusal does not say: the limits of signing in last as long. */
const too_many_retry_after_seconds = 300
const serverBusy = () =>
  new RefusedError('unavailable', 'The service is busy. Please try again in a moment.', { reason: 'busy' })

/** Cuts a request off whose body has not arrived in time: a slow sender holds nothing for ever. */
function limitBodyTime(raw: IncomingMessage, body_ms: number): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers
  if (encoding === undefined && (length === undefined || length === '0')) return
  const timer = setTimeout(() => raw.destroy(), body_ms)
  timer.unref()
  raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
}

/** The HTTP server without its endpoints: ids, limits, admission, errors, headers and health. */
export async function createHttpServer(settings: HttpSettings): Promise<FastifyInstance> {
  const { log, trustedProxies, behindTls, eventLoopDelayMsMax, connectionsAwaited, admission, notReady } =
    settings
  const { head_ms, body_ms, check_ms } = settings.timeouts ?? defaultTimeouts
  const answerFailure = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { status, envelope } = toErrorResponse(error, request.id, log, request.routeOptions?.bodyLimit)
    noteRefusal(request, envelope)
    const { retryAfterSeconds } = envelope.details
    if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
    return reply.code(status).type('application/json').send(envelope)
  }
  const app = fastify({
    logger: false,
    trustProxy: trustedProxies,
    genReqId: () => randomUUID(),
    // A body's time is watched for each request, since uploads have more.
    requestTimeout: 0,
    http: { headersTimeout: head_ms, connectionsCheckingInterval: check_ms },
    forceCloseConnections: 'idle',
    // Said by ourselves, as every other refusal is.
    return503OnClosing: false,
    // An address the router cannot read is refused before any hook runs.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...apiHeaders, 'x-request-id': request.id })
      return answerFailure(error, request, reply)
    },
  })
  app.decorateRequest('caller', null)
  traceRequests(app)

  app.addHook('onRoute', ({ url, config }) => {
    if (!config?.declared && !config?.open)
      throw new Error(`The route ${url} declares neither its access nor why it needs none`)
  })
  // Whoever sets a cookie, of ours or of a library: served over TLS it is bound to this host, or the answer is an error.
  if (behindTls)
    app.addHook('onSend', async (_request, reply) => {
      const cookies = [reply.getHeader('set-cookie') ?? []].flat()
      if (cookies.every((cookie) => isHostBoundCookie(String(cookie)))) return
      reply.removeHeader('set-cookie')
      throw new Error('A cookie without __Host-, Secure and Path=/ was set over TLS')
    })
  let closing = false
  app.addHook('onRequest', async (request, reply) => {
    if (!request.routeOptions.config.streams) limitBodyTime(request.raw, body_ms)
    reply.header('x-request-id', request.id)
    if (behindTls) reply.header('strict-transport-security', 'max-age=63072000; includeSubDomains')
    // A page that may be refused has its own headers, which take the place of these, only where it is not.
    if (!isPage(request) || request.routeOptions.config.asksDatabase) reply.headers(apiHeaders)
    if (closing) throw serverBusy()
  })
  // Before the database is asked who it is: who is turned away costs nothing. What is open is let in all the same: pages
  // are files, and say for themselves that what they ask for has to wait; health is nothing but an answer. A page that
  // asks the database is no file.
  const turnAwayUnlessOpen = ({ routeOptions }: FastifyRequest) => {
    if (!routeOptions.config?.open || routeOptions.config.asksDatabase) throw serverBusy()
  }
  if (eventLoopDelayMsMax !== null) {
    await app.register(underPressure, {
      maxEventLoopDelay: eventLoopDelayMsMax,
      exposeStatusRoute: false,
      pressureHandler: turnAwayUnlessOpen,
    })
  }
  app.addHook('onRequest', async (request) => {
    if (connectionsAwaited() >= connections_awaited_max) turnAwayUnlessOpen(request)
  })
  app.addHook('onRequest', async (request) => {
    const { declared, confirmsCaller: mayRecall, asksDatabase } = request.routeOptions.config
    if (asksDatabase) await admitByRate(admission, request)
    if (!declared) return
    const { name: operation, meta } = declared
    request.caller =
      meta.access === 'provider'
        ? await admitWebhook(admission, request)
        : await admit(admission, { operation, meta, mayRecall }, request)
  })
  // An answer given while closing ends its connection: kept alive, it would hold the process up until it times out.
  app.addHook('preClose', async () => void (closing = true))
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
    const seconds = { 429: too_many_retry_after_seconds, 503: retry_after_seconds }[reply.statusCode]
    if (seconds !== undefined && !reply.hasHeader('retry-after')) reply.header('retry-after', String(seconds))
  })
  app.addHook('onSend', async (request, reply, answer) =>
    isPage(request) ? answer : compressResponse(request, reply, answer),
  )
  app.addHook('onResponse', async (request, reply) => {
    const { declared } = request.routeOptions.config
    if (!declared) return
    const traceId = traceIdOf(request)
    log.info(
      {
        requestId: request.id,
        operation: declared.name,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...(traceId && { traceId }),
        ...(reply.statusCode >= 400 && describeRefusal(request)),
      },
      'answered',
    )
  })
  app.setNotFoundHandler(() => {
    throw new RefusedError('not-found', 'There is nothing at this address.', { reason: 'unknown-address' })
  })
  app.setErrorHandler(answerFailure)

  app.get('/healthz', { config: { open: 'health' } }, async () => ({ alive: true }))
  app.get('/readyz', { config: { open: 'health' } }, async (_request, reply) => {
    const reason = await notReady()
    return reason ? reply.code(503).send({ ready: false, reason }) : { ready: true }
  })
  return app
}
