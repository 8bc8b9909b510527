import { expect, test, vi } from 'vitest'
import { PageLoadRetry } from './page-load-retry.ts'

const address = 'https://a.example/api/clinic/patients'
const networkFailure = () => Promise.reject(new TypeError('Failed to fetch'))

function createPageLoadRetry(connected: boolean) {
  const network = { isConnected: async () => connected, waitForConnection: vi.fn(async () => {}) }
  return { network, opening: new PageLoadRetry(network) }
}

test('what is read for a page waits for the connection, and is read again', async () => {
  const { network, opening } = createPageLoadRetry(false)
  const fetch = vi.fn<(request: Request) => Promise<Response>>()
  fetch
    .mockImplementationOnce(networkFailure)
    .mockImplementationOnce(networkFailure)
    .mockResolvedValue(new Response('here'))
  const answer = await opening.run(() => opening.send(new Request(address), fetch))
  expect(await answer.text()).toBe('here')
  expect(network.waitForConnection).toHaveBeenCalledTimes(2)
})

test.each([
  ['no page is being opened', false, false, 'GET', networkFailure],
  ['the server can be reached', true, true, 'GET', networkFailure],
  ['something is sent', true, false, 'POST', networkFailure],
  [
    'it took too long',
    true,
    false,
    'GET',
    () => Promise.reject(new DOMException('Too late', 'TimeoutError')),
  ],
])('a call that fails is told at once where %s', async (_case, opens, connected, method, fetch) => {
  const { network, opening } = createPageLoadRetry(connected)
  const send = () => opening.send(new Request(address, { method }), fetch)
  await expect(opens ? opening.run(send) : send()).rejects.toThrow()
  expect(network.waitForConnection).not.toHaveBeenCalled()
})
