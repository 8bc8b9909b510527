import { setTimeout as delay } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import type { AnyoneCaller } from '../../../contract/access.ts'
import { contract } from '../../../contract/index.ts'
import type { OperationMeta } from '../../../contract/kit.ts'
import { silentLog } from '../../testing/silent-log.ts'
import type { Admission } from './admission.ts'
import { systemClock } from '../clock.ts'
import { noCaptcha } from './captcha.ts'
import { connections_awaited_max, createHttpServer, type HttpSettings } from './http-server.ts'
import { addSecurityFile } from './security-file.ts'

const nobody = { audience: 'anyone' } as AnyoneCaller
const refuse = async () => null

/** Counts what admission asked for, in order. */
function admissionOf(
  asked: string[] = [],
  change: Partial<Admission['rates'] & { clinic: unknown }> = {},
): Admission {
  return {
    ownOrigins: ['https://consent.example.org'],
    captcha: noCaptcha,
    clock: systemClock,
    stepUpMinutes: 10,
    maintenance: async () => null,
    isSwitchedOff: async () => false,
    rates: {
      general: async () => (asked.push('general'), true),
      ofKey: async () => (asked.push('key'), true),
      attempt: async (what) => (asked.push(`attempt ${what}`), true),
      attemptRead: async (what) => (asked.push(`attempt ${what}`), true),
      ...change,
    },
    isKioskSession: async () => false,
    authenticators: {
      link: refuse,
      patient: refuse,
      supporter: refuse,
      admin: refuse,
      group: refuse,
      account: refuse,
      setup: refuse,
      integration: refuse,
      program: refuse,
      clinic: async () => (asked.push('opener'), (change.clinic ?? null) as never),
    },
  }
}

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((app) => app.close()))
})

async function serverWith(change: Partial<HttpSettings> = {}) {
  const app = await createHttpServer({
    log: silentLog,
    trustedProxies: false,
    behindTls: false,
    eventLoopDelayMsMax: null,
    connectionsAwaited: () => 0,
    admission: admissionOf(),
    notReady: async () => null,
    ...change,
  })
  opened.push(app)
  return app
}

const open = { config: { open: 'page' } } as const
const metaOf = (change: Partial<OperationMeta>): OperationMeta =>
  ({ ...contract.clinics.get['~orpc'].meta, ...change }) as OperationMeta

describe('a route', () => {
  it('that declares neither its access nor why it needs none stops the start', async () => {
    const app = await serverWith()
    expect(() => app.get('/forgotten', async () => 'open to all')).toThrow(
      '/forgotten declares neither its access',
    )
    await expect(
      app.register(async (inner) => void inner.post('/inner', async () => '')).ready(),
    ).rejects.toThrow('/inner')
  })

  it('that is declared is not run for a caller who is not admitted', async () => {
    const app = await serverWith()
    let ran = false
    app.get(
      '/api/x',
      { config: { declared: { name: 'x', meta: metaOf({ access: 'clinic' }) } } },
      async () => (ran = true),
    )
    const { statusCode } = await app.inject('/api/x')
    expect([statusCode, ran]).toEqual([401, false])
  })
})

describe('every answer of the API', () => {
  it('carries a request number of its own and headers that keep it private', async () => {
    const app = await serverWith()
    app.get('/api/x', { config: { open: 'description' } }, async () => ({}))
    const [one, two] = [await app.inject('/api/x'), await app.inject('/api/x')]
    expect(one.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
    expect(one.headers['x-request-id']).not.toBe(two.headers['x-request-id'])
    expect(one.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    expect(one.headers['strict-transport-security']).toBeUndefined()
  })

  it('promises TLS where it is behind TLS', async () => {
    const app = await serverWith({ behindTls: true })
    expect((await app.inject('/healthz')).headers['strict-transport-security']).toBe(
      'max-age=63072000; includeSubDomains',
    )
  })

  it.each([
    ['__Host-x=1; Path=/; HttpOnly; Secure', true, 200],
    ['__Secure-x=1; Path=/; HttpOnly; Secure', true, 500],
    ['x=1; Path=/; HttpOnly', true, 500],
    ['x=1; Path=/; HttpOnly', false, 200],
  ])('with the cookie %s, behind TLS %s, is %i', async (cookie, behindTls, status) => {
    const app = await serverWith({ behindTls })
    app.get('/api/x', open, async (_request, reply) => reply.header('set-cookie', cookie).send({}))
    const answer = await app.inject('/api/x')
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([
      status,
      status === 200 ? cookie : undefined,
    ])
  })

  it.each(['/api/nothing', '/api/%zz', `/api/x/${'y'.repeat(200)}`])(
    'is the envelope also at %s',
    async (url) => {
      const app = await serverWith()
      app.get('/api/x/:id', open, async () => ({}))
      const answer = await app.inject(url)
      expect(Object.keys(answer.json())).toEqual(['code', 'message', 'details'])
      expect(answer.json().details.requestId).toBe(answer.headers['x-request-id'])
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.body).not.toContain('yyy')
    },
  )
})

describe('a long answer', () => {
  const text = JSON.stringify({ content: 'A filling replaces what decay has taken. '.repeat(100) })
  async function answerTo(headers: Record<string, string>, answered = text) {
    const app = await serverWith()
    app.get('/api/x', { config: { open: 'description' } }, async (_request, reply) =>
      reply.type('application/json').send(answered),
    )
    return app.inject({ url: '/api/x', headers })
  }

  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ])('is sent to who takes %s by %s', async (named, encoding, open) => {
    const { headers, rawPayload } = await answerTo({ 'accept-encoding': named })
    expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
    expect(headers['content-length']).toBe(String(rawPayload.length))
    expect(rawPayload.length).toBeLessThan(text.length / 5)
    expect(open(rawPayload).toString()).toBe(text)
  })

  it.each([
    ['to who takes none', {}, text],
    [
      'to who was led here by another site',
      { 'accept-encoding': 'br', 'sec-fetch-site': 'cross-site' },
      text,
    ],
    ['where it is short', { 'accept-encoding': 'br' }, '{"accepted":true}'],
  ])('is sent as it is %s', async (_name, headers, answered) => {
    const answer = await answerTo(headers, answered)
    expect([answer.headers['content-encoding'], answer.body]).toEqual([undefined, answered])
  })
})

describe('admission', () => {
  const declared = (change: Partial<OperationMeta>) => ({
    config: { declared: { name: 'x', meta: metaOf(change) } },
  })

  it('asks for origin, then limits, then who it is, and reads no body before', async () => {
    const asked: string[] = []
    const app = await serverWith({ admission: admissionOf(asked) })
    const meta = { access: 'clinic', rate: { attempts: 1, seconds: 1 } } as const
    app.post('/api/x', declared(meta), async () => (asked.push('handler'), {}))
    const answer = await app.inject({
      method: 'POST',
      url: '/api/x',
      headers: { 'content-type': 'application/json' },
      payload: '{"half',
    })
    expect([answer.statusCode, asked]).toEqual([401, ['general', 'attempt x', 'opener']])
  })

  it.each([
    ['another origin', { origin: 'https://evil.example.org' }, 403],
    ['a page without an origin', { origin: 'null' }, 403],
    ['our host over http', { origin: 'http://consent.example.org' }, 403],
    ['our name with something before it', { origin: 'https://xconsent.example.org' }, 403],
    ['a browser on another site that hides its origin', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a sibling site', { 'sec-fetch-site': 'same-site' }, 403],
    ['our own origin', { origin: 'https://consent.example.org' }, 200],
    ['our own page without an origin', { 'sec-fetch-site': 'same-origin' }, 200],
    ['a person who typed the address', { 'sec-fetch-site': 'none' }, 200],
    ['no browser at all', {}, 200],
  ])('of a write from %s', async (_name, headers, status) => {
    const asked: string[] = []
    const app = await serverWith({ admission: admissionOf(asked) })
    app.post('/api/x', declared({ access: 'anyone' }), async () => ({}))
    app.get('/api/x', declared({ access: 'anyone' }), async () => ({}))
    const answer = await app.inject({ method: 'POST', url: '/api/x', headers })
    expect(answer.statusCode).toBe(status)
    if (status === 403) {
      expect(answer.json().details.reason).toBe('foreign-origin')
      expect(asked).toEqual([])
    }
    // Reading changes nothing, and browsers keep the answer from other sites.
    expect((await app.inject({ method: 'GET', url: '/api/x', headers })).statusCode).toBe(200)
  })

  it('refuses what comes too often, one operation and everything together', async () => {
    const rate = { attempts: 1, seconds: 1 }
    for (const over of ['attempt', 'general'] as const) {
      const flooded = await serverWith({ admission: admissionOf([], { [over]: async () => false }) })
      flooded.post('/api/x', declared({ access: 'anyone', rate }), async () => ({}))
      const refused = await flooded.inject({ method: 'POST', url: '/api/x' })
      expect([refused.statusCode, refused.json().code, refused.json().details.reason]).toEqual([
        429,
        'resource-exhausted',
        'rate-limited',
      ])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    }
  })

  it('says when to try again with every refusal of too many tries', async () => {
    const app = await serverWith({})
    app.get('/api/spent', { config: { open: 'health' } }, async (_request, reply) => reply.code(429).send({}))
    const { headers } = await app.inject({ url: '/api/spent' })
    expect(headers['retry-after']).toBe('300')
  })

  it('names who takes reports of security problems, as RFC 9116 has it', async () => {
    const app = await serverWith({})
    const now = new Date('2026-11-27T10:00:00Z')
    addSecurityFile(app, {
      clock: { now: () => now },
      origin: 'https://consent.example',
      email: 'security@practice.example',
      policyPage: '/security',
    })
    const answer = await app.inject({ url: '/.well-known/security.txt' })
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(answer.body.split('\n')).toEqual([
      'Contact: mailto:security@practice.example',
      'Expires: 2027-05-28T10:00:00.000Z',
      'Preferred-Languages: en',
      'Canonical: https://consent.example/.well-known/security.txt',
      'Policy: https://consent.example/security',
      '',
    ])
  })

  it('counts a key by itself, and lets it do what its scopes name', async () => {
    const counted: string[] = []
    const admission = admissionOf([], { ofKey: async (id) => (counted.push(id), id !== 'busy') })
    admission.authenticators.integration = async ({ authorization: id }) =>
      ({ audience: 'integration', keyId: id, scopes: ['system/Consent.read'] }) as never
    const app = await serverWith({ admission })
    app.get('/api/one', declared({ access: 'integration', scope: 'system/Consent.read' }), async () => ({}))
    app.get('/api/other', declared({ access: 'integration', scope: 'system/Patient.read' }), async () => ({}))
    const statusOf = async (url: string, authorization: string) =>
      (await app.inject({ method: 'GET', url, headers: { authorization } })).statusCode
    expect(await statusOf('/api/one', 'calm')).toBe(200)
    expect(await statusOf('/api/other', 'calm')).toBe(403)
    expect(await statusOf('/api/one', 'busy')).toBe(429)
    expect(counted).toEqual(['calm', 'calm', 'busy'])
  })

  it('counts a live link by itself, and unknown ones by the address they come from', async () => {
    const counted: string[] = []
    const admission = admissionOf([], {
      attempt: async (_what, _rate, by) => (counted.push(String(by)), true),
    })
    const live = { audience: 'link', linkId: 'the-link' } as never
    admission.authenticators.link = async ({ params }) => (params.token === 'live' ? live : null)
    const app = await serverWith({ admission })
    const rate = { attempts: 1, seconds: 1 }
    app.post('/api/links/:token', declared({ access: 'link', rate, isRead: false }), async () => ({}))
    const statuses = []
    for (const token of ['live', 'unknown']) {
      const request = { method: 'POST', url: `/api/links/${token}`, remoteAddress: '203.0.113.9' } as const
      statuses.push((await app.inject(request)).statusCode)
    }
    expect(statuses).toEqual([200, 404])
    expect(counted).toEqual(['the-link', '203.0.113.9'])
  })

  it('counts reads by a live link as reads, and by unknown ones as guesses', async () => {
    const counted: string[] = []
    const admission = admissionOf([], {
      attempt: async (_what, _rate, by) => (counted.push(`guess ${String(by)}`), true),
      attemptRead: async (_what, _rate, by) => (counted.push(`read ${String(by)}`), true),
    })
    const live = { audience: 'link', linkId: 'the-link' } as never
    admission.authenticators.link = async ({ params }) => (params.token === 'live' ? live : null)
    const app = await serverWith({ admission })
    const rate = { attempts: 1, seconds: 1 }
    const read = declared({ access: 'link', rate, isRead: true })
    app.get('/api/links/:token', read, async () => ({}))
    for (const token of ['live', 'unknown'])
      await app.inject({ method: 'GET', url: `/api/links/${token}`, remoteAddress: '203.0.113.9' })
    expect(counted).toEqual(['read the-link', 'guess 203.0.113.9'])
  })

  it('hands the caller it opened to the handler', async () => {
    const app = await serverWith()
    app.get('/api/x', declared({ access: 'anyone' }), (request, reply) =>
      reply.send({ audience: request.caller!.audience }),
    )
    expect((await app.inject('/api/x')).json()).toEqual({ audience: nobody.audience })
  })

  it('believes no forwarded address unless its proxy is trusted', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.50' }
    const seen = async (trustedProxies: string[] | false) => {
      const app = await serverWith({ trustedProxies })
      app.get('/api/x', declared({ access: 'anyone' }), (request, reply) =>
        reply.send({ ip: request.caller!.visit.ip }),
      )
      return (await app.inject({ url: '/api/x', headers, remoteAddress: '10.0.0.1' })).json().ip
    }
    expect(await seen(false)).toBe('10.0.0.1')
    expect(await seen(['10.0.0.0/8'])).toBe('203.0.113.50')
    expect(await seen(['192.168.0.0/16'])).toBe('10.0.0.1')
  })
})

describe('health', () => {
  it('is alive, and ready unless somebody knows why not', async () => {
    let reason: string | null = 'migrations are not applied'
    const app = await serverWith({ notReady: async () => reason })
    expect((await app.inject('/healthz')).json()).toEqual({ alive: true })
    expect((await app.inject('/readyz')).statusCode).toBe(503)
    expect((await app.inject('/readyz')).json()).toEqual({
      ready: false,
      reason: 'migrations are not applied',
    })
    reason = null
    expect((await app.inject('/readyz')).json()).toEqual({ ready: true })
  })
})

describe('under load', () => {
  it('turns requests away with 503 and reason busy once the event loop runs late, before anybody asks who it is', async () => {
    // Any lateness at all is too much here, so that it need not be made.
    const asked: string[] = []
    const app = await serverWith({ eventLoopDelayMsMax: 1e-9, admission: admissionOf(asked) })
    const busy = { config: { declared: { name: 'x', meta: metaOf({ access: 'anyone' }) } } }
    app.get('/api/x', busy, async () => ({}))
    app.get('/page', open, async () => 'a page')
    let answer = await app.inject('/api/x')
    while (answer.statusCode === 200) {
      await delay(20)
      asked.length = 0
      answer = await app.inject('/api/x')
    }
    expect([answer.statusCode, answer.json().details.reason]).toEqual([503, 'busy'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.headers['x-request-id']).toBe(answer.json().details.requestId)
    expect(asked).toEqual([])
    expect((await app.inject('/page')).body).toBe('a page')
    expect((await app.inject('/healthz')).statusCode).toBe(200)
  })
})

describe('a page that asks the database', () => {
  const asking = { config: { open: 'page', asksDatabase: true } } as const
  const own = { 'cache-control': 'no-cache', 'content-security-policy': 'frame-ancestors https://a.example' }

  it('is turned away where too many wait for it, and nobody may frame the refusal', async () => {
    let awaited = connections_awaited_max
    const app = await serverWith({ connectionsAwaited: () => awaited })
    let answered = 0
    app.get('/page', asking, async (_request, reply) => {
      answered++
      return reply.headers(own).send('a page')
    })
    const refused = await app.inject('/page')
    expect([refused.statusCode, refused.json().details.reason, answered]).toEqual([503, 'busy', 0])
    expect(refused.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(refused.headers['cache-control']).toBe('no-store')
    awaited--
    expect((await app.inject('/page')).headers).toMatchObject(own)
  })

  it('is counted by the address that asks, as whatever else it asks for, and refused above that', async () => {
    const counted: string[] = []
    const admission = admissionOf([], { general: async (ip) => counted.push(ip) < 2 })
    const app = await serverWith({ admission })
    let answered = 0
    app.get('/page', asking, async () => `${++answered}`)
    app.get('/file', open, async () => 'a file')
    const statusOf = async (url: string) =>
      (await app.inject({ url, remoteAddress: '203.0.113.9' })).statusCode
    expect([await statusOf('/page'), await statusOf('/page'), await statusOf('/file')]).toEqual([
      200, 429, 200,
    ])
    expect([counted, answered]).toEqual([['203.0.113.9', '203.0.113.9'], 1])
  })
})

describe('while too many wait for the database', () => {
  it('whoever comes next is turned away, before the database is asked who it is, until fewer wait', async () => {
    const asked: string[] = []
    let awaited = connections_awaited_max - 1
    const app = await serverWith({ connectionsAwaited: () => awaited, admission: admissionOf(asked) })
    app.get(
      '/api/x',
      { config: { declared: { name: 'x', meta: metaOf({ access: 'anyone' }) } } },
      async () => ({}),
    )
    app.get('/page', open, async () => 'a page')
    expect((await app.inject('/api/x')).statusCode).toBe(200)
    asked.length = 0
    awaited++
    const answer = await app.inject('/api/x')
    expect([answer.statusCode, answer.json().details.reason]).toEqual([503, 'busy'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(asked).toEqual([])
    expect((await app.inject('/page')).body).toBe('a page')
    expect((await app.inject('/readyz')).statusCode).toBe(200)
    awaited--
    expect((await app.inject('/api/x')).statusCode).toBe(200)
  })
})

describe('closing', () => {
  it('finishes a request that runs, and takes no new one', async () => {
    const app = await serverWith()
    const started = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    app.get('/api/slow', open, async () => {
      started.resolve()
      await finish.promise
      return { finished: true }
    })
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const running = fetch(`${address}/api/slow`)
    await started.promise
    let closed = false
    const closing = app.close().then(() => (closed = true))
    await expect(untilRefused(address)).resolves.toBe(true)
    expect(closed).toBe(false)
    finish.resolve()
    expect(await (await running).json()).toEqual({ finished: true })
    await closing
  })

  /** New connections are refused, at the latest by the socket, at the earliest with 503. */
  async function untilRefused(address: string): Promise<boolean> {
    for (;;) {
      const answer = await fetch(`${address}/healthz`).catch(() => null)
      if (answer === null || answer.status === 503) return true
    }
  }
})
