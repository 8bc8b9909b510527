import type { FastifyReply, FastifyRequest } from 'fastify'
import { contentDisposition } from './content-disposition.ts'
import type { FileResponse } from './operations.ts'
import { sendRanged } from './range-response.ts'

/** Whether whoever asks holds this very version already: `If-None-Match` names its tag, weak or strong, or any. */
export function isNotModified(request: FastifyRequest, etag: string): boolean {
  const held = request.headers['if-none-match']
  if (!held) return false
  const tags = held.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etag.replace(/^W\//, ''))
}

/** Sends a file under its name and tag, or says that it is the one already held; or leads to where it is. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, answer: FileResponse) {
  if ('redirect' in answer) return reply.redirect(answer.redirect, 302)
  const etag = `"${answer.etag}"`
  reply.header('etag', etag)
  if (isNotModified(request, etag)) return reply.code(304).send()
  if ('openPart' in answer) return sendRanged(request, reply, answer)
  const { stream, bytes } = await answer.open()
  if (bytes !== null) reply.header('content-length', bytes)
  return reply
    .header('content-type', answer.type)
    .header(
      'content-disposition',
      contentDisposition(answer.name, answer.isAttachment ? 'attachment' : 'inline'),
    )
    .send(stream)
}
