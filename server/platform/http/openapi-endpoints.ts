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

const describe = ({ access, needs, refusals }: OperationMeta): string => {
  const permission = needs ? ` with ${typeof needs === 'string' ? needs : needs.anyOf.join(' or ')}` : ''
  const reasons = Object.entries(refusals).map(([reason, { code }]) => `${reason} (${code})`)
  return `For: ${access}${permission}.${reasons.length > 0 ? ` Refused as: ${reasons.join(', ')}.` : ''}`
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
  return { document, page: renderReferencePage(document) }
}

/** Serves it as JSON, and as a page to read. Nothing in it is secret. It is made when somebody asks for it first. */
export function addOpenApiEndpoints(
  app: FastifyInstance,
  contract: AnyContractRouter,
  address: string,
): void {
  let made: ReturnType<typeof buildOpenApiDocument> | undefined
  const description = () => (made ??= buildOpenApiDocument(contract, address))
  const config = { open: 'description' } as const
  app.get('/api/openapi.json', { config }, async () => (await description()).document)
  app.get('/api/reference', { config }, async (_request, reply) => {
    const { page } = await description()
    return reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src '${page.styleHash}'; frame-ancestors 'none'`,
      )
      .send(page.html)
  })
}

type Procedure = { '~orpc': { route: { method?: string; path?: string }; meta: unknown } }

const procedures = (node: unknown): Procedure[] =>
  '~orpc' in (node as object) ? [node as Procedure] : Object.values(node as object).flatMap(procedures)
