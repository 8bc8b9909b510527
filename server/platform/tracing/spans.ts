import {
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api'
import { AsyncLocalStorage } from 'node:async_hooks'
import { isRetry } from '../retry-error.ts'

/** All that a span may say besides its name: what was called and what came of it, never with which values. */
export const spanKeys = [
  'app.audience',
  'app.operation',
  'app.refusal',
  'app.request_id',
  'db.collection.name',
  'db.operation.name',
  'db.query.summary',
  'db.system.name',
  'error.type',
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'messaging.destination.name',
  'server.address',
] as const
type SpanKey = (typeof spanKeys)[number]
export type SpanAttributes = { [K in SpanKey]?: string | number | undefined }

/** Work that is timed, until it ends: well, or with an error, of which only the kind is said. */
export type OpenSpan = {
  set(attributes: SpanAttributes): void
  end(error?: unknown): void
  /** Says that it failed, where nothing was thrown. */
  fail(type: string): void
  readonly traceId: string
}

/** Names of ours: operations, routes, tables, hosts and codes. Text with anything else in it is not repeated. */
const plainValue = /^[\w./:*{}()$+-]{1,160}$/
const plainName = /^[\w./:*{}()$+ -]{1,200}$/
const replaced = 'other'

const allowedKeys: ReadonlySet<string> = new Set(spanKeys)
function toAllowed(attributes: SpanAttributes): Record<string, string | number> {
  const allowed: Record<string, string | number> = {}
  for (const [key, value] of Object.entries(attributes))
    if (allowedKeys.has(key) && value !== undefined)
      allowed[key] = typeof value === 'number' || plainValue.test(value) ? value : replaced
  return allowed
}

/** The span in which something happens; none where nothing is recorded. */
const current = new AsyncLocalStorage<Span | undefined>()
let tracer: Tracer | null = null

/** Spans are recorded from now on; answers how to end that. */
export function startTracing(given: Tracer): () => void {
  if (tracer) throw new Error('Spans are recorded already')
  tracer = given
  return () => (tracer = null)
}

/** Whether anything is recorded at all: what is opened while nothing is stays without spans. */
export const isTracingOn = (): boolean => tracer !== null

/** Whether what happens now belongs to a span that is recorded. */
export const isTraced = (): boolean => tracer !== null && current.getStore() !== undefined

type SpanSettings = { kind?: SpanKind; startMs?: number }

function makeSpan(
  parent: Context,
  name: string,
  attributes: SpanAttributes,
  { kind = SpanKind.INTERNAL, startMs }: SpanSettings = {},
): Span | null {
  const span = tracer!.startSpan(
    plainName.test(name) ? name : replaced,
    { kind, attributes: toAllowed(attributes), ...(startMs !== undefined && { startTime: startMs }) },
    parent,
  )
  return span.isRecording() ? span : null
}

const below = (parent: Span): Context => trace.setSpan(ROOT_CONTEXT, parent)

/** What kind of error it was, without its message: that may quote anything. */
function errorTypeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'Error'
}

function markFailed(span: Span, type: string): void {
  span.setAttributes(toAllowed({ 'error.type': type }))
  span.setStatus({ code: SpanStatusCode.ERROR })
}

const spansOf = new WeakMap<OpenSpan, Span>()

function toOpenSpan(span: Span): OpenSpan {
  const open: OpenSpan = {
    set: (attributes) => void span.setAttributes(toAllowed(attributes)),
    fail: (type) => markFailed(span, type),
    end(error) {
      if (error !== undefined && !isRetry(error)) markFailed(span, errorTypeOf(error))
      span.end()
    },
    traceId: span.spanContext().traceId,
  }
  spansOf.set(open, span)
  return open
}

const traceparentForm = /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-|$)/

/** The context that a W3C `traceparent` names; the empty one for any other text. */
function contextOf(traceparent: string | undefined): Context {
  const [, traceId = '', spanId = '', flags = '0'] = traceparentForm.exec(traceparent ?? '') ?? []
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED
  const context = { traceId, spanId, traceFlags, isRemote: true }
  return isSpanContextValid(context) ? trace.setSpanContext(ROOT_CONTEXT, context) : ROOT_CONTEXT
}

/** Whether whoever sent it wants it recorded. */
export const isSampledTraceparent = (traceparent: string): boolean =>
  ((trace.getSpanContext(contextOf(traceparent))?.traceFlags ?? 0) & TraceFlags.SAMPLED) !== 0

const kinds = { request: SpanKind.SERVER, job: SpanKind.CONSUMER } as const

/**
 * Begins the span of a request or a job, in the trace that `traceparent` names if there is one; null where it is not
 * recorded. Which ones are is decided here and holds for everything below.
 */
export function openRootSpan(
  kind: keyof typeof kinds,
  name: string,
  { attributes, traceparent }: { attributes: SpanAttributes; traceparent?: string | undefined },
): OpenSpan | null {
  if (!tracer) return null
  const span = makeSpan(contextOf(traceparent), name, attributes, { kind: kinds[kind] })
  return span && toOpenSpan(span)
}

/** Begins a span of something outside, such as a database or another server; null where nothing is recorded. */
export function openClientSpan(name: string, attributes: SpanAttributes): OpenSpan | null {
  const parent = tracer && current.getStore()
  const span = parent && makeSpan(below(parent), name, attributes, { kind: SpanKind.CLIENT })
  return span ? toOpenSpan(span) : null
}

/** Runs something as a part of a span. */
export const runInSpan = <T>(span: OpenSpan, work: () => T): T => current.run(spansOf.get(span), work)

/** Runs something that belongs to no span, whoever set it off. */
export const runOutsideSpans = <T>(work: () => T): T => current.run(undefined, work)

/** Runs work as a part of a span that ends with it. */
export function runToEnd<T>(span: OpenSpan, work: () => Promise<T>): Promise<T> {
  const result = runInSpan(span, work)
  // Beside the result and not in front of it: nobody waits a turn longer for what is only recorded.
  result.then(
    () => span.end(),
    (error: unknown) => span.end(error ?? 'Error'),
  )
  return result
}

/** Runs work in a span below the current one; just runs it where nothing is recorded. */
export function traced<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T> {
  const parent = tracer && current.getStore()
  const span = parent && makeSpan(below(parent), name, attributes)
  return span ? runToEnd(toOpenSpan(span), work) : work()
}

/** Something that another process did and timed. */
export type TimedStep = { name: string; startMs: number; endMs: number }

/** Records below the current span what another process did. */
export function recordSteps(steps: readonly TimedStep[]): void {
  const parent = tracer && current.getStore()
  if (!parent) return
  for (const { name, startMs, endMs } of steps) makeSpan(below(parent), name, {}, { startMs })?.end(endMs)
}

/** The current span as W3C's `traceparent`, for what goes on elsewhere; null where nothing is recorded. */
export function currentTraceparent(): string | null {
  const span = tracer && current.getStore()
  if (!span) return null
  const { traceId, spanId } = span.spanContext()
  return `00-${traceId}-${spanId}-01`
}
