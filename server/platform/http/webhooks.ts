import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ProviderCaller } from '../../../contract/access.ts'
import type { Clock } from '../clock.ts'
import { unauthenticated } from './admission.ts'
import type { HandledWebhook } from './operations.ts'
import { toHttpContext } from './rpc.ts'
import { runOperation, type Runner } from './run-operation.ts'
import { visitOf } from './visit.ts'

const headerOf =
  (request: FastifyRequest) =>
  (name: string): string => {
    const value = request.headers[name]
    return typeof value === 'string' ? value : ''
  }

const textsOf = (query: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query as object).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )

type WebhookDeps = { address: string; clock: Clock }

/**
 * Puts webhooks on the server. The body is read as bytes, whatever it says it is, and nothing of it is understood
 * before its signature was verified; who is not known is told what everybody else is told.
 */
export async function addWebhooks(
  app: FastifyInstance,
  webhooks: HandledWebhook[],
  runner: Runner,
  { address, clock }: WebhookDeps,
): Promise<void> {
  await app.register(async (own) => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const { route, isSignatureValid, handler } of webhooks) {
      own.route({
        method: route.method,
        url: route.path,
        bodyLimit: route.meta.bodyBytesMax,
        config: { declared: { name: route.path, meta: route.meta } },
        async handler(request, reply) {
          const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
          const url = `${address}${request.url}`
          const post = { url, body, header: headerOf(request), now: clock.now() }
          if (!(await isSignatureValid(post))) throw unauthenticated()
          const actor = { kind: 'system', role: 'system' } as const
          const caller: ProviderCaller = { audience: 'provider', actor, visit: visitOf(request) }
          const contentType = request.headers['content-type'] ?? ''
          return runOperation(runner, {
            operation: route.path,
            meta: route.meta,
            caller,
            input: { body, contentType, query: textsOf(request.query) },
            httpContext: toHttpContext(request, reply),
            handler: handler as never,
          })
        },
      })
    }
  })
}
