import { Metadata, Server, type Locker } from '@tus/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { errorCodeOfStatus } from '../../../contract/errors.ts'
import type { UploadRoute } from '../../../contract/kit.ts'
import type { Audience } from '../../../contract/access.ts'
import type { UploadFolder } from '../files/upload-folder.ts'
import type { HandlerResult, ScopeOfAudience } from './operations.ts'
import { RefusedError, type Refusal } from './refusal.ts'
import { toHttpContext } from './rpc.ts'
import { runOperation, type Runner } from './run-operation.ts'

/** What is said of a file before its first byte is sent. */
export type UploadRequest = { bytes: number; fileName: string; fileType: string }
type UploadRef = { uploadId: string }

/** The module's side of an endpoint for uploads: each in a transaction of the caller, before bytes are looked at. */
export type HandledUpload<A extends Audience = Audience> = {
  route: UploadRoute<A>
  begin(scope: ScopeOfAudience[A], upload: UploadRequest): Promise<HandlerResult<UploadRef> | Refusal>
  /** Whether there is such an upload that the caller may go on with. */
  find(scope: ScopeOfAudience[A], upload: UploadRef): Promise<HandlerResult<UploadRef> | Refusal>
  cancel(scope: ScopeOfAudience[A], upload: UploadRef): Promise<HandlerResult<UploadRef> | Refusal>
}

/** Binds the handlers to their route; the compiler gives them the scope of its audience. */
export const handleUpload = <A extends Audience>(handled: HandledUpload<A>): HandledUpload =>
  handled as unknown as HandledUpload

export type UploadDeps = {
  runner: Runner
  folder: UploadFolder
  locker: Locker
  /** An upload that no byte arrives of for so long has lost its way; its bytes stay. */
  idleSecondsMax: number
}

const resumable = '1.0.0'
const body_methods = new Set(['POST', 'PATCH'])
/** After so long a request that was asked to let go of its upload is cut off. */
const drain_ms_max = 100

const wrongRequest = (message: string) =>
  new RefusedError('invalid-argument', message, { reason: 'malformed' })

/** What the headers of a first request say: how long the file is and how it is called. */
function parseUploadRequest(request: FastifyRequest): UploadRequest {
  const { 'upload-length': length, 'upload-metadata': metadata } = request.headers
  if (typeof length !== 'string' || !/^\d{1,15}$/.test(length))
    throw wrongRequest('Say how long the file is: Upload-Length.')
  let said: Record<string, string | null>
  try {
    said = typeof metadata === 'string' && metadata !== '' ? Metadata.parse(metadata) : {}
  } catch {
    throw wrongRequest('Upload-Metadata cannot be read.')
  }
  const { filename, filetype } = said
  return { bytes: Number(length), fileName: filename ?? '', fileType: filetype ?? '' }
}

const sentHeaders = /^(?:upload-.*|tus-.*|content-type|content-length)$/

/** By bytes: counted in chunks, as is usual, it would take in whatever the disk has not written yet. */
const webStreamOf = ({ raw }: FastifyRequest) =>
  Readable.toWeb(raw, { strategy: new ByteLengthQueuingStrategy({ highWaterMark: waiting_bytes_max }) })
const waiting_bytes_max = 256 * 1024

/** The request as the protocol's library reads it: no cookies, and the body as it arrives. */
function protocolRequest(request: FastifyRequest, path: string): Request {
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && sentHeaders.test(name) ? [[name, value]] : [],
  )
  const body = body_methods.has(request.method)
    ? { body: webStreamOf(request) as NonNullable<RequestInit['body']>, duplex: 'half' as const }
    : {}
  return new Request(`http://uploads${path}`, { method: request.method, headers, ...body })
}

/** Cuts a request off of which nothing has arrived for too long; answers how to stop watching. */
function watchProgress({ raw }: FastifyRequest, idleSecondsMax: number): () => void {
  const read = () => raw.socket?.bytesRead ?? 0
  let [before, since] = [read(), performance.now()]
  const timer = setInterval(
    () => {
      const now = read()
      if (now !== before) [before, since] = [now, performance.now()]
      else if (performance.now() - since > idleSecondsMax * 1000) raw.destroy()
    },
    Math.max(idleSecondsMax * 100, 10),
  )
  timer.unref()
  return () => clearInterval(timer)
}

class Uploads {
  readonly #handled: HandledUpload
  readonly #parts: UploadDeps
  readonly #server: Server
  /** Why a request failed, by what the library was given of it. */
  readonly #faults = new WeakMap<object, unknown>()
  readonly #begun = new WeakMap<object, string>()

  constructor(handled: HandledUpload, parts: UploadDeps) {
    this.#handled = handled
    this.#parts = parts
    const { path, bytesMax } = handled.route
    this.#server = new Server({
      path,
      datastore: parts.folder,
      locker: parts.locker,
      lockDrainTimeout: drain_ms_max,
      maxSize: bytesMax,
      relativeLocation: true,
      // Same origin alone (admission.ts): other sites are told nothing.
      allowedOrigins: () => false,
      namingFunction: (request) => this.#begun.get(request)!,
      // Its hash is made while nobody waits for it yet.
      onUploadFinish: async (_request, { id }) => {
        await parts.folder.complete(id)
        return {}
      },
      onResponseError: (request, error) => void this.#faults.set(request, error),
    })
  }

  async #run(request: FastifyRequest, reply: FastifyReply, input: object, name: 'begin' | 'find' | 'cancel') {
    const { meta, path } = this.#handled.route
    const handler = this.#handled[name] as never
    const httpContext = toHttpContext(request, reply)
    const run = { operation: path, meta, caller: request.caller!, input, httpContext, handler }
    return (await runOperation(this.#parts.runner, run)) as UploadRef
  }

  async begin(request: FastifyRequest, reply: FastifyReply) {
    this.#checkVersion(request)
    const { uploadId } = await this.#run(request, reply, parseUploadRequest(request), 'begin')
    const asked = protocolRequest(request, this.#handled.route.path)
    this.#begun.set(asked, uploadId)
    return this.#answer(asked, request, reply)
  }

  async resume(request: FastifyRequest, reply: FastifyReply) {
    this.#checkVersion(request)
    const { uploadId } = request.params as UploadRef
    if (!z.uuid().safeParse(uploadId).success)
      throw new RefusedError('not-found', 'Upload not found', { reason: 'not-found' })
    await this.#run(request, reply, { uploadId }, request.method === 'DELETE' ? 'cancel' : 'find')
    return this.#answer(protocolRequest(request, `${this.#handled.route.path}/${uploadId}`), request, reply)
  }

  #checkVersion(request: FastifyRequest): void {
    if (request.headers['tus-resumable'] !== resumable)
      throw wrongRequest(`Speak tus ${resumable}: Tus-Resumable.`)
  }

  async #answer(asked: Request, request: FastifyRequest, reply: FastifyReply) {
    const stopWatching = watchProgress(request, this.#parts.idleSecondsMax)
    try {
      const response = await this.#server.handleWeb(asked)
      const { status } = response
      if (status >= 400) throw this.#failure(asked, status, reply)
      for (const [name, value] of response.headers)
        if (!name.startsWith('access-control-')) reply.header(name, value)
      reply.code(status)
      return await reply.send()
    } finally {
      stopWatching()
    }
  }

  /** A fault of ours is thrown on; what the protocol refuses keeps its status, which its clients go by. */
  #failure(asked: Request, status: number, reply: FastifyReply): unknown {
    reply.header('tus-resumable', resumable)
    const fault = this.#faults.get(asked)
    if (fault instanceof Error && !('status_code' in fault)) return fault
    return new ProtocolError(status)
  }
}

/** What is said of the statuses that the protocol refuses with; its library's words are for programmers. */
const protocolMessages: Record<number, string> = {
  404: 'The upload has expired. Choose the file again.',
  409: 'The upload continued in another window and resumes from there.',
  410: 'The upload has expired. Choose the file again.',
  413: 'The file is too large.',
  423: 'The upload is busy. Try again in a few seconds.',
}

/** Refused by the protocol itself: with its own status. */
class ProtocolError extends Error {
  override name = 'ProtocolError'
  readonly status: number
  constructor(status: number) {
    super(protocolMessages[status] ?? 'The upload could not continue. Choose the file again.')
    this.status = status
  }
}

/**
 * Puts endpoints for resumable uploads on the server: each request is admitted, and its upload found in the caller's own
 * transaction, before the protocol's library sees it. Bodies are never read whole.
 */
export async function addUploads(
  app: FastifyInstance,
  uploads: HandledUpload[],
  parts: UploadDeps,
): Promise<void> {
  await app.register(async (own) => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('*', (_request, _body, done) => done(null))
    const inherited = own.errorHandler
    own.setErrorHandler((error, request, reply) => {
      if (!(error instanceof ProtocolError)) return inherited(error as never, request, reply)
      const code = errorCodeOfStatus(error.status)
      return reply
        .code(error.status)
        .type('application/json')
        .send({ code, message: error.message, details: { reason: 'upload', requestId: request.id } })
    })
    for (const handled of uploads) {
      const { path, meta } = handled.route
      const endpoint = new Uploads(handled, parts)
      const config = { declared: { name: path, meta }, streams: true }
      own.post(path, { config }, (request, reply) => endpoint.begin(request, reply))
      const methods: ('PATCH' | 'HEAD' | 'DELETE')[] = ['PATCH', 'HEAD', 'DELETE']
      own.route({
        method: methods,
        url: `${path}/:uploadId`,
        config,
        handler: (request, reply) => endpoint.resume(request, reply),
      })
    }
  })
}
