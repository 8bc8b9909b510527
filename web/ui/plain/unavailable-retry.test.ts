import { expect, test, vi } from 'vitest'
import { maySendAgain, sendWhileUnavailable } from './unavailable-retry.ts'

const away = (retryAfter?: string) =>
  new Response(null, { status: 503, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } })
const { signal } = new AbortController()

/** A clock that only waiting moves. */
function createWaiting() {
  let time = 0
  const delays: number[] = []
  return {
    delays,
    now: () => time,
    delay: async (ms: number) => {
      delays.push(ms)
      time += ms
    },
  }
}

test('asks again when the server said it would be back, until it answers', async () => {
  const waiting = createWaiting()
  const send = vi.fn<() => Promise<Response>>()
  send
    .mockResolvedValueOnce(away('2'))
    .mockResolvedValueOnce(away('1'))
    .mockResolvedValue(new Response('here'))
  const answer = await sendWhileUnavailable(send, signal, waiting)
  expect(await answer.text()).toBe('here')
  expect(send).toHaveBeenCalledTimes(3)
  const [first, second] = waiting.delays as [number, number]
  expect(first).toBeGreaterThanOrEqual(2000)
  expect(first).toBeLessThanOrEqual(2500)
  expect(second).toBeGreaterThanOrEqual(1000)
  expect(second).toBeLessThanOrEqual(1250)
})

test('gives up after half a minute, and hands on what the server said last', async () => {
  const waiting = createWaiting()
  const answer = await sendWhileUnavailable(async () => away('4'), signal, waiting)
  expect(answer.status).toBe(503)
  expect(waiting.now()).toBeLessThanOrEqual(30_000)
  expect(waiting.delays.length).toBeGreaterThan(3)
})

test.each([
  ['it does not say when it will be back', away()],
  ['it says so in words', away('Mon, 30 Nov 2026 12:00:00 GMT')],
  ['it was asked too often', new Response(null, { status: 429, headers: { 'retry-after': '1' } })],
  ['it answers', new Response('here')],
])('does not ask again where %s', async (_case, answer) => {
  const send = vi.fn(async () => answer)
  expect(await sendWhileUnavailable(send, signal, createWaiting())).toBe(answer)
  expect(send).toHaveBeenCalledTimes(1)
})

test('stops waiting when nobody wants the answer any more', async () => {
  const leaving = new AbortController()
  const answer = sendWhileUnavailable(async () => away('5'), leaving.signal)
  leaving.abort(new Error('left'))
  await expect(answer).rejects.toThrow('left')
})

test.each([
  ['GET', {}, true],
  ['POST', { 'idempotency-key': 'key-1' }, true],
  ['POST', {}, false],
])('%s with %o may be sent again: %s', (method, headers, may) => {
  expect(maySendAgain(method, new Headers(headers as Record<string, string>))).toBe(may)
})
