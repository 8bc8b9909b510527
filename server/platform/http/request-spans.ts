import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  isSampledTraceparent,
  isTracingOn,
  openRootSpan,
  runInSpan,
  type OpenSpan,
} from '../tracing/spans.ts'
import { refusalReasonOf } from './refusal-log.ts'

/**
 * How many requests a second are recorded because their sender says so. Anybody may send a `traceparent`, and must not
 * be able to have everything recorded; beyond these the sampler decides, as for all others.
 */
export const traces_asked_for_per_second_max = 20

const spans = new WeakMap<FastifyRequest, OpenSpan>()

/** The trace in which a request is recorded, if it is. */
export const traceIdOf = (request: FastifyRequest): string | undefined => spans.get(request)?.traceId

/** Believes a `traceparent` unless too many ask to be recorded. */
function createBelief(): (traceparent: string) => boolean {
  let [second, asked] = [0, 0]
  return (traceparent) => {
    if (!isSampledTraceparent(traceparent)) return true
    const now = Math.floor(performance.now() / 1000)
    if (now !== second) [second, asked] = [now, 0]
    asked += 1
    return asked <= traces_asked_for_per_second_max
  }
}

function openRequestSpan(request: FastifyRequest, believes: (traceparent: string) => boolean) {
  const { declared, open } = request.routeOptions.config
  const { traceparent } = request.headers
  const name = declared?.name ?? open ?? 'unknown'
  return openRootSpan('request', `${request.method} ${name}`, {
    traceparent: typeof traceparent === 'string' && believes(traceparent) ? traceparent : undefined,
    attributes: {
      'http.request.method': request.method,
      // The pattern, never the path: ids and tokens stand in it.
      'http.route': request.routeOptions.url,
      'app.operation': name,
      'app.request_id': request.id,
    },
  })
}

/** Records each request, from before anything is asked about it until it is answered, where anything is recorded at all. */
export function traceRequests(app: FastifyInstance): void {
  if (!isTracingOn()) return
  const believes = createBelief()
  const endSpan = (request: FastifyRequest, finish: (span: OpenSpan) => void) => {
    const span = spans.get(request)
    if (!span) return
    finish(span)
    span.end()
  }
  app.addHook('onRequest', (request, reply, done) => {
    const span = openRequestSpan(request, believes)
    if (!span) return done()
    spans.set(request, span)
    reply.header('x-trace-id', span.traceId)
    runInSpan(span, done)
  })
  // What follows the body follows the socket's events, which belong to no request.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) runInSpan(span, done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    endSpan(request, (span) => {
      span.set({
        'http.response.status_code': reply.statusCode,
        'app.refusal': refusalReasonOf(request),
      })
      if (reply.statusCode >= 500) span.fail(String(reply.statusCode))
    })
    done()
  })
  app.addHook('onRequestAbort', (request, done) => {
    endSpan(request, (span) => span.fail('aborted'))
    done()
  })
}
