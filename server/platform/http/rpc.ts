import { ORPCError } from '@orpc/contract'
import { OpenAPIHandler } from '@orpc/openapi/fastify'
import { implement, type AnyRouter } from '@orpc/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Audience, CallerOf } from '../../../contract/access.ts'
import type { OperationMeta } from '../../../contract/kit.ts'
import type { Log } from '../database/database.ts'
import { toErrorResponse } from './error-responses.ts'
import type { HttpContext, HandledOperation, OperationTree } from './operations.ts'
import { RefusedError } from './refusal.ts'
import { noteRefusal } from './refusal-log.ts'
import { runOperation, type Runner } from './run-operation.ts'

type Context = { caller: CallerOf[Audience]; httpContext: HttpContext; request: FastifyRequest }
type NamedOperation = { name: string; handled: HandledOperation }

const isHandled = (node: HandledOperation | OperationTree): node is HandledOperation =>
  typeof node.handler === 'function'

/** Every operation of the tree with its dotted name. */
function operationsOf(tree: OperationTree, prefix = ''): NamedOperation[] {
  return Object.entries(tree).flatMap(([key, node]) =>
    isHandled(node) ? [{ name: prefix + key, handled: node }] : operationsOf(node, `${prefix}${key}.`),
  )
}

const metaOf = ({ contract }: HandledOperation) => contract['~orpc'].meta as OperationMeta

function routerOf(tree: OperationTree, runner: Runner, prefix = ''): AnyRouter {
  return Object.fromEntries(
    Object.entries(tree).map(([key, node]) => {
      if (!isHandled(node)) return [key, routerOf(node, runner, `${prefix}${key}.`)]
      const operation = prefix + key
      const procedure = implement(node.contract)
        .$context<Context>()
        .handler(({ input, context }: { input: unknown; context: Context }) =>
          runOperation(runner, {
            ...context,
            ...{
              operation,
              meta: metaOf(node),
              handler: node.handler,
              storage: node.storage,
              input,
            },
          }),
        )
      return [key, procedure]
    }),
  ) as AnyRouter
}

/** `{name}` as the contract writes it, `:name` as the HTTP server does. */
const fastifyPath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1')

const headerText = ({ headers }: FastifyRequest, name: string): string => {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

/** What a handler may use of the request and set on the answer. A malformed idempotency key counts as none. */
export function toHttpContext(request: FastifyRequest, reply: FastifyReply): HttpContext {
  const key = request.headers['idempotency-key']
  const cookies: string[] = []
  return {
    cookie: request.headers.cookie ?? '',
    accept: request.headers.accept ?? '',
    ifMatch: request.headers['if-match'] ?? '',
    ifNoneExist: headerText(request, 'if-none-exist'),
    idempotencyKey: typeof key === 'string' && /^[\w-]{8,80}$/.test(key) ? key : null,
    setCookie(header) {
      cookies.push(header)
      reply.header('set-cookie', [...cookies])
    },
  }
}

/**
 * Puts every operation on the server as a route of its own, so that its body limit is the server's and its admission
 * runs before the body is read.
 */
export function addOperations(app: FastifyInstance, tree: OperationTree, runner: Runner, log: Log): void {
  const handler = new OpenAPIHandler<Context>(routerOf(tree, runner) as never, {
    interceptors: [
      async ({ next, context }) => {
        try {
          return await next()
        } catch (error) {
          const { status, envelope } = toErrorResponse(error, context.request.id, log)
          noteRefusal(context.request, envelope)
          throw new ORPCError(envelope.code, { status, message: envelope.message, data: envelope.details })
        }
      },
    ],
    customErrorResponseBodyEncoder: ({ code, message, data }) => ({ code, message, details: data }),
  })
  for (const { name, handled } of operationsOf(tree)) {
    const { method, path } = handled.contract['~orpc'].route
    const meta = metaOf(handled)
    app.route({
      method: method!,
      url: fastifyPath(path!),
      // The contract knows no HEAD, so the handler would leave one unanswered.
      exposeHeadRoute: false,
      bodyLimit: meta.bodyBytesMax,
      config: { declared: { name, meta } },
      async handler(request, reply) {
        const context = {
          caller: request.caller!,
          httpContext: toHttpContext(request, reply),
          request,
        }
        const { matched } = await handler.handle(request, reply, { context })
        if (!matched)
          throw new RefusedError('not-found', 'There is nothing at this address.', {
            reason: 'unknown-address',
          })
        return reply
      },
    })
  }
}
