import { expect, test, vi } from 'vitest'
import { PageOpening } from './page-opening.ts'

const address = 'https://a.example/api/clinic/patients'
const lost = () => Promise.reject(new TypeError('Failed to fetch'))

function openingWith(connected: boolean) {
  const network = { isConnected: async () => connected, untilConnected: vi.fn(async () => {}) }
  return { network, opening: new PageOpening(network) }
}

test('what is read for a page waits for the connection, and is read again', async () => {
  const { network, opening } = openingWith(false)
  const fetch = vi.fn<(request: Request) => Promise<Response>>()
  fetch.mockImplementationOnce(lost).mockImplementationOnce(lost).mockResolvedValue(new Response('here'))
  const answer = await opening.during(() => opening.send(new Request(address), fetch))
  expect(await answer.text()).toBe('here')
  expect(network.untilConnected).toHaveBeenCalledTimes(2)
})

test.each([
  ['no page is being opened', false, false, 'GET', lost],
  ['the server can be reached', true, true, 'GET', lost],
  ['something is sent', true, false, 'POST', lost],
  [
    'it took too long',
    true,
    false,
    'GET',
    () => Promise.reject(new DOMException('Too late', 'TimeoutError')),
  ],
])('a call that fails is told at once where %s', async (_case, opens, connected, method, fetch) => {
  const { network, opening } = openingWith(connected)
  const send = () => opening.send(new Request(address, { method }), fetch)
  await expect(opens ? opening.during(send) : send()).rejects.toThrow()
  expect(network.untilConnected).not.toHaveBeenCalled()
})
