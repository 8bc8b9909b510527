import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ByteRange } from '../files/files.ts'
import { parseByteRanges, applicableRange } from './byte-ranges.ts'

/** A file that is sent whole or in parts, and kept by browsers for a while. */
export type RangeResponse = {
  /** Opens the whole file, or one part of it. */
  openPart(range: ByteRange | null): Promise<Readable>
  bytes: number
  type: string
  etag: string
  /** For how long browsers keep it without asking again. */
  cacheSeconds: number
}

const contentRange = ({ first, last }: ByteRange, bytes: number) => `bytes ${first}-${last}/${bytes}`

/** Several parts in one body, each opened when the one before has been sent. */
async function* bodyOfParts(answer: RangeResponse, parts: { head: string; range: ByteRange }[], end: string) {
  for (const { head, range } of parts) {
    yield Buffer.from(head)
    yield* await answer.openPart(range)
  }
  yield Buffer.from(end)
}

function sendParts(reply: FastifyReply, answer: RangeResponse, ranges: ByteRange[]) {
  const boundary = randomBytes(16).toString('hex')
  const parts = ranges.map((range) => ({
    range,
    head: `\r\n--${boundary}\r\ncontent-type: ${answer.type}\r\ncontent-range: ${contentRange(range, answer.bytes)}\r\n\r\n`,
  }))
  const end = `\r\n--${boundary}--\r\n`
  const length = parts.reduce(
    (sum, { head, range: { first, last } }) => sum + Buffer.byteLength(head) + last - first + 1,
    Buffer.byteLength(end),
  )
  return reply
    .code(206)
    .header('content-type', `multipart/byteranges; boundary=${boundary}`)
    .header('content-length', length)
    .send(Readable.from(bodyOfParts(answer, parts, end), { objectMode: false }))
}

/** Sends a file as its request asks: the parts, the whole, or that there is no such part. */
export async function sendRanged(request: FastifyRequest, reply: FastifyReply, answer: RangeResponse) {
  const { bytes, type } = answer
  const etag = `"${answer.etag}"`
  reply.header('accept-ranges', 'bytes').header('content-disposition', 'inline')
  // A HEAD has no parts.
  const asked = request.method === 'GET' ? applicableRange(request.headers, etag) : undefined
  const ranges = parseByteRanges(asked, bytes)
  if (ranges?.length === 0) {
    return reply
      .code(416)
      .header('cache-control', 'no-store')
      .header('content-range', `bytes */${bytes}`)
      .send()
  }
  reply.header('cache-control', `private, max-age=${answer.cacheSeconds}, immutable`)
  if (ranges && ranges.length > 1) return sendParts(reply, answer, ranges)
  reply.header('content-type', type)
  const [range] = ranges ?? []
  if (range) reply.code(206).header('content-range', contentRange(range, bytes))
  const length = range ? range.last - range.first + 1 : bytes
  reply.header('content-length', length)
  // Not nothing: then the length would be said to be nought.
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  return reply.send(await answer.openPart(range ?? null))
}
