import type { FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingHttpHeaders } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Whether the client named this encoding and did not weigh it zero. */
export function acceptsEncoding(
  { 'accept-encoding': named = '' }: IncomingHttpHeaders,
  encoding: string,
): boolean {
  const weighed = named.split(',').map((part) => part.trim().split(/\s*;\s*/))
  return weighed.some(([name, weight]) => name === encoding && !/^q=0(\.0*)?$/.test(weight ?? ''))
}

/** Below it an answer fits one packet as it is. */
const compressed_bytes_min = 1400
/** Sliding windows that are longer than an answer only have to be cleared: half of the time for one of 50 kB. */
const window_bits_min = 16
const window_bits_max = 22

const windowBitsOf = (bytes: number): number =>
  Math.min(window_bits_max, Math.max(window_bits_min, Math.ceil(Math.log2(bytes))))

/** Two fifths of a consent of 50 kB are left after 0.2 ms (gzip 0.4): less than to hand it to another thread and back. */
const brotliOptions = (bytes: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 1,
    [constants.BROTLI_PARAM_LGWIN]: windowBitsOf(bytes),
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
  },
})
const gzipOptions = { level: 3 }

/** Of a text that is long enough by its characters the bytes need no counting. */
const isSmall = (text: string | Buffer): boolean =>
  text.length < compressed_bytes_min && Buffer.byteLength(text) < compressed_bytes_min

/** JSON that was written as bytes; other bytes are files, which say themselves how they are sent. */
const isWritten = (reply: FastifyReply, answer: unknown): answer is Buffer =>
  Buffer.isBuffer(answer) && reply.getHeader('content-type') === 'application/json'

/**
 * Makes an answer small on its way to a phone. Texts alone: files and streams say themselves how they are sent. What
 * another site leads a browser to is sent as it is, since how small it became would tell what stands in it.
 */
export function compressResponse({ headers }: FastifyRequest, reply: FastifyReply, answer: unknown): unknown {
  if ((typeof answer !== 'string' && !isWritten(reply, answer)) || isSmall(answer)) return answer
  // Once, for its length, for being compressed and for being written.
  const bytes = typeof answer === 'string' ? Buffer.from(answer) : answer
  if (headers['sec-fetch-site'] === 'cross-site') return bytes
  reply.header('vary', 'accept-encoding')
  if (acceptsEncoding(headers, 'br')) {
    reply.header('content-encoding', 'br')
    return brotliCompressSync(bytes, brotliOptions(bytes.length))
  }
  if (!acceptsEncoding(headers, 'gzip')) return bytes
  reply.header('content-encoding', 'gzip')
  return gzipSync(bytes, gzipOptions)
}
