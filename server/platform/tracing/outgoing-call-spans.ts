import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { openClientSpan, type OpenSpan } from './spans.ts'

type FetchRequest = { origin: string | URL; method: string }

/**
 * Records calls to other servers, through whatever library they are made: Node tells of each. Only the method, the host
 * and the status are said, for what stands behind the host is somebody's. Answers how to end that.
 */
export function traceOutgoingCalls(): () => void {
  const spans = new WeakMap<object, OpenSpan>()
  const begin = (call: object, method: string, host: string) => {
    const span = openClientSpan(method, { 'http.request.method': method, 'server.address': host })
    if (span) spans.set(call, span)
  }
  const answered = (call: object, status: number) =>
    spans.get(call)?.set({ 'http.response.status_code': status })
  const end = (call: object, error?: unknown) => {
    spans.get(call)?.end(error)
    spans.delete(call)
  }
  const listeners: Record<string, (message: unknown) => void> = {
    'http.client.request.created'(message) {
      const { request } = message as { request: ClientRequest }
      begin(request, request.method, request.host)
    },
    'http.client.response.finish'(message) {
      const { request, response } = message as { request: ClientRequest; response: IncomingMessage }
      answered(request, response.statusCode ?? 0)
      end(request)
    },
    'http.client.request.error'(message) {
      const { request, error } = message as { request: ClientRequest; error: unknown }
      end(request, error)
    },
    'undici:request:create'(message) {
      const { request } = message as { request: FetchRequest }
      begin(request, request.method, new URL(request.origin).hostname)
    },
    'undici:request:headers'(message) {
      const { request, response } = message as { request: FetchRequest; response: { statusCode: number } }
      answered(request, response.statusCode)
    },
    'undici:request:trailers'(message) {
      end((message as { request: FetchRequest }).request)
    },
    'undici:request:error'(message) {
      const { request, error } = message as { request: FetchRequest; error: unknown }
      end(request, error)
    },
  }
  for (const [name, listener] of Object.entries(listeners)) subscribe(name, listener)
  return () => {
    for (const [name, listener] of Object.entries(listeners)) unsubscribe(name, listener)
  }
}
