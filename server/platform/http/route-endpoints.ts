import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { ErrorEnvelope } from '../../../contract/errors.ts'
import type { Log } from '../database/database.ts'
import { toErrorResponse } from './error-responses.ts'
import { isNotModified, sendFile } from './file-response.ts'
import { parseFormBodies } from './page-forms.ts'
import type { DocumentResponse, FileResponse, HandledRoute } from './operations.ts'
import { RefusedError } from './refusal.ts'
import { noteRefusal } from './refusal-log.ts'
import { toHttpContext } from './rpc.ts'
import { runOperation, type Runner } from './run-operation.ts'

/** How the answers of another standard are written: where they stand, their media type, and what a refusal reads as. */
export type ResponseFormat = {
  prefix: `/api/${string}`
  /** Its clients post forms, as OAuth's do, and not documents of the standard's own type. */
  takesForms?: boolean
  type: string
  refusal(envelope: ErrorEnvelope): object
  /** The status of a refusal for which the standard has one of its own. */
  statusOf?(envelope: ErrorEnvelope): number | undefined
}

/** What is wrong with a query is said; an address with an id that cannot be one is simply not there. */
function refuseInput(request: FastifyRequest, error: z.ZodError): never {
  const inPath = request.params as object
  if (error.issues.some(({ path: [name] }) => String(name) in inPath))
    throw new RefusedError('not-found', 'There is nothing at this address.', { reason: 'not-found' })
  const fields = error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))
  const said = fields.map(({ field, message }) => `${field}: ${message}`).join('; ')
  throw new RefusedError('invalid-argument', `Some of the values are not valid. ${said}`, {
    reason: 'invalid-input',
    fields,
  })
}

/** Sends a document under the tag of its content, or says that it is the one already held. */
function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { document, status = 200, headers = {} }: DocumentResponse,
  type: string,
) {
  if (document === null) return reply.code(204).send()
  reply.headers(headers)
  if (request.method !== 'GET') return reply.code(status).type(type).send(JSON.stringify(document))
  const text = JSON.stringify(document)
  const etag = headers.etag ?? `W/"${createHash('sha256').update(text).digest('base64url')}"`
  reply.header('etag', etag)
  if (isNotModified(request, etag)) return reply.code(304).send()
  return reply.type(type).send(text)
}

/** Puts endpoints that answer in another standard on the server: same admission, audit and refusals as every operation. */
export function addRoutes(
  app: FastifyInstance,
  routes: HandledRoute[],
  { runner, form, log }: { runner: Runner; form: ResponseFormat; log: Log },
): void {
  const answerFailure = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { status, envelope } = toErrorResponse(error, request.id, log)
    noteRefusal(request, envelope)
    return reply
      .code(form.statusOf?.(envelope) ?? status)
      .type(form.type)
      .send(JSON.stringify(form.refusal(envelope)))
  }
  // What stands at no address here is refused in the same form.
  void app.register(
    async (below) => {
      below.setNotFoundHandler((request, reply) => {
        const unknown = new RefusedError('not-found', 'There is nothing at this address.', {
          reason: 'unknown-address',
        })
        return answerFailure(unknown, request, reply)
      })
    },
    { prefix: form.prefix },
  )
  const addTo = (own: FastifyInstance) => {
    for (const { route, handler } of routes) addRoute(own, { route, handler })
  }
  const addRoute = (own: FastifyInstance, { route, handler }: HandledRoute) =>
    own.route({
      method: route.method,
      url: route.path,
      config: { declared: { name: route.path, meta: route.meta } },
      ...(route.meta.bodyBytesMax > 0 ? { bodyLimit: route.meta.bodyBytesMax } : {}),
      errorHandler: answerFailure,
      async handler(request, reply) {
        const posted = route.method === 'GET' || route.method === 'DELETE' ? {} : { body: request.body }
        const params = route.params.safeParse({
          ...(request.query as object),
          ...posted,
          ...(request.params as object),
        })
        if (!params.success) return refuseInput(request, params.error)
        const run = {
          operation: route.path,
          meta: route.meta,
          caller: request.caller!,
          input: params.data,
          httpContext: toHttpContext(request, reply),
        }
        const answer = (await runOperation(runner, { ...run, handler: handler as never })) as
          DocumentResponse | FileResponse
        if ('document' in answer) return sendDocument(request, reply, answer, form.type)
        return sendFile(request, reply, answer)
      },
    })
  const media = form.type.split(';')[0]!
  if (form.takesForms)
    // What is posted there is a form, and nothing else is understood.
    return void app.register(async (own) => {
      own.removeAllContentTypeParsers()
      parseFormBodies(own)
      addTo(own)
    })
  if (routes.some(({ route }) => route.method !== 'GET'))
    app.addContentTypeParser(media, { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'))
  addTo(app)
}
