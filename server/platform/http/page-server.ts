import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pageHeaders } from './page-headers.ts'
import type { Page, PageTable } from './page-table.ts'
import { prepareDocument, prepareFile, type Servable } from './servable.ts'

export type PageServerOptions = {
  /** The folder of the web build. */
  root: string
  table: PageTable
  /** The origin browsers use; it takes the place of the one the documents were written for. */
  origin: string
  /** Other texts of the documents to put in place, such as a mark of this installation. */
  replacements?: Record<string, string>
}

/** Reads the table that a web build left in its folder. Throws where there is none, saying what to do. */
export function readPageTable(root: string): PageTable {
  const file = path.join(root, 'routes.json')
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as PageTable
  } catch (cause) {
    throw new Error(`There is no usable web build: ${file} cannot be read. Run 'node tools/build.ts'.`, { cause })
  }
}

/**
 * Serves a web build from its table and nothing else: a document for each route's pattern, files by
 * exact path, the page of unlisted paths with its status for every other GET. Everything is read
 * when the plugin is registered, so a missing file stops the start and no request can name one.
 */
export async function pageServer(app: FastifyInstance, options: PageServerOptions): Promise<void> {
  const { root, table, origin } = options
  const replacements = { [table.origin]: origin, ...options.replacements }
  const files = new Map(Object.entries(table.files).map(([url, file]) => [url, prepareFile(root, file, replacements)]))
  const config = { open: 'page' } as const

  for (const page of table.pages) {
    const answer = documentAnswer(page, options, replacements)
    const urls = page.pattern === '/' ? ['/'] : [page.pattern, `${page.pattern}/`]
    for (const url of urls) app.get(url, { config }, answer)
  }
  const notFound = documentAnswer(table.notFound, options, replacements)
  app.get('/*', { config }, (request, reply) => {
    const url = pathOf(request)
    const file = files.get(url)
    if (file) return send(request, reply, file)
    if (url.startsWith('/api/')) return reply.callNotFound()
    return notFound(request, reply)
  })
}

function documentAnswer(page: Page, { root, table }: PageServerOptions, replacements: Record<string, string>) {
  const headers = pageHeaders(table.headerClasses[page.headerClass], page)
  const document = { ...prepareDocument(root, page.file, replacements), headers }
  return (request: FastifyRequest, reply: FastifyReply) => send(request, reply.code(page.status), document)
}

/** The raw path: nothing is decoded, because nothing is looked up but exact names. */
const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? '/'

function send(request: FastifyRequest, reply: FastifyReply, { headers, type, etag, bodies }: Servable) {
  reply.headers(headers).header('content-type', type).header('etag', etag)
  if (bodies.length > 1) reply.header('vary', 'accept-encoding')
  if (reply.statusCode === 200 && request.headers['if-none-match'] === etag) return reply.code(304).send()
  const { encoding, bytes } = bodies.find((body) => accepts(request, body.encoding)) ?? bodies.at(-1)!
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(bytes)
}

/** Whether the client named this encoding and did not weigh it zero. */
function accepts({ headers }: FastifyRequest, encoding: string): boolean {
  const named = String(headers['accept-encoding'] ?? '').split(',').map((part) => part.trim().split(/\s*;\s*/))
  return named.some(([name, weight]) => name === encoding && !/^q=0(\.0*)?$/.test(weight ?? ''))
}
