import { createHash } from 'node:crypto'
import type { OpenAPI } from '@orpc/contract'
import { escapeHtml } from '../escape-html.ts'

const style = `
:root { font: 16px/1.5 system-ui, sans-serif; color: oklch(0.24 0.02 235); background: oklch(0.985 0.003 220) }
body { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem 4rem }
details { background: white; border: 1px solid oklch(0.915 0.008 225); border-radius: 8px; margin: .5rem 0 }
summary { padding: .75rem 1rem; cursor: pointer }
summary b { display: inline-block; min-width: 4rem; color: oklch(0.36 0.065 207) }
summary code { font-weight: 600; overflow-wrap: anywhere }
details > div { padding: 0 1rem 1rem }
pre { overflow-x: auto; background: oklch(0.96 0.014 205); padding: .75rem; border-radius: 6px; font-size: .85rem }
`

const json = (value: unknown) =>
  `<pre tabindex="0"><code>${escapeHtml(JSON.stringify(value, null, 2))}</code></pre>`

type Operation = OpenAPI.OperationObject & { 'x-example'?: unknown }

function operationHtml(method: string, path: string, operation: Operation): string {
  const body = operation.requestBody as OpenAPI.RequestBodyObject | undefined
  const answer = operation.responses?.['200'] as OpenAPI.ResponseObject | undefined
  const part = (title: string, value: unknown) =>
    value === undefined ? '' : `<h3>${title}</h3>${json(value)}`
  return `<details><summary><b>${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code><br>${escapeHtml(operation.summary ?? '')}</summary><div>
<p>${escapeHtml(operation.description ?? '')}</p>
${part('Parameters', operation.parameters)}${part('Body', body?.content?.['application/json']?.schema)}
${part('Example input', operation['x-example'])}${part('Answer', answer?.content?.['application/json']?.schema)}</div></details>`
}

/** The API's description as one plain page: no script, its only style allowed by hash. */
export function renderReferencePage(
  document: OpenAPI.Document,
  jsonPath: string,
): { html: string; styleHash: string } {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, operation]) =>
      operationHtml(method, path, operation as Operation),
    ),
  )
  const html = `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(document.info.title)}</title><style>${style}</style></head><body><main>
<h1>${escapeHtml(document.info.title)}</h1><p>${escapeHtml(document.info.description ?? '')} As JSON: <a href="${jsonPath}">${jsonPath}</a>.</p>
${operations.join('\n')}</main></body></html>`
  return { html, styleHash: `sha256-${createHash('sha256').update(style).digest('base64')}` }
}
