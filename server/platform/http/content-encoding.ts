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
/** A fifth of a consent of 46 kB is left after 0.15 ms (gzip 0.2): less than to hand it to another thread and back. */
const fastCompression = { br: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }, gzip: { level: 3 } }

/** Of a text that is long enough by its characters the bytes need no counting. */
const isSmall = (text: string): boolean =>
  text.length < compressed_bytes_min && Buffer.byteLength(text) < compressed_bytes_min

/**
 * Makes an answer small on its way to a phone. Texts alone: files and streams say themselves how they are sent. What
 * another site leads a browser to is sent as it is, since how small it became would tell what stands in it.
 */
export function compressResponse({ headers }: FastifyRequest, reply: FastifyReply, answer: unknown): unknown {
  if (typeof answer !== 'string' || isSmall(answer)) return answer
  // Once, for its length, for being compressed and for being written.
  const bytes = Buffer.from(answer)
  if (headers['sec-fetch-site'] === 'cross-site') return bytes
  reply.header('vary', 'accept-encoding')
  if (acceptsEncoding(headers, 'br')) {
    reply.header('content-encoding', 'br')
    return brotliCompressSync(bytes, fastCompression.br)
  }
  if (!acceptsEncoding(headers, 'gzip')) return bytes
  reply.header('content-encoding', 'gzip')
  return gzipSync(bytes, fastCompression.gzip)
}
