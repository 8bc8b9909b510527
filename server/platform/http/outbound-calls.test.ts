import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openOutboundFetch } from './outbound-fetch.ts'
import { openOutboundHttp } from './outbound-http.ts'
import type { ResolveHost } from './pinned-address.ts'

// Two addresses of this machine: one stands for a place outside, one for a service of ours that no stranger may reach.
const [outside, inside] = ['127.0.0.2', '127.0.0.1']
let outer: Server
let inner: Server
let port: number
let reached: string[]
const answer = (server: string, body: string): Server =>
  createServer((request, response) => {
    reached.push(`${server} ${request.url}`)
    if (request.url === '/elsewhere')
      return response.writeHead(302, { location: `http://${inside}:${port}/secret` }).end()
    if (request.url === '/endless') return writeEndless(response)
    return response.end(body)
  })

function writeEndless(response: NodeJS.WritableStream) {
  const write = () => {
    while (response.writable && response.write(Buffer.alloc(64 * 1024)));
  }
  response.on('drain', write)
  write()
}

beforeAll(async () => {
  outer = answer('outside', 'open')
  inner = answer('inside', 'secret')
  outer.listen(0, outside)
  await once(outer, 'listening')
  port = (outer.address() as AddressInfo).port
  inner.listen(port, inside)
  await once(inner, 'listening')
})
afterAll(() => {
  outer.closeAllConnections()
  for (const server of [outer, inner]) server.close()
})

const limits = { privateNetworks: [outside], configured: 'https://tsa.example/', timeout_ms: 5000 }
const bytes_max = 100_000

/** A name server that answers one thing first and another thing from then on. */
function rebinding(...answers: string[]) {
  let asked = 0
  const resolve: ResolveHost = async () => [
    { address: answers[Math.min(asked++, answers.length - 1)]!, family: 4 },
  ]
  return { resolve, asked: () => asked }
}

describe('what is read at an address that somebody else named', () => {
  const fetchWith = (resolve?: ResolveHost) => openOutboundFetch({ ...limits, bytes_max }, resolve)
  const readWith = async (url: string, resolve?: ResolveHost) => {
    reached = []
    const bytes = await fetchWith(resolve)(url)
    return bytes && Buffer.from(bytes).toString()
  }

  it('comes from where the name led when it was looked at, whatever the name says next', async () => {
    const names = rebinding(outside, inside)
    expect(await readWith(`http://rebinding.example:${port}/a`, names.resolve)).toBe('open')
    expect([names.asked(), reached]).toEqual([1, ['outside /a']])
  })

  it('is nothing where one of a name’s addresses lies in a network of ours', async () => {
    const both: ResolveHost = async () => [outside, inside].map((address) => ({ address, family: 4 }))
    expect(await readWith(`http://both.example:${port}/`, both)).toBeUndefined()
    expect(reached).toEqual([])
  })

  it('is nothing where somebody leads us on', async () => {
    expect(await readWith(`http://${outside}:${port}/elsewhere`)).toBeUndefined()
    expect(reached).toEqual(['outside /elsewhere'])
  })

  it('is no more than its bounds, and then the line is closed', async () => {
    expect(await readWith(`http://${outside}:${port}/endless`)).toBeUndefined()
  })

  it.each([
    ...[inside, '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '127.0.0.1.', 'localhost', '[::1]'],
    ...['[::ffff:127.0.0.1]', '[::ffff:0:7f00:1]', '[64:ff9b::7f00:1]', '127。0。0。1', '①②⑦.0.0.1'],
    ...[`user:word@${outside}`, `${outside}@${inside}`, '[fe80::1%25lo]', '', '0', '0.0.0.0', '[::]'],
  ])('is nothing at %s', async (host) => {
    expect(await readWith(`http://${host}:${port}/secret`)).toBeUndefined()
    expect(reached).toEqual([])
  })

  it.each(['file:///etc/passwd', 'ftp://127.0.0.2/', 'data:,a', 'gopher://127.0.0.2:70/', '//127.0.0.2', ''])(
    'is nothing at %s',
    async (url) => expect(await readWith(url)).toBeUndefined(),
  )

  it('is read in a network of ours at the very host and port that the installation names', async () => {
    const configured = `http://${inside}:${port}/tsa`
    const fetch = openOutboundFetch({ ...limits, privateNetworks: [], configured, bytes_max })
    expect(Buffer.from((await fetch(`http://${inside}:${port}/crl`))!).toString()).toBe('secret')
    expect(await fetch(`http://${inside}:${port + 1}/crl`)).toBeUndefined()
    expect(await fetch(`http://${outside}:${port}/crl`)).toBeUndefined()
  })
})

describe('what is posted to an address that a practice named', () => {
  const settings = { privateNetworks: [outside], timeoutSeconds: 5 }
  const post = (url: string, resolve?: ResolveHost) =>
    openOutboundHttp(settings, resolve).post(url, { headers: {}, body: '{}' })

  it('asks for the name once, and goes where it led then', async () => {
    const names = rebinding(outside, inside)
    reached = []
    // Neither speaks TLS: that the connection was begun, and where, is what is asked for.
    const { failure } = await post(`https://rebinding.example:${port}/`, names.resolve)
    expect([names.asked(), failure]).toEqual([1, 'No secure connection could be made'])
    const turned = rebinding(inside, outside)
    const refused = await post(`https://rebinding.example:${port}/`, turned.resolve)
    expect([turned.asked(), refused.failure]).toEqual([1, 'The address leads into a private network'])
    expect(reached).toEqual([])
  })

  it.each([
    ...[inside, '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '127.0.0.1.', '[::1]', '[::ffff:a00:1]'],
    ...['[::ffff:0:7f00:1]', '[64:ff9b::7f00:1]', '[fd00::1]', '169.254.169.254', '①②⑦.0.0.1', '0'],
    ...[`user:word@${inside}`, `${outside}@${inside}`],
  ])('is told at once that %s lies in a private network', (host) => {
    expect(openOutboundHttp(settings).isPrivate(`https://${host}:${port}/`)).toBe(true)
  })

  it('goes to no name that leads into one, with a dot behind it or without', async () => {
    reached = []
    for (const host of ['localhost', 'localhost.'])
      expect((await post(`https://${host}:${port}/`)).failure).toMatch(/private network|could not be found/)
    expect(reached).toEqual([])
  })
})
