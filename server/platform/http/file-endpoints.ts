import type { FastifyInstance } from 'fastify'
import { toHttpContext } from './rpc.ts'
import { sendFile } from './file-response.ts'
import type { FileResponse, HandledFile } from './operations.ts'
import { parseFormBodies } from './page-forms.ts'
import { RefusedError } from './refusal.ts'
import { runOperation, type Runner } from './run-operation.ts'

/** Puts endpoints that answer with files on the server: same admission, audit and refusals as every operation. */
export function addFileEndpoints(app: FastifyInstance, files: HandledFile[], runner: Runner): void {
  const isForm = ({ route }: HandledFile) => route.method === 'POST'
  for (const file of files.filter((one) => !isForm(one))) addFileEndpoint(app, file, runner)
  // What is posted to one of these is a form, and nothing else is understood there.
  void app.register(async (own) => {
    own.removeAllContentTypeParsers()
    parseFormBodies(own)
    for (const file of files.filter(isForm)) addFileEndpoint(own, file, runner)
  })
}

function addFileEndpoint(app: FastifyInstance, { route, handler }: HandledFile, runner: Runner): void {
  app.route({
    method: route.method,
    url: route.path,
    config: { declared: { name: route.path, meta: route.meta } },
    ...(route.meta.bodyBytesMax > 0 ? { bodyLimit: route.meta.bodyBytesMax } : {}),
    async handler(request, reply) {
      const posted = route.method === 'GET' ? {} : { body: request.body }
      const params = route.params.safeParse({
        ...(request.query as object),
        ...posted,
        ...(request.params as object),
      })
      if (!params.success) throw new RefusedError('not-found', 'File not found', { reason: 'not-found' })
      const run = {
        operation: route.path,
        meta: route.meta,
        caller: request.caller!,
        input: params.data,
        httpContext: toHttpContext(request, reply),
      }
      const answer = (await runOperation(runner, { ...run, handler: handler as never })) as FileResponse
      return sendFile(request, reply, answer)
    },
  })
}
