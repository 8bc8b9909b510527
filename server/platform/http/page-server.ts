import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { escapeHtml } from '../escape-html.ts'
import { acceptsEncoding } from './content-encoding.ts'
import { urlAtOrigin, isOwnHost } from './own-host.ts'
import { addPageForm, parseFormBodies, type PageForm } from './page-forms.ts'
import { pageHeaders } from './page-headers.ts'
import type { Page, PageTable } from './page-table.ts'
import { addNoScriptResponses } from './noscript-forms.ts'
import { prepareDocument, prepareFile, type Servable } from './servable.ts'

export type PageServerOptions = {
  /** The folder of the web build. */
  root: string
  table: PageTable
  /** The origin browsers use; it takes the place of the one the documents were written for. */
  origin: string
  /** Whether pages are shown at the origin alone: anywhere else they say where to go. */
  atOriginOnly?: boolean
  /** Other texts of the documents to put in place, such as a mark of this installation. */
  replacements?: Record<string, string>
  /** The same for single pages, by their pattern, asked for each time the page is: whoever answers remembers. */
  freshTexts?: Record<string, () => Promise<Record<string, string>>>
  /** Which other site may show a page in a frame, by the pattern of the page, from the parameters of its address. */
  frameOrigins?: Record<string, (params: Record<string, string>) => Promise<string | null>>
  /** Forms of pages that are posted without a script. */
  forms?: readonly PageForm[]
  /** Pages whose forms need a script. */
  scriptedForms?: readonly `/${string}`[]
}

/** Reads the table that a web build left in its folder. Throws where there is none, saying what to do. */
export function readPageTable(root: string): PageTable {
  const file = path.join(root, 'routes.json')
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as PageTable
  } catch (cause) {
    throw new Error(`There is no usable web build: ${file} cannot be read. Run 'node tools/build.ts'.`, {
      cause,
    })
  }
}

/**
 * Serves a web build from its table and nothing else: a document for each route's pattern, files by
 * exact path, which wins over a pattern, and the page of unlisted paths for every other GET.
 * Everything is read when the plugin is registered: a missing file stops the start, and no request
 * is ever turned into a file's name.
 */
export async function pageServer(app: FastifyInstance, options: PageServerOptions): Promise<void> {
  const { root, table, origin } = options
  const replacements = { [table.origin]: origin, ...options.replacements }
  const config = { open: 'page' } as const

  // Many patterns are answered by one file.
  const documents = new Map<string, Servable>()
  const documentOf = ({ file }: Page) => {
    const document = documents.get(file) ?? prepareDocument(root, file, replacements)
    documents.set(file, document)
    return document
  }
  for (const pattern of Object.keys(options.frameOrigins ?? {}))
    if (!table.pages.some((page) => page.pattern === pattern))
      throw new Error(`The web build holds no page ${pattern} that another site could frame`)
  for (const page of table.pages) {
    const fresh = options.freshTexts?.[page.pattern]
    const held = documentOf(page)
    const frameOrigin = options.frameOrigins?.[page.pattern]
    const answer = frameOrigin
      ? framedDocumentResponse(page, table, frameOrigin, held)
      : fresh
        ? freshDocumentResponse(page, table, fresh, (texts) =>
            prepareDocument(root, page.file, { ...replacements, ...texts }),
          )
        : documentResponse(page, table, held)
    const urls = /[/*]$/.test(page.pattern) ? [page.pattern] : [page.pattern, `${page.pattern}/`]
    for (const url of urls) app.get(url, { config: { ...config, asksDatabase: !!frameOrigin } }, answer)
  }
  const files = new Map(
    Object.entries(table.files).map(([url, name]) => [url, prepareFile(root, name, replacements)]),
  )
  // Before a pattern that matches its path too. A route for each of a thousand files would take a start longer.
  app.addHook('preHandler', async (request, reply) => {
    const file = files.get(request.url.split('?', 1)[0]!)
    if (file) return send(request, reply, file)
  })
  if (options.atOriginOnly) await serveWrongAddressPage(app, table, origin, documentOf(table.wrongAddress))
  parseFormBodies(app)
  for (const form of options.forms ?? []) {
    const document = table.forms.find(({ pattern }) => pattern === form.page)
    if (!document) throw new Error(`The web build holds no document for the form of ${form.page}`)
    addPageForm(app, form, {
      html: (await documentOf(document).bodies.at(-1)!.bytes()).toString(),
      headers: pageHeaders(table.headerClasses[document.headerClass], document),
    })
  }
  addNoScriptResponses(app, options.scriptedForms ?? [])
  const notFound = documentResponse(table.notFound, table, documentOf(table.notFound))
  app.get('/*', { config }, (request, reply) =>
    request.url.startsWith('/api/') ? reply.callNotFound() : notFound(request, reply),
  )
}

/**
 * Answers every document asked for at another host than the origin's with the page that leads there: what browsers keep
 * and send for one host is nothing at another, so nobody could sign in.
 */
async function serveWrongAddressPage(
  app: FastifyInstance,
  table: PageTable,
  origin: string,
  document: Servable,
) {
  const { wrongAddress, headerClasses } = table
  const html = (await document.bodies.at(-1)!.bytes()).toString()
  const headers = pageHeaders(headerClasses[wrongAddress.headerClass], wrongAddress)
  app.addHook('preHandler', async (request, reply) => {
    const isDocument = request.routeOptions.config.open === 'page' && !request.url.startsWith('/api/')
    if (!isDocument || isOwnHost(request, origin)) return
    const address = escapeHtml(urlAtOrigin(origin, request.url))
    return reply
      .code(wrongAddress.status)
      .headers(headers)
      .type(document.type)
      .send(html.replaceAll(`${origin}${wrongAddress.pathAsked}`, () => address))
  })
}

function documentResponse(page: Page, { headerClasses }: PageTable, file: Servable) {
  const document = { ...file, headers: pageHeaders(headerClasses[page.headerClass], page) }
  return (request: FastifyRequest, reply: FastifyReply) => send(request, reply.code(page.status), document)
}

/** A document that one other site may show in a frame: which one is asked each time, for it may be removed. */
function framedDocumentResponse(
  page: Page,
  { headerClasses }: PageTable,
  frameOrigin: (params: Record<string, string>) => Promise<string | null>,
  file: Servable,
) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const framedBy = await frameOrigin(request.params as Record<string, string>)
    const headers = pageHeaders(headerClasses[page.headerClass], page, framedBy)
    return send(request, reply.code(framedBy ? page.status : 404), { ...file, headers })
  }
}

/** A document with texts that change while the server runs; it is prepared anew only when they have. */
function freshDocumentResponse(
  page: Page,
  table: PageTable,
  fresh: () => Promise<Record<string, string>>,
  prepare: (texts: Record<string, string>) => Servable,
) {
  let held: { texts: string; answer: ReturnType<typeof documentResponse> } | undefined
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const texts = await fresh()
    const named = JSON.stringify(texts)
    if (held?.texts !== named) held = { texts: named, answer: documentResponse(page, table, prepare(texts)) }
    return held.answer(request, reply)
  }
}

async function send(request: FastifyRequest, reply: FastifyReply, { headers, type, etag, bodies }: Servable) {
  reply.headers(headers).header('content-type', type).header('etag', etag)
  if (bodies.length > 1) reply.header('vary', 'accept-encoding')
  if (reply.statusCode === 200 && request.headers['if-none-match'] === etag) return reply.code(304).send()
  const { encoding, bytes } =
    bodies.find((body) => acceptsEncoding(request.headers, body.encoding)) ?? bodies.at(-1)!
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(await bytes())
}
