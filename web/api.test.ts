import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call_ms_max } from '../contract/limits.ts'
import { api, ApiError, stepUp } from './api.ts'

const id = '8f14e45f-ceea-467f-a0e6-1f0b1c2d3e4f'
const fetched = vi.fn<typeof fetch>()

beforeEach(() => {
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('location', { origin: 'https://practice.example' })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const stubResponse = (status: number, body: unknown) =>
  fetched.mockResolvedValue(Response.json(body, { status }))
const errorOf = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => Promise.reject(),
    (error) => error,
  )
const sentRequest = () => fetched.mock.calls[0]?.[0] as Request

test('asks by the method, path and query that the contract names', async () => {
  stubResponse(200, { rows: [], total: 0, page: 2, pageSize: 25 })
  expect(await api.consents.listForAdmin({ page: 2, status: 'sent' })).toMatchObject({ page: 2 })
  expect([sentRequest().method, sentRequest().url]).toEqual([
    'GET',
    'https://practice.example/api/admin/consents?page=2&status=sent',
  ])
})

test('puts the path parameter in the path, the rest in the body, the key in its header', async () => {
  stubResponse(200, {})
  await api.consents.send({ consentId: id, by: 'link' }, { context: { idempotencyKey: 'key-1' } })
  expect([sentRequest().method, sentRequest().url]).toEqual([
    'POST',
    `https://practice.example/api/clinic/consents/${id}/send`,
  ])
  expect(await sentRequest().json()).toEqual({ by: 'link' })
  expect(sentRequest().headers.get('idempotency-key')).toBe('key-1')
})

test('sends no key where none is given', async () => {
  stubResponse(200, { user: null })
  await api.identity.session({})
  expect(sentRequest().headers.has('idempotency-key')).toBe(false)
})

test('the set-up token travels in its header', async () => {
  stubResponse(200, { hasSuperAdmin: false, byToken: true })
  await api.setup.status({}, { context: { setupToken: 'token-1' } })
  expect(sentRequest().headers.get('x-setup-token')).toBe('token-1')
})

test('a solved challenge travels in its header', async () => {
  stubResponse(200, { step: 'open', user: null })
  await api.identity.signIn({ login: 'a', password: 'b' }, { context: { captcha: 'c29sdmVk' } })
  expect(sentRequest().headers.get('x-captcha')).toBe('c29sdmVk')
})

test('a call that wants a fresh proof is sent again, the same, once the person has given it', async () => {
  const refused = {
    code: 'permission-denied',
    message: 'Confirm it’s you to continue.',
    details: { reason: 'requires-recent-login' },
  }
  fetched.mockResolvedValueOnce(Response.json(refused, { status: 403 }))
  fetched.mockResolvedValueOnce(Response.json({ sent: true }))
  const leave = stepUp.register(async () => true)
  const asked = { context: { idempotencyKey: 'key-1' } }
  expect(await api.account.changeEmail({ email: 'a@example.org' }, asked)).toEqual({ sent: true })
  leave()
  const requests = fetched.mock.calls.map(([request]) => request as Request)
  expect(requests.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['key-1', 'key-1'])
  const bodies = await Promise.all(requests.map((request) => request.json()))
  expect(bodies).toEqual([{ email: 'a@example.org' }, { email: 'a@example.org' }])
})

test('a refusal comes with its reason, fields and reference number', async () => {
  const fields = [{ field: 'email', message: 'Too long' }]
  stubResponse(400, {
    code: 'invalid-argument',
    message: 'Not valid.',
    details: { reason: 'invalid-input', fields, requestId: 'r-1' },
  })
  const problem = await errorOf(api.identity.signIn({ login: 'a', password: 'b' }))
  expect(problem).toBeInstanceOf(ApiError)
  expect({ ...problem, message: problem.message }).toMatchObject({
    code: 'invalid-argument',
    message: 'Not valid.',
    status: 400,
    reason: 'invalid-input',
    fields,
    requestId: 'r-1',
  })
})

test('an answer that is not ours says nothing of itself', async () => {
  fetched.mockResolvedValue(
    new Response('<h1>nginx</h1>', { status: 503, headers: { 'content-type': 'text/html' } }),
  )
  const problem = await errorOf(api.identity.session({}))
  expect([problem.code, problem.status, problem.message]).toEqual([
    'unavailable',
    503,
    'Something went wrong. Please try again.',
  ])
})

test('a network failure is told in the words of the error catalogue', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  const problem = await errorOf(api.identity.session({}))
  expect([problem.code, problem.message]).toEqual([
    'internal',
    'Network error. Please check your internet connection and try again.',
  ])
})

test('a call gives up after its time', async () => {
  const timeout = vi
    .spyOn(AbortSignal, 'timeout')
    .mockReturnValue(AbortSignal.abort(new DOMException('', 'TimeoutError')))
  fetched.mockImplementation(async (_request, init) => init?.signal?.throwIfAborted() as never)
  expect((await errorOf(api.identity.session({}))).code).toBe('deadline-exceeded')
  expect(timeout).toHaveBeenCalledWith(call_ms_max)
  expect(call_ms_max).toBe(70_000)
})

test('a call that the page gave up is no problem of the API', async () => {
  fetched.mockImplementation(async (_request, init) => init?.signal?.throwIfAborted() as never)
  const given = await errorOf(api.identity.session({}, { signal: AbortSignal.abort() }))
  expect(given).toMatchObject({ name: 'AbortError' })
})

const unavailableFor = (seconds: string) =>
  Response.json(
    { code: 'unavailable', message: 'Not now', details: {} },
    {
      status: 503,
      headers: { 'retry-after': seconds },
    },
  )

test('what may be sent twice is sent again while the server says when it will be back', async () => {
  fetched.mockResolvedValueOnce(unavailableFor('0')).mockResolvedValue(Response.json({}))
  await api.consents.send({ consentId: id, by: 'link' }, { context: { idempotencyKey: 'key-1' } })
  expect(fetched).toHaveBeenCalledTimes(2)
  for (const [request] of fetched.mock.calls as [Request][]) {
    expect(request.headers.get('idempotency-key')).toBe('key-1')
    expect(await request.json()).toEqual({ by: 'link' })
  }
})

test('what bears no key is told at once that the server is away', async () => {
  fetched.mockResolvedValue(unavailableFor('0'))
  const problem = await errorOf(api.identity.signIn({ login: 'a@example.org', password: 'x' }))
  expect([problem.code, fetched.mock.calls.length]).toEqual(['unavailable', 1])
})
