import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describedOperations, type DescribedOperation } from './described-operations.ts'

type BrunoRequest = {
  name: string
  method: string
  /** With its names in braces. */
  path: string
  params: Record<string, string>
  query: Record<string, string>
  body: unknown
  isIdempotent: boolean
  /** What is taken out of the answer for the requests that follow. */
  script: string[]
  docs: string
}

const block = (name: string, lines: readonly string[]): string =>
  [`${name} {`, ...lines.flatMap((text) => text.split('\n')).map((line) => `  ${line}`), '}'].join('\n')

const pairs = (values: Record<string, string>): string[] =>
  Object.entries(values).map(([name, value]) => `${name}: ${value}`)

/** One request as Bruno writes it. */
function brunoFile(request: BrunoRequest, seq: number): string {
  const { name, method, path: address, params, query, body, isIdempotent, script, docs } = request
  const search = new URLSearchParams(query).toString()
  const url = `{{url}}${address.replaceAll(/\{(\w+)\}/g, ':$1')}${search ? `?${search}` : ''}`
  const hasBody = method !== 'GET'
  const blocks = [
    block('meta', [`name: ${name}`, 'type: http', `seq: ${seq}`]),
    block(method.toLowerCase(), [`url: ${url}`, `body: ${hasBody ? 'json' : 'none'}`, 'auth: inherit']),
    ...(search ? [block('params:query', pairs(query))] : []),
    ...(Object.keys(params).length > 0 ? [block('params:path', pairs(params))] : []),
    ...(isIdempotent ? [block('headers', ['Idempotency-Key: {{$randomUUID}}'])] : []),
    ...(hasBody ? [block('body:json', [JSON.stringify(body, null, 2)])] : []),
    ...(script.length > 0 ? [block('script:post-response', script)] : []),
    block('docs', [docs]),
  ]
  return `${blocks.join('\n\n')}\n`
}

/** Examples name what a test fills in; here a variable of the same name does. */
const withVariables = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_name, one: unknown) =>
    typeof one === 'string' && /^:\w+$/.test(one) ? `{{${one.slice(1)}}}` : one,
  ) as unknown

const namesIn = (address: string): string[] => Array.from(address.matchAll(/\{(\w+)\}/g), ([, name]) => name!)

function requestOf({
  name,
  method,
  path: address,
  summary,
  scope,
  isIdempotent,
  example,
}: DescribedOperation) {
  const rest = withVariables(example) as Record<string, unknown>
  const params = Object.fromEntries(namesIn(address).map((param) => [param, String(rest[param])]))
  for (const param of Object.keys(params)) delete rest[param]
  const query = method === 'GET' ? (rest as Record<string, string>) : {}
  const docs = `${summary}. Scope: ${scope}.`
  return { name, method, path: address, params, query, body: rest, isIdempotent, script: [], docs }
}

type PageWords = { sections: { id: string; steps?: { text: string; code: string }[] }[] }

/** The calls of the quick start as the page has them. */
function quickStart(page: PageWords): BrunoRequest[] {
  const steps = page.sections.find(({ id }) => id === 'quick-start')?.steps ?? []
  return steps.flatMap(({ text, code }) => {
    const [, method, written] = /curl .*-X (\w+) "\$CANDOUR_URL([^"]+)"/.exec(code) ?? []
    if (!method || !written) return []
    const body = /-d '([^']*)'/.exec(code)?.[1]
    const address = decodeURIComponent(written)
    const known = describedOperations.find(
      (each) =>
        each.method === method && new RegExp(`^${each.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(address),
    )
    if (!known) throw new Error(`The quick start calls what is no operation: ${method} ${address}`)
    const given = address.split('/')
    const params = Object.fromEntries(
      known.path
        .split('/')
        .flatMap((part, at) =>
          namesIn(part).map((name) => [name, given[at] === '$CONSENT' ? '{{consent}}' : given[at]!]),
        ),
    )
    const script = known.name === 'createConsent' ? ['bru.setVar("consent", res.body.id);'] : []
    return [
      {
        ...{ name: known.name, method, path: known.path, params, query: {}, script, docs: text },
        body: body === undefined ? {} : (JSON.parse(body) as unknown),
        isIdempotent: known.isIdempotent,
      },
    ]
  })
}

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The collection: each file by its path in the collection's folder. */
export function buildBrunoCollection(): Map<string, string> {
  const file = path.join(import.meta.dirname, '../../content/pages/developers.json')
  const words = JSON.parse(readFileSync(file, 'utf8')) as PageWords
  const folder = (name: string, requests: readonly BrunoRequest[], prefix: string): [string, string][] =>
    requests.map((request, index) => [
      `${name}/${prefix}${kebab(request.name)}.bru`,
      brunoFile(request, index + 1),
    ])
  const variables = [
    ...new Set(JSON.stringify(describedOperations.map(({ example }) => example)).match(/(?<=":)\w+(?=")/g)),
  ]
  return new Map([
    ['bruno.json', `${JSON.stringify({ version: '1', name: 'Candour API', type: 'collection' }, null, 2)}\n`],
    ['collection.bru', `${block('auth', ['mode: bearer'])}\n\n${block('auth:bearer', ['token: {{key}}'])}\n`],
    [
      'environments/demo.bru',
      `${block('vars', ['url: http://localhost:3000', ...variables.map((name) => `${name}: `)])}\nvars:secret [\n  key\n]\n`,
    ],
    ...folder('quick-start', quickStart(words), 'first-'),
    ...folder('operations', describedOperations.map(requestOf), ''),
  ])
}
