import { ORPCError, ValidationError, type AnySchema } from '@orpc/contract'
import {
  StandardBracketNotationSerializer,
  StandardOpenAPIJsonSerializer,
  StandardOpenAPISerializer,
} from '@orpc/openapi-client/standard'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OperationMeta } from '../../../contract/kit.ts'
import type { Audience, CallerOf } from '../../../contract/access.ts'
import { isUnconfirmed } from '../database/caller-memory.ts'
import { UnavailableError } from '../unavailable.ts'
import { admitAgain, type Admission } from './admission.ts'
import { writeAnswer } from './answer-json.ts'
import type { HttpContext, HandledOperation, OperationTree } from './operations.ts'
import { runOperation, type Runner } from './run-operation.ts'

type AnyCaller = CallerOf[Audience]
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

/** Reads an address's query as the contract's clients write it. */
const serializer = new StandardOpenAPISerializer(
  new StandardOpenAPIJsonSerializer(),
  new StandardBracketNotationSerializer(),
)

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What was asked, out of the query or the body; the path says what neither can. */
function inputOf({ method, originalUrl, body, params }: FastifyRequest): unknown {
  const ofPath = params as Record<string, string>
  const start = originalUrl.indexOf('?')
  const query = start < 0 ? '' : originalUrl.slice(start + 1)
  const asked = method === 'GET' ? query && serializer.deserialize(new URLSearchParams(query)) : body
  if (Object.keys(ofPath).length === 0 && asked !== undefined && asked !== '') return asked
  return isObject(asked) ? { ...asked, ...ofPath } : ofPath
}

/** As the library does it, so that refusals of input read the same everywhere. */
async function parseInput(schema: AnySchema | undefined, input: unknown): Promise<unknown> {
  if (!schema) return input
  const validated = schema['~standard'].validate(input)
  const result = validated instanceof Promise ? await validated : validated
  if (!result.issues) return result.value
  throw new ORPCError('BAD_REQUEST', {
    cause: new ValidationError({ message: 'Input validation failed', issues: result.issues, data: input }),
  })
}

/** Who asks is confirmed along with what is asked once; a replica is asked who asks by nobody. */
const confirmsCaller = ({ replica }: Runner, { isRead, readsOnce, reads }: OperationMeta): boolean =>
  isRead && readsOnce === true && !(replica && reads === 'replica')

/**
 * Answers whoever was let in; where they were told from memory and not confirmed, whoever the database names. That it is
 * away tells nobody anything, and who waited for it in vain is not put at the end of those who wait.
 */
async function answerConfirmed(
  request: FastifyRequest,
  admission: Admission,
  operation: { operation: string; meta: OperationMeta },
  answer: (caller: AnyCaller) => Promise<unknown>,
): Promise<unknown> {
  const caller = request.caller!
  try {
    return await answer(caller)
  } catch (error) {
    if (!isUnconfirmed(caller) || error instanceof UnavailableError) throw error
    request.caller = null
    request.caller = await admitAgain(admission, operation, request)
    return answer(request.caller)
  }
}

/**
 * Puts every operation on the server as a route of its own, so that its body limit is the server's and its admission
 * runs before the body is read.
 */
export function addOperations(
  app: FastifyInstance,
  tree: OperationTree,
  { runner, admission }: { runner: Runner; admission: Admission },
): void {
  for (const { name: operation, handled } of operationsOf(tree)) {
    const { contract, handler, storage } = handled
    const { route, inputSchema, outputSchema } = contract['~orpc']
    const meta = metaOf(handled)
    app.route({
      method: route.method!,
      url: fastifyPath(route.path!),
      // The contract knows no HEAD.
      exposeHeadRoute: false,
      bodyLimit: meta.bodyBytesMax,
      config: { declared: { name: operation, meta }, confirmsCaller: confirmsCaller(runner, meta) },
      async handler(request, reply) {
        const answer = await answerConfirmed(request, admission, { operation, meta }, async (caller) => {
          const input = await parseInput(inputSchema, inputOf(request))
          const context = { caller, httpContext: toHttpContext(request, reply) }
          return runOperation(runner, { ...context, operation, meta, handler, storage, input })
        })
        return reply.header('content-type', 'application/json').send(await writeAnswer(outputSchema, answer))
      },
    })
  }
}
