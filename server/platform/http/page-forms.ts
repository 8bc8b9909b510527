import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorEnvelope } from '../../../contract/errors.ts'
import { renderFilledForm, type FormProblem } from './form-document.ts'

/** A form that works without a script: it is posted to its own page, and what is asked of the product is an operation. */
export type PageForm = {
  /** The page that holds it, and takes it. */
  page: `/${string}`
  /** Where whoever sent it is led once it was taken. */
  donePage: `/${string}`
  operation: `/api/${string}`
  /** Ids of the controls that must not be left empty. */
  required: readonly string[]
  /** Names of the fields that come back as they were filled in. */
  preservedFields: readonly string[]
  /** What was filled in, as the operation takes it. */
  buildInput(fields: Readonly<Record<string, string>>): object
  /** The control's id for each field and reason of a refusal. */
  controlByField: Readonly<Record<string, string>>
  /** Words in place of the operation's, for reasons that read otherwise without a script. */
  messageByReason: Readonly<Record<string, string>>
}

/** What an operation may know of who asked; the address is taken from the connection and these, as ever. */
const forwardedHeaders = [
  'accept-language',
  'host',
  'origin',
  'sec-fetch-site',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
]
const body_bytes_max = 64 * 1024

const textOf = (fields: Readonly<Record<string, string>>, name: string) => (fields[name] ?? '').trim()

/** Asks the operation as its page's script would: through the same door, with its limits, its audit and its refusals. */
async function callOperation(app: FastifyInstance, request: FastifyRequest, url: string, input: object) {
  const headers = Object.fromEntries(
    forwardedHeaders.flatMap((name) =>
      request.headers[name] === undefined ? [] : [[name, request.headers[name]]],
    ),
  )
  return app.inject({
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': 'application/json' },
    remoteAddress: request.raw.socket.remoteAddress ?? '',
    payload: JSON.stringify(input),
  })
}

/** Why an operation refused, at the controls where it can be put right, or of the form as a whole. */
function toFormProblems(
  { controlByField, messageByReason }: PageForm,
  { message, details }: ErrorEnvelope,
): FormProblem[] {
  const { reason = '', fields = [] } = details
  const atControls = fields.flatMap(({ field, message: text }) =>
    controlByField[field] ? [{ id: controlByField[field], text }] : [],
  )
  if (atControls.length > 0) return atControls
  return [{ id: controlByField[reason] ?? null, text: messageByReason[reason] ?? message }]
}

type PageResponse = { html: string; headers: Record<string, string> }

/** Takes a form that a page posts, and answers with a page: of thanks, or itself with what is wrong beside its fields. */
export function addPageForm(app: FastifyInstance, form: PageForm, { html, headers }: PageResponse): void {
  const comeBack = (
    reply: FastifyReply,
    status: number,
    fields: Readonly<Record<string, string>>,
    problems: readonly FormProblem[],
  ) => {
    const values = Object.fromEntries(form.preservedFields.map((name) => [name, fields[name] ?? '']))
    return reply
      .code(status)
      .headers({ ...headers, 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(renderFilledForm(html, { values, problems }))
  }
  app.post(
    form.page,
    // It reads nothing and writes nothing itself: who may is asked by the operation.
    { config: { open: 'page' }, bodyLimit: body_bytes_max },
    async (request, reply) => {
      const fields = Object.fromEntries(new URLSearchParams(String(request.body ?? '')))
      const missing = form.required.filter((name) => textOf(fields, name) === '')
      if (missing.length > 0)
        return comeBack(
          reply,
          400,
          fields,
          missing.map((id) => ({ id, text: null })),
        )
      const answer = await callOperation(app, request, form.operation, form.buildInput(fields))
      if (answer.statusCode === 200) return reply.redirect(form.donePage, 303)
      return comeBack(reply, answer.statusCode, fields, toFormProblems(form, answer.json()))
    },
  )
}

/** Lets pages post what forms post: names and values, as browsers write them without a script. */
export function parseFormBodies(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  )
}
