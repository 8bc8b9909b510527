import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../contract/index.ts'
import { openWorld, testAddress, type TestWorld } from '../../server/testing/test-world.ts'

let world: TestWorld
let port: number
beforeAll(async () => {
  world = await openWorld()
  await world.app.http.listen({ host: '127.0.0.1', port: 0 })
  port = (world.app.http.server.address() as AddressInfo).port
})
afterAll(async () => {
  expect(world.faults).toEqual([])
  await world.close()
})

/** Sends bytes as they are, and answers all that came back until the server hung up. */
function exchange(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const parts: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'))
    socket.on('data', (part) => void parts.push(part))
    // What is cut off is an answer as well.
    socket.on('error', () => {})
    socket.on('close', () => resolve(Buffer.concat(parts).toString('latin1')))
  })
}

const statusesOf = (answer: string): number[] =>
  Array.from(answer.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status))

const head = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`
const post = 'POST /api/sign-in HTTP/1.1'
const json = 'Content-Type: application/json'
const last = 'Connection: close'
/** What a proxy that read the request in another way would have let through. */
const hidden = head('GET /readyz HTTP/1.1', 'Host: localhost', last)

it('answers an ordinary request, and two after one another', async () => {
  const one = head('GET /healthz HTTP/1.1', 'Host: localhost')
  expect(statusesOf(await exchange(one + hidden))).toEqual([200, 200])
})

describe('a request whose end could be read in two ways is refused, and what hides in it is no request', () => {
  const length = `Content-Length: ${hidden.length + 5}`
  it.each([
    [
      'both a length and pieces',
      head(post, 'Host: a', json, length, 'Transfer-Encoding: chunked') + `0\r\n\r\n${hidden}`,
    ],
    [
      'pieces and then a length',
      head(post, 'Host: a', json, 'Transfer-Encoding: chunked', length) + `0\r\n\r\n${hidden}`,
    ],
    ['two lengths', head(post, 'Host: a', json, 'Content-Length: 0', length) + hidden],
    ['two lengths in one line', head(post, 'Host: a', json, 'Content-Length: 0, 99') + hidden],
    ['a length with a sign', head(post, 'Host: a', json, 'Content-Length: +0') + hidden],
    ['a length in hexadecimal', head(post, 'Host: a', json, 'Content-Length: 0x0') + hidden],
    ['a length below nothing', head(post, 'Host: a', json, 'Content-Length: -1') + hidden],
    [
      'a length beyond all numbers',
      head(post, 'Host: a', json, `Content-Length: ${'9'.repeat(30)}`) + hidden,
    ],
    [
      'a blank before the colon',
      head(post, 'Host: a', json, 'Transfer-Encoding : chunked') + `0\r\n\r\n${hidden}`,
    ],
    [
      'an encoding that is none',
      head(post, 'Host: a', json, 'Transfer-Encoding: xchunked') + `0\r\n\r\n${hidden}`,
    ],
    [
      'pieces that are not last',
      head(post, 'Host: a', json, 'Transfer-Encoding: chunked, identity') + `0\r\n\r\n${hidden}`,
    ],
    [
      'pieces hidden by a tab',
      head(post, 'Host: a', json, 'Transfer-Encoding:\x0bchunked') + `0\r\n\r\n${hidden}`,
    ],
    ['a line end without a return', `GET /healthz HTTP/1.1\nHost: a\nX: b\n\n${hidden}`],
    [
      'a return within a header',
      head('GET /healthz HTTP/1.1', 'Host: a', 'X: b\rContent-Length: 9') + hidden,
    ],
    ['a null in a header', head('GET /healthz HTTP/1.1', 'Host: a', 'X: b\0c') + hidden],
    [
      'a piece of a length that is none',
      head(post, 'Host: a', json, 'Transfer-Encoding: chunked') + `zz\r\n${hidden}`,
    ],
    [
      'a piece beyond all numbers',
      head(post, 'Host: a', json, 'Transfer-Encoding: chunked') + `fffffffffffffffff\r\n${hidden}`,
    ],
    [
      'a piece longer than it says',
      head(post, 'Host: a', json, 'Transfer-Encoding: chunked') + `1\r\nab\r\n0\r\n\r\n${hidden}`,
    ],
  ])('%s', async (_what, bytes) => {
    const statuses = statusesOf(await exchange(bytes))
    expect(statuses.filter((status) => status < 400)).toEqual([])
    expect(statuses.length).toBeLessThanOrEqual(1)
  })

  it('a header that goes on in the next line is refused, or read as that one header', async () => {
    const folded = head('GET /healthz HTTP/1.1', 'Host: a', 'X: b', ' Content-Length: 99', last)
    const statuses = statusesOf(await exchange(folded))
    expect(statuses).toHaveLength(1)
    expect([200, 400]).toContain(statuses[0])
  })
})

describe('a head beyond bounds', () => {
  it.each([
    ['one header of a megabyte', head('GET /healthz HTTP/1.1', 'Host: a', `X: ${'y'.repeat(1_000_000)}`)],
    ['a cookie of 20 kB', head('GET /healthz HTTP/1.1', 'Host: a', `Cookie: a=${'y'.repeat(20_000)}`)],
    [
      'ten thousand headers',
      head('GET /healthz HTTP/1.1', 'Host: a', ...Array.from({ length: 10_000 }, (_, n) => `X${n}: y`)),
    ],
    ['an address of 100 kB', head(`GET /api/${'y'.repeat(100_000)} HTTP/1.1`, 'Host: a')],
  ])('%s is refused', async (_what, bytes) => {
    const statuses = statusesOf(await exchange(bytes))
    expect(statuses.filter((status) => status !== 431)).toEqual([])
  })

  it.each([
    ['no host', head('GET /healthz HTTP/1.1', last), [400]],
    ['another method', head('TRACE /healthz HTTP/1.1', 'Host: a', 'Cookie: secret=1', last), [400, 404, 405]],
    ['an unknown method', head('STEAL /healthz HTTP/1.1', 'Host: a', last), [400]],
    ['a version that is none', head('GET /healthz HTTP/9.9', 'Host: a', last), [400, 505]],
    [
      'an address elsewhere',
      head('GET http://evil.example/api/account HTTP/1.1', 'Host: a', last),
      [400, 401, 404],
    ],
    ['an address in another scheme', head('GET file:///etc/passwd HTTP/1.1', 'Host: a', last), [400, 404]],
    ['an address with two slashes', head('GET //evil.example/%2e%2e HTTP/1.1', 'Host: a', last), [400, 404]],
    ['a path that leads up', head('GET /api/../../etc/passwd HTTP/1.1', 'Host: a', last), [400, 404]],
    [
      'a path that leads up, hidden',
      head('GET /%2e%2e%2f%2e%2e%2fetc/passwd HTTP/1.1', 'Host: a', last),
      [400, 404],
    ],
  ])('%s', async (_what, bytes, expected) => {
    const answer = await exchange(bytes)
    expect(expected).toContain(statusesOf(answer)[0])
    expect(answer).not.toMatch(/evil|secret=1|^location:/im)
  })

  it('is no tunnel, and speaks no other protocol', async () => {
    const tunnel = head('CONNECT evil.example:443 HTTP/1.1', 'Host: evil.example:443', last)
    expect(statusesOf(await exchange(tunnel)).filter((status) => status < 400)).toEqual([])
    // The connection stays what it was, and ends when it is asked to: what came along is never another protocol.
    const upgrade = head(
      'GET /healthz HTTP/1.1',
      ...[
        'Host: a',
        'Connection: Upgrade, HTTP2-Settings, close',
        'Upgrade: h2c',
        'HTTP2-Settings: AAMAAABkAAQAAP__',
      ],
    )
    expect(statusesOf(await exchange(upgrade + hidden))).toEqual([200])
  })
})

describe('the name that a request gives the server', () => {
  const names = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'javascript',
    forwarded: 'host=evil.example',
    'x-original-url': '/api/admin/overview',
    'x-rewrite-url': '/api/admin/overview',
    'x-http-method-override': 'DELETE',
  }

  it('is in no message that we send', async () => {
    const { email } = world.a.staff.dentist
    const asked = await world.nobody().call(contract.identity.sendEmailLink, { email }, { headers: names })
    expect(asked.error).toBeNull()
    await world.runJobs()
    const [message] = (await world.mail()).filter(({ to }) => to === email)
    expect(message!.text).toContain(testAddress)
    expect(message!.text).not.toContain('evil')
  })

  it('changes neither what is asked nor what is answered', async () => {
    const plain = await world.a.as('dentist').get('/api/account')
    const named = await world.a.as('dentist').send({ method: 'GET', url: '/api/account' }, { headers: names })
    expect([plain.status, named.status]).toEqual([200, 200])
    expect(JSON.stringify([named.headers, named.body])).not.toContain('evil')
  })
})
