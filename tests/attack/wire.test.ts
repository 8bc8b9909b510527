import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../contract/index.ts'
import { openTestApp, testAddress, type TestApp } from '../../server/testing/test-app.ts'

let testApp: TestApp
let port: number
beforeAll(async () => {
  testApp = await openTestApp()
  await testApp.app.http.listen({ host: '127.0.0.1', port: 0 })
  port = (testApp.app.http.server.address() as AddressInfo).port
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

/** Sends bytes as they are, and answers all that came back until the server hung up. */
function sendRawBytes(bytes: string): Promise<string> {
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

const requestHead = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`
const postRequestLine = 'POST /api/sign-in HTTP/1.1'
const json = 'Content-Type: application/json'
const closeHeader = 'Connection: close'
/** What a proxy that read the request in another way would have let through. */
const smuggledRequest = requestHead('GET /readyz HTTP/1.1', 'Host: localhost', closeHeader)

it('answers an ordinary request, and two after one another', async () => {
  const one = requestHead('GET /healthz HTTP/1.1', 'Host: localhost')
  expect(statusesOf(await sendRawBytes(one + smuggledRequest))).toEqual([200, 200])
})

describe('a request whose end could be read in two ways is refused, and what hides in it is no request', () => {
  const length = `Content-Length: ${smuggledRequest.length + 5}`
  it.each([
    [
      'both a length and pieces',
      requestHead(postRequestLine, 'Host: a', json, length, 'Transfer-Encoding: chunked') +
        `0\r\n\r\n${smuggledRequest}`,
    ],
    [
      'pieces and then a length',
      requestHead(postRequestLine, 'Host: a', json, 'Transfer-Encoding: chunked', length) +
        `0\r\n\r\n${smuggledRequest}`,
    ],
    [
      'two lengths',
      requestHead(postRequestLine, 'Host: a', json, 'Content-Length: 0', length) + smuggledRequest,
    ],
    [
      'two lengths in one line',
      requestHead(postRequestLine, 'Host: a', json, 'Content-Length: 0, 99') + smuggledRequest,
    ],
    [
      'a length with a sign',
      requestHead(postRequestLine, 'Host: a', json, 'Content-Length: +0') + smuggledRequest,
    ],
    [
      'a length in hexadecimal',
      requestHead(postRequestLine, 'Host: a', json, 'Content-Length: 0x0') + smuggledRequest,
    ],
    [
      'a length below nothing',
      requestHead(postRequestLine, 'Host: a', json, 'Content-Length: -1') + smuggledRequest,
    ],
    [
      'a length beyond all numbers',
      requestHead(postRequestLine, 'Host: a', json, `Content-Length: ${'9'.repeat(30)}`) + smuggledRequest,
    ],
    [
      'a blank before the colon',
      requestHead(postRequestLine, 'Host: a', json, 'Transfer-Encoding : chunked') +
        `0\r\n\r\n${smuggledRequest}`,
    ],
    [
      'an encoding that is none',
      requestHead(postRequestLine, 'Host: a', json, 'Transfer-Encoding: xchunked') +
        `0\r\n\r\n${smuggledRequest}`,
    ],
    [
      'pieces that are not last',
      requestHead(postRequestLine, 'Host: a', json, 'Transfer-Encoding: chunked, identity') +
        `0\r\n\r\n${smuggledRequest}`,
    ],
    [
      'pieces hidden by a tab',
      requestHead(postRequestLine, 'Host: a', json, 'Transfer-Encoding:\x0bchunked') +
        `0\r\n\r\n${smuggledRequest}`,
    ],
    ['a line end without a return', `GET /healthz HTTP/1.1\nHost: a\nX: b\n\n${smuggledRequest}`],
    [
      'a return within a header',
      requestHead('GET /healthz HTTP/1.1', 'Host: a', 'X: b\rContent-Length: 9') + smuggledRequest,
    ],
    ['a null in a header', requestHead('GET /healthz HTTP/1.1', 'Host: a', 'X: b\0c') + smuggledRequest],
    [
      'a piece of a length that is none',
      requestHead(postRequestLine, 'Host: a', json, 'Transfer-Encoding: chunked') +
        `zz\r\n${smuggledRequest}`,
    ],
    [
      'a piece beyond all numbers',
      requestHead(postRequestLine, 'Host: a', json, 'Transfer-Encoding: chunked') +
        `fffffffffffffffff\r\n${smuggledRequest}`,
    ],
    [
      'a piece longer than it says',
      requestHead(postRequestLine, 'Host: a', json, 'Transfer-Encoding: chunked') +
        `1\r\nab\r\n0\r\n\r\n${smuggledRequest}`,
    ],
  ])('%s', async (_what, bytes) => {
    const statuses = statusesOf(await sendRawBytes(bytes))
    expect(statuses.filter((status) => status < 400)).toEqual([])
    expect(statuses.length).toBeLessThanOrEqual(1)
  })

  it('a header that goes on in the next line is refused, or read as that one header', async () => {
    const folded = requestHead('GET /healthz HTTP/1.1', 'Host: a', 'X: b', ' Content-Length: 99', closeHeader)
    const statuses = statusesOf(await sendRawBytes(folded))
    expect(statuses).toHaveLength(1)
    expect([200, 400]).toContain(statuses[0])
  })
})

describe('a head beyond bounds', () => {
  it.each([
    [
      'one header of a megabyte',
      requestHead('GET /healthz HTTP/1.1', 'Host: a', `X: ${'y'.repeat(1_000_000)}`),
    ],
    ['a cookie of 20 kB', requestHead('GET /healthz HTTP/1.1', 'Host: a', `Cookie: a=${'y'.repeat(20_000)}`)],
    [
      'ten thousand headers',
      requestHead(
        'GET /healthz HTTP/1.1',
        'Host: a',
        ...Array.from({ length: 10_000 }, (_, n) => `X${n}: y`),
      ),
    ],
    ['an address of 100 kB', requestHead(`GET /api/${'y'.repeat(100_000)} HTTP/1.1`, 'Host: a')],
  ])('%s is refused', async (_what, bytes) => {
    const statuses = statusesOf(await sendRawBytes(bytes))
    expect(statuses.filter((status) => status !== 431)).toEqual([])
  })

  it.each([
    ['no host', requestHead('GET /healthz HTTP/1.1', closeHeader), [400]],
    [
      'another method',
      requestHead('TRACE /healthz HTTP/1.1', 'Host: a', 'Cookie: secret=1', closeHeader),
      [400, 404, 405],
    ],
    ['an unknown method', requestHead('STEAL /healthz HTTP/1.1', 'Host: a', closeHeader), [400]],
    ['a version that is none', requestHead('GET /healthz HTTP/9.9', 'Host: a', closeHeader), [400, 505]],
    [
      'an address elsewhere',
      requestHead('GET http://evil.example/api/account HTTP/1.1', 'Host: a', closeHeader),
      [400, 401, 404],
    ],
    [
      'an address in another scheme',
      requestHead('GET file:///etc/passwd HTTP/1.1', 'Host: a', closeHeader),
      [400, 404],
    ],
    [
      'an address with two slashes',
      requestHead('GET //evil.example/%2e%2e HTTP/1.1', 'Host: a', closeHeader),
      [400, 404],
    ],
    [
      'a path that leads up',
      requestHead('GET /api/../../etc/passwd HTTP/1.1', 'Host: a', closeHeader),
      [400, 404],
    ],
    [
      'a path that leads up, hidden',
      requestHead('GET /%2e%2e%2f%2e%2e%2fetc/passwd HTTP/1.1', 'Host: a', closeHeader),
      [400, 404],
    ],
  ])('%s', async (_what, bytes, expected) => {
    const answer = await sendRawBytes(bytes)
    expect(expected).toContain(statusesOf(answer)[0])
    expect(answer).not.toMatch(/evil|secret=1|^location:/im)
  })

  it('is no tunnel, and speaks no other protocol', async () => {
    const tunnel = requestHead('CONNECT evil.example:443 HTTP/1.1', 'Host: evil.example:443', closeHeader)
    expect(statusesOf(await sendRawBytes(tunnel)).filter((status) => status < 400)).toEqual([])
    // The connection stays what it was, and ends when it is asked to: what came along is never another protocol.
    const upgrade = requestHead(
      'GET /healthz HTTP/1.1',
      ...[
        'Host: a',
        'Connection: Upgrade, HTTP2-Settings, close',
        'Upgrade: h2c',
        'HTTP2-Settings: AAMAAABkAAQAAP__',
      ],
    )
    expect(statusesOf(await sendRawBytes(upgrade + smuggledRequest))).toEqual([200])
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
    const { email } = testApp.clinicA.staff.dentist
    const asked = await testApp
      .anonymous()
      .call(contract.identity.sendEmailLink, { email }, { headers: names })
    expect(asked.error).toBeNull()
    await testApp.runJobs()
    const [message] = (await testApp.mail()).filter(({ to }) => to === email)
    expect(message!.text).toContain(testAddress)
    expect(message!.text).not.toContain('evil')
  })

  it('changes neither what is asked nor what is answered', async () => {
    const plain = await testApp.clinicA.as('dentist').get('/api/account')
    const named = await testApp.clinicA
      .as('dentist')
      .send({ method: 'GET', url: '/api/account' }, { headers: names })
    expect([plain.status, named.status]).toEqual([200, 200])
    expect(JSON.stringify([named.headers, named.body])).not.toContain('evil')
  })
})
