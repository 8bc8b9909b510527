import type { AnyContractRouter } from '@orpc/contract'
import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import type { FastifyInstance } from 'fastify'
import type { OperationMeta } from '../../../contract/kit.ts'
import { renderReferencePage } from './api-reference.ts'

const envelope = {
  type: 'object' as const,
  required: ['code', 'message', 'details'],
  properties: {
    code: { type: 'string' as const },
    message: { type: 'string' as const },
    details: {
      type: 'object' as const,
      properties: { reason: { type: 'string' as const }, requestId: { type: 'string' as const } },
    },
  },
}

const describe = ({ access, needs, scope, refusals }: OperationMeta): string => {
  const permission = needs ? ` with ${typeof needs === 'string' ? needs : needs.anyOf.join(' or ')}` : ''
  const reasons = Object.entries(refusals).map(([reason, { code }]) => `${reason} (${code})`)
  const key = scope ? ` with the scope ${scope}` : ''
  return `For: ${access}${permission}${key}.${reasons.length > 0 ? ` Refused as: ${reasons.join(', ')}.` : ''}`
}

/** The contract as an OpenAPI document. */
function generateOpenApi(contract: AnyContractRouter, address: string) {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  return generator.generate(contract, {
    info: {
      title: 'Candour API',
      version: '1',
      description: 'Errors answer { code, message, details }; details.reason names the declared refusal.',
    },
    servers: [{ url: address }],
    customErrorResponseBodySchema: envelope,
  })
}

type Described = { summary?: string; description?: string }

/** The same with who each operation is for, how it refuses and an example; and as a page to read. */
async function buildOpenApiDocument(contract: AnyContractRouter, address: string) {
  const document = await generateOpenApi(contract, address)
  for (const node of procedures(contract)) {
    const { method, path } = node['~orpc'].route
    const described = (document.paths?.[path!] as Record<string, Described> | undefined)?.[
      method!.toLowerCase()
    ]
    if (!described) continue
    const meta = node['~orpc'].meta as OperationMeta
    described.description = describe(meta)
    Object.assign(described, { 'x-example': meta.example })
  }
  return { document, page: renderReferencePage(document, '/api/openapi.json') }
}

type DescribedFile = { path: string; summary: string; meta: OperationMeta }

/** An endpoint that answers with a file, as OpenAPI describes it. */
const describedFile = ({ path, summary, meta }: DescribedFile) => ({
  get: {
    summary,
    description: describe(meta),
    parameters: Array.from(path.matchAll(/:(\w+)/g), ([, name]) => ({
      ...{ name: name!, in: 'path' as const, required: true, schema: { type: 'string' as const } },
    })),
    responses: { '200': { description: 'The file' } },
  },
})

/** The part of the description that other programs are promised: what stands below a prefix, with its files. */
export type PublicApi = { prefix: `/api/${string}`; title: string; files: readonly DescribedFile[] }

/**
 * Serves the description as JSON, and as a page to read; and the public part of it by itself. Nothing in it is secret. It
 * is made when somebody asks for it first.
 */
export function addOpenApiEndpoints(
  app: FastifyInstance,
  contract: AnyContractRouter,
  { address, publicApi }: { address: string; publicApi: PublicApi },
): void {
  let made: ReturnType<typeof buildOpenApiDocument> | undefined
  const description = () => (made ??= buildOpenApiDocument(contract, address))
  const { prefix, title, files } = publicApi
  const publicPart = async () => {
    const { document } = await description()
    const own = Object.entries(document.paths ?? {}).filter(([path]) => path.startsWith(`${prefix}/`))
    const answers = files.map((file) => [file.path.replaceAll(/:(\w+)/g, '{$1}'), describedFile(file)])
    const paths: unknown = Object.fromEntries([...own, ...answers])
    const part = { ...document, info: { ...document.info, title }, paths } as typeof document
    return { document: part, page: renderReferencePage(part, `${prefix}/openapi.json`) }
  }
  const config = { open: 'description' } as const
  const serve = (json: string, reference: string, read: () => ReturnType<typeof publicPart>) => {
    app.get(json, { config }, async () => (await read()).document)
    app.get(reference, { config }, async (_request, reply) => {
      const { page } = await read()
      return reply
        .type('text/html; charset=utf-8')
        .header(
          'content-security-policy',
          `default-src 'none'; style-src '${page.styleHash}'; frame-ancestors 'none'`,
        )
        .send(page.html)
    })
  }
  serve('/api/openapi.json', '/api/reference', description)
  serve(`${prefix}/openapi.json`, `${prefix}/reference`, publicPart)
}

type Procedure = { '~orpc': { route: { method?: string; path?: string }; meta: unknown } }

const procedures = (node: unknown): Procedure[] =>
  '~orpc' in (node as object) ? [node as Procedure] : Object.values(node as object).flatMap(procedures)
