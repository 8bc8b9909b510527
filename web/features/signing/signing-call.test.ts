import { afterEach, expect, test, vi } from 'vitest'
import { call_ms_max } from '../../../contract/limits.ts'
import { RequestFailedError, RequestRefusedError, call } from './signing-call.ts'

const stubResponse = (status: number, body: unknown) =>
  vi.stubGlobal('fetch', vi.fn().mockResolvedValue(new Response(JSON.stringify(body), { status })))
const envelope = (code: string, reason?: string) => ({
  code,
  message: 'No',
  details: reason ? { reason } : {},
})
const sendRequest = () =>
  call({ method: 'POST', path: '/api/patient/x', body: { a: 1 }, idempotencyKey: 'key-1' })

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('asks with JSON, the key and a time limit, and never from a cache', async () => {
  stubResponse(200, { ok: true })
  expect(await sendRequest()).toEqual({ ok: true })
  const [path, init] = vi.mocked(fetch).mock.calls[0]!
  expect(path).toBe('/api/patient/x')
  expect(init).toMatchObject({ method: 'POST', body: '{"a":1}', cache: 'no-store' })
  const headers = init?.headers as Headers
  expect(headers.get('idempotency-key')).toBe('key-1')
  expect(headers.get('content-type')).toBe('application/json')
  expect(headers.get('x-time-zone')).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
  expect(init?.signal).toBeInstanceOf(AbortSignal)
})

test('a call on a phone has the time of every other call', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  stubResponse(200, {})
  await sendRequest()
  expect(timeout).toHaveBeenCalledExactlyOnceWith(call_ms_max)
  expect(call_ms_max).toBe(70_000)
})

test('a read sends neither body nor content type', async () => {
  stubResponse(200, {})
  await call({ method: 'GET', path: '/api/patient/x' })
  const [, { body, headers } = {}] = vi.mocked(fetch).mock.calls[0]!
  expect(body).toBeNull()
  expect(new Headers(headers).has('content-type')).toBe(false)
})

test.each([
  [403, envelope('permission-denied', 'wrong-birth-date')],
  [401, envelope('unauthenticated')],
  [404, envelope('not-found', 'not-found')],
  [409, envelope('aborted', 'stale-version')],
  [429, envelope('resource-exhausted', 'link-locked')],
])('%i is a no that stays: %j', async (status, body) => {
  stubResponse(status, body)
  const error = await sendRequest().catch((problem: unknown) => problem)
  expect(error).toBeInstanceOf(RequestRefusedError)
  expect(error).toMatchObject({ code: body.code, message: 'No', details: body.details })
})

test.each([
  [429, envelope('resource-exhausted'), 'resource-exhausted'],
  [429, envelope('resource-exhausted', 'resource-exhausted'), 'resource-exhausted'],
  [500, envelope('internal'), 'internal'],
  [503, envelope('unavailable'), 'unavailable'],
  [502, '<html>', 'internal'],
])('%i may pass', async (status, body, code) => {
  stubResponse(status, body)
  const error = await sendRequest().catch((problem: unknown) => problem)
  expect(error).toBeInstanceOf(RequestFailedError)
  expect(error).toMatchObject({ code })
})

test('an answer that is not ours still counts by its status', async () => {
  vi.stubGlobal('fetch', vi.fn().mockResolvedValue(new Response('<html>', { status: 404 })))
  await expect(sendRequest()).rejects.toMatchObject({
    name: 'RequestRefusedError',
    code: 'not-found',
    details: {},
  })
})

test('no connection, a time-out and a torn answer are lost calls, not refusals', async () => {
  for (const failing of [
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => Promise.reject(new DOMException('late', 'TimeoutError')),
    () => Promise.resolve(new Response('{"id":', { status: 200 })),
  ]) {
    vi.stubGlobal('fetch', vi.fn(failing))
    await expect(sendRequest()).rejects.toBeInstanceOf(RequestFailedError)
    await expect(sendRequest()).rejects.toMatchObject({ code: 'internal' })
  }
})

test('asks again what bears a key while the server says when it will be back', async () => {
  const away = new Response('{}', { status: 503, headers: { 'retry-after': '0' } })
  vi.stubGlobal(
    'fetch',
    vi
      .fn()
      .mockResolvedValueOnce(away)
      .mockResolvedValue(Response.json({ ok: true })),
  )
  expect(await sendRequest()).toEqual({ ok: true })
  const keys = vi
    .mocked(fetch)
    .mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'))
  expect(keys).toEqual(['key-1', 'key-1'])
})
