import fastify, { type FastifyInstance } from 'fastify'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PageForm } from './page-forms.ts'
import { pageServer, readPageTable } from './page-server.ts'
import type { Page, PageTable } from './page-table.ts'

const script = 'const grown = 1\n'.repeat(40)
const made: Record<string, string> = {
  'build/index.html': '<html data-mode="live"><a href="https://built.example/">Orchard</a></html>',
  'build/tree.html': '<html><script>start()</script></html>',
  'build/again.html':
    '<div role="alert"><ul><li><a href="#fruit">Name a fruit</a></li><li>Not sent</li></ul></div><input id="fruit" name="fruit"/>',
  'build/missing.html': '<html>Nothing grows here</html>',
  'build/assets/app-1a2b.js': script,
  'build/assets/app-1a2b.js.br': 'brotli bytes',
  'build/assets/app-1a2b.js.gz': 'gzip bytes',
  'build/assets/plain-3c4d.css': 'a{}',
  'build/assets/leaf-5e6f.png': 'leaf',
  'build/elsewhere.html': '<a href="https://built.example/path-asked">https://built.example</a>',
  'build/worker.js': 'self.x = 1',
  'build/robots.txt': 'Sitemap: https://built.example/sitemap.xml',
  'secret.txt': 'the key',
}
const page = (pattern: string, file: string, headerClass: string, more: Partial<Page> = {}): Page => {
  return { pattern, file, headerClass, status: 200, scriptHashes: [], ...more }
}
const table: PageTable = {
  origin: 'https://built.example',
  headerClasses: {
    open: { cacheControl: 'no-cache', referrerPolicy: 'strict-origin-when-cross-origin' },
    closed: { cacheControl: 'no-store', referrerPolicy: 'no-referrer', robots: 'noindex' },
    shown: { cacheControl: 'no-cache', referrerPolicy: 'no-referrer', framedBySite: true, callsNobody: true },
    visited: { cacheControl: 'no-store', referrerPolicy: 'no-referrer', framedByNamedSite: true },
  },
  pages: [
    page('/', 'build/index.html', 'open'),
    page('/trees/:treeId', 'build/tree.html', 'closed', { scriptHashes: ['sha256-abc'] }),
    page('/trees/new', 'build/index.html', 'open'),
    page('/orchard', 'build/index.html', 'shown'),
    page('/guests/:gate', 'build/index.html', 'visited'),
  ],
  notFound: page('*', 'build/missing.html', 'open', { status: 404 }),
  wrongAddress: { ...page('*', 'build/elsewhere.html', 'closed', { status: 421 }), pathAsked: '/path-asked' },
  forms: [page('/orchard', 'build/again.html', 'open', { status: 400 })],
  files: {
    '/assets/app-1a2b.js': 'build/assets/app-1a2b.js',
    '/assets/plain-3c4d.css': 'build/assets/plain-3c4d.css',
    '/assets/leaf-5e6f.png': 'build/assets/leaf-5e6f.png',
    '/worker.js': 'build/worker.js',
    '/trees/worker.js': 'build/worker.js',
    '/robots.txt': 'build/robots.txt',
  },
}

const form: PageForm = {
  page: '/orchard',
  donePage: '/',
  operation: '/api/fruit',
  required: ['fruit'],
  preservedFields: ['fruit'],
  buildInput: ({ fruit }) => ({ fruit }),
  controlByField: { fruit: 'fruit', 'unknown-fruit': 'fruit' },
  messageByReason: { worn: 'Bring it on paper.' },
}

/** Whose pages may show the page of a gate. */
const guests: Record<string, string> = {
  north: 'https://guest.example:8443',
  forged: 'https://guest.example;script-src',
  wild: 'https://*.guest.example',
}

let root: string
let app: FastifyInstance
const asking = new Set<string>()
let asked: Record<string, unknown>[] = []
let answer: { status: number; body: object }

beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'pages-'))
  for (const [name, text] of Object.entries(made)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    writeFileSync(path.join(root, name), text)
  }
  app = fastify()
  app.addHook('onRoute', ({ url, config }) => {
    if (config?.asksDatabase) asking.add(url)
  })
  app.post('/api/fruit', async (request, reply) => {
    asked.push({
      body: request.body,
      ip: request.ip,
      origin: request.headers.origin,
      secret: request.headers['x-secret'],
    })
    return reply.code(answer.status).send(answer.body)
  })
  const replacements = { 'data-mode="live"': 'data-mode="trial"' }
  await app.register(pageServer, {
    root,
    table,
    origin: 'https://orchard.example',
    replacements,
    forms: [form],
    scriptedForms: ['/trees/new'],
    frameOrigins: { '/guests/:gate': async ({ gate = '' }) => guests[gate] ?? null },
  })
})
afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

const ancestorsOf = async (url: string) => {
  const { statusCode, headers } = await get(url)
  const policy = String(headers['content-security-policy'])
  return { statusCode, ancestors: /frame-ancestors ([^;]*)$/.exec(policy)?.[1], headers }
}

test('a page that another site may show is framed by the one that its address names, and by nobody else', async () => {
  const { statusCode, ancestors, headers } = await ancestorsOf('/guests/north')
  expect([statusCode, ancestors]).toEqual([200, 'https://guest.example:8443'])
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  expect(headers['set-cookie']).toBeUndefined()
  expect(await ancestorsOf('/guests/south')).toMatchObject({ statusCode: 404, ancestors: "'none'" })
})

test('no other page is framed by that site, nor by any', async () => {
  for (const url of ['/', '/trees/1', '/trees/new', '/nowhere'])
    expect((await ancestorsOf(url)).ancestors, url).toBe("'none'")
  expect((await ancestorsOf('/orchard')).ancestors).toBe("'self'")
})

test('only the pages that ask who may frame them are counted and turned away as operations are', () => {
  expect([...asking]).toEqual(['/guests/:gate', '/guests/:gate/'])
})

test('what is no origin never stands in a policy', async () => {
  for (const gate of ['forged', 'wild']) expect((await get(`/guests/${gate}`)).statusCode).toBe(500)
})

test('a site that may show a page that was not built stops the start', async () => {
  const frameOrigins = { '/gone/:gate': async () => null }
  const broken = fastify().register(pageServer, {
    root,
    table,
    origin: 'https://orchard.example',
    frameOrigins,
  })
  await expect(broken).rejects.toThrow('holds no page /gone/:gate')
})

test('a form that needs a script and is posted without one is answered in words, and nothing of it comes back', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/trees/new',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'login=amara%40example.org&password=correct+horse+battery',
  })
  expect(answer.statusCode).toBe(400)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  })
  expect(answer.body).toContain('Nothing was sent or saved.')
  expect(answer.body).toContain('<a href="/trees/new">')
  expect(answer.body).not.toMatch(/amara|horse/)
})

describe('documents', () => {
  test('answer their pattern under the origin they are served from', async () => {
    const answer = await get('/?from=mail')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.body).toBe('<html data-mode="trial"><a href="https://orchard.example/">Orchard</a></html>')
  })

  test('a path named outright wins over a pattern', async () => {
    expect((await get('/trees/7')).body).toContain('start()')
    expect((await get('/trees/new')).body).toContain('Orchard')
  })

  test('a slash at the end changes nothing', async () => {
    expect((await get('/trees/7/')).body).toContain('start()')
  })

  test('carry the headers of their class and allow their own inline scripts alone', async () => {
    const { headers } = await get('/trees/7')
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    })
    expect(headers['permissions-policy']).toBe(
      'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
    )
    expect(policyOf(headers['content-security-policy'])).toEqual({
      'default-src': "'self'",
      'script-src': "'self' 'sha256-abc'",
      'style-src': "'self'",
      'img-src': "'self' data: blob:",
      'media-src': "'self' blob:",
      'connect-src': "'self'",
      'worker-src': "'self'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
    })
    const open = await get('/')
    expect(open.headers['cache-control']).toBe('no-cache')
    expect(open.headers).not.toHaveProperty('x-robots-tag')
    expect(open.headers['content-security-policy']).not.toContain('sha256')
  })

  test('one that this site may frame and that calls nobody has a policy that says so', async () => {
    const { headers } = await get('/orchard')
    expect(policyOf(headers['content-security-policy'])).toMatchObject({
      'frame-ancestors': "'self'",
      'connect-src': "'none'",
      'form-action': "'none'",
      'script-src': "'self'",
    })
  })

  test('are not sent again to someone who has them', async () => {
    const { headers } = await get('/')
    const again = await get('/', { 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect(again.headers['content-security-policy']).toBe(headers['content-security-policy'])
    expect((await get('/', { 'if-none-match': 'W/"other"' })).statusCode).toBe(200)
  })
})

describe('unlisted paths', () => {
  test.each([
    '/nothing',
    '/trees',
    '/trees/7/leaves',
    '/index.html',
    '/build/index.html',
    '/assets/',
    '/assets/app-1a2b.js.br',
  ])('%s answers 404 with the page for it', async (url) => {
    const answer = await get(url)
    expect([answer.statusCode, answer.body]).toEqual([404, made['build/missing.html']])
    expect(answer.headers['content-security-policy']).toContain("default-src 'self'")
  })

  test.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e%5c%2e%2e%5csecret.txt',
    '//secret.txt',
    '/assets/app-1a2b.js%00.txt',
  ])('%s reaches no file outside the table', async (url) => {
    const answer = await get(url)
    expect(answer.statusCode).toBe(404)
    expect(answer.body).not.toContain('the key')
  })

  test('an unknown endpoint is not answered with a page', async () => {
    const answer = await get('/api/nothing')
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      404,
      'application/json; charset=utf-8',
    ])
  })

  test('nothing is written', async () => {
    expect((await app.inject({ method: 'POST', url: '/' })).statusCode).toBe(404)
  })
})

describe('files', () => {
  test.each([
    ['gzip, deflate, br', 'br', 'brotli bytes'],
    ['gzip', 'gzip', 'gzip bytes'],
    ['br;q=0, gzip;q=0.5', 'gzip', 'gzip bytes'],
    ['br;q=0.000', undefined, script],
    ['zstd', undefined, script],
    ['', undefined, script],
  ])('to someone who accepts %j come as %s', async (accepted, encoding, body) => {
    const answer = await get('/assets/app-1a2b.js', { 'accept-encoding': accepted })
    expect([answer.headers['content-encoding'], answer.body]).toEqual([encoding, body])
    expect(answer.headers['vary']).toBe('accept-encoding')
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8')
  })

  test('with a hash in their name are kept for a year, others are asked for again', async () => {
    expect((await get('/assets/plain-3c4d.css')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    )
    expect((await get('/worker.js')).headers['cache-control']).toBe('no-cache')
  })

  test('win over a pattern that would match them', async () => {
    expect((await get('/trees/worker.js')).body).toBe('self.x = 1')
  })

  test('without compressed twins get them when they are first asked for', async () => {
    const brotli = await get('/assets/plain-3c4d.css', { 'accept-encoding': 'br' })
    const gzip = await get('/assets/plain-3c4d.css', { 'accept-encoding': 'gzip' })
    const again = await get('/assets/plain-3c4d.css', { 'accept-encoding': 'br' })
    expect([brotli.headers['content-encoding'], brotli.headers.vary]).toEqual(['br', 'accept-encoding'])
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe('a{}')
    expect(gunzipSync(gzip.rawPayload).toString()).toBe('a{}')
    expect(again.rawPayload).toEqual(brotli.rawPayload)
    expect(again.headers.etag).toBe((await get('/assets/plain-3c4d.css')).headers.etag)
  })

  test('that are no text come as they are', async () => {
    const { headers, body } = await get('/assets/leaf-5e6f.png', { 'accept-encoding': 'br' })
    expect([headers['content-encoding'], headers.vary, body]).toEqual([undefined, undefined, 'leaf'])
  })

  test('of text name the origin they are served from', async () => {
    expect((await get('/robots.txt')).body).toBe('Sitemap: https://orchard.example/sitemap.xml')
  })

  test('HEAD tells the headers alone', async () => {
    const answer = await app.inject({ method: 'HEAD', url: '/assets/app-1a2b.js' })
    expect([answer.statusCode, answer.body, answer.headers['content-length']]).toEqual([
      200,
      '',
      String(script.length),
    ])
  })
})

test('documents are compressed when accepted', async () => {
  const brotli = await get('/', { 'accept-encoding': 'br' })
  const gzip = await get('/', { 'accept-encoding': 'gzip' })
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toContain('Orchard')
  expect(gunzipSync(gzip.rawPayload).toString()).toContain('Orchard')
})

describe('a form that is posted without a script', () => {
  beforeEach(() => {
    asked = []
    answer = { status: 200, body: { sent: true } }
  })
  const post = (payload: string, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: '/orchard',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      remoteAddress: '203.0.113.9',
      payload,
    })
  const refuse = (reason: string, fields?: object[]) =>
    (answer = { status: 409, body: { code: 'aborted', message: 'Not today.', details: { reason, fields } } })

  test('goes through the door of its operation, as whoever sent it, and leads to another page', async () => {
    const { statusCode, headers } = await post('fruit=Pear+%26+plum&other=1', {
      origin: 'https://elsewhere.example',
      'x-secret': 'kept',
    })
    expect([statusCode, headers.location]).toEqual([303, '/'])
    const origin = 'https://elsewhere.example'
    expect(asked).toEqual([{ body: { fruit: 'Pear & plum' }, ip: '203.0.113.9', origin }])
  })

  test('comes back with what is missing, and asks nothing', async () => {
    const { statusCode, headers, body } = await post('fruit=+')
    expect([statusCode, headers['cache-control']]).toEqual([400, 'no-store'])
    expect(headers['content-security-policy']).toContain("form-action 'self'")
    expect(body).toContain('<a href="#fruit">Name a fruit</a>')
    expect(asked).toEqual([])
  })

  test('comes back with the refusal at its control or as a whole, in words that hold here', async () => {
    refuse('invalid-input', [{ field: 'fruit', message: 'No such fruit' }])
    expect((await post('fruit=Stone')).body).toContain('<a href="#fruit">No such fruit</a></li></ul>')
    refuse('unknown-fruit')
    const known = await post('fruit=Stone')
    expect([known.statusCode, known.body]).toEqual([409, expect.stringContaining('>Not today.</a>')])
    expect(known.body).toContain('value="Stone"')
    refuse('worn')
    expect((await post('fruit=Pear')).body).toContain('<ul><li>Bring it on paper.</li></ul>')
    refuse('tired')
    expect((await post('fruit=Pear')).body).toContain('<ul><li>Not today.</li></ul>')
  })

  test('is read as forms write, and no longer than its limit', async () => {
    expect((await post('{"fruit":"Pear"}', { 'content-type': 'application/json' })).statusCode).toBe(400)
    expect((await post('fruit=Pear', { 'content-type': 'text/html' })).statusCode).toBe(415)
    expect((await post(`fruit=${'x'.repeat(70_000)}`)).statusCode).toBe(413)
    expect(asked).toEqual([])
  })
})

test.each<[wrong: string, change: Partial<PageTable>]>([
  ['a file that is not there', { files: { '/gone.js': 'build/gone.js' } }],
  ['a file of an unknown type', { files: { '/odd': 'build/odd.bin' } }],
  ['a document that is not there', { notFound: page('*', 'build/gone.html', 'open') }],
  ['an unknown header class', { pages: [page('/', 'build/index.html', 'unheard-of')] }],
])('%s stops the start', async (_wrong, change) => {
  writeFileSync(path.join(root, 'build/odd.bin'), 'x')
  const broken = fastify().register(pageServer, {
    root,
    table: { ...table, ...change },
    origin: 'https://orchard.example',
  })
  await expect(broken.ready()).rejects.toThrow()
})

test('a folder without a table says what to do', () => {
  expect(() => readPageTable(root)).toThrow(/Run 'node tools\/build.ts'/)
  writeFileSync(path.join(root, 'routes.json'), JSON.stringify(table))
  expect(readPageTable(root)).toEqual(table)
})

function policyOf(header: unknown): Record<string, string> {
  const parts = String(header)
    .split('; ')
    .map((directive) => directive.split(/ (.*)/))
  return Object.fromEntries(parts.map(([name, sources]) => [name, sources]))
}

describe('at another host than the origin’s', () => {
  let strict: FastifyInstance
  beforeAll(async () => {
    strict = fastify({ trustProxy: '10.0.0.1' })
    strict.get('/api/here', { config: { open: 'health' } }, async () => ({ here: true }))
    await strict.register(pageServer, { root, table, origin: 'https://orchard.example', atOriginOnly: true })
  })
  afterAll(() => strict.close())
  const ask = (url: string, host: string, headers = {}, remoteAddress = '10.0.0.1') =>
    strict.inject({ url, remoteAddress, headers: { host, ...headers } })

  test.each(['/', '/trees/7?a=1&b=%22', '/no/such/page'])('%s is answered with where it is', async (url) => {
    const answer = await ask(url, 'other.example')
    expect(answer.statusCode).toBe(421)
    expect(answer.headers['cache-control']).toBe('no-store')
    const shown = url.replace('&', '&amp;')
    expect(answer.body).toBe(`<a href="https://orchard.example${shown}">https://orchard.example</a>`)
  })

  test('the proxy’s word counts where it is trusted, and nobody else’s', async () => {
    const named = { 'x-forwarded-host': 'orchard.example' }
    expect((await ask('/', 'inner.example', named)).statusCode).toBe(200)
    expect((await ask('/', 'inner.example', named, '10.0.0.2')).statusCode).toBe(421)
    expect((await ask('/', 'orchard.example')).statusCode).toBe(200)
  })

  test('files, and what other programs call, are answered as ever', async () => {
    expect((await ask('/assets/plain-3c4d.css', 'other.example')).statusCode).toBe(200)
    expect((await ask('/api/here', 'other.example')).json()).toEqual({ here: true })
    expect((await ask('/api/nothing', 'other.example')).statusCode).toBe(404)
  })
})
