/**
 * Hides requests in requests and sends them through the two proxies of deploy/, as they are configured there, to the
 * product: no request may be answered that the proxy did not pass on as one, nobody behind it may get another's answer,
 * and no page may be shown under another name. A proxy that is not installed is named, and the proof does not hold:
 * `apt install nginx-light caddy`.
 *
 *   node tools/prove/proxies.ts
 */
import { createServer, connect as connectPlain, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { exampleProxies, versionOf, type ExampleProxy } from './example-proxies.ts'
import { runFaultTest } from './fault-test-run.ts'
import {
  downgrades,
  foreignHosts,
  hiddenAnswer,
  hiddenRequestLine,
  hiddenRequests,
  hostName,
} from './hidden-requests.ts'
import { startServer, stopServer, untilReady } from './test-server-process.ts'

const [product_port, tap_port, first_proxy_port] = [4398, 4399, 4410]
/** As long as an answer may take on a loaded machine, for what is answered at all. */
const quiet_ms = 1500
const connection_ms_max = 15_000
const others_after_each = 2

/** All that went through between a proxy and the product, in both directions. */
type Tap = { toProduct: string; fromProduct: string }

async function openTap(): Promise<{ tap: Tap; server: Server }> {
  const tap: Tap = { toProduct: '', fromProduct: '' }
  const server = createServer((proxy) => {
    const product = connectPlain(product_port, '127.0.0.1')
    proxy.on('data', (part) => void (tap.toProduct += part.toString('latin1')))
    product.on('data', (part) => void (tap.fromProduct += part.toString('latin1')))
    proxy.pipe(product).pipe(proxy)
    proxy.on('error', () => product.destroy())
    product.on('error', () => proxy.destroy())
  })
  await new Promise<void>((done) => server.listen(tap_port, '127.0.0.1', done))
  return { tap, server }
}

/** Sends bytes over TLS, and answers what came back until nothing more did. */
function sendBytes(port: number, bytes: Buffer, protocol: 'h2' | 'http/1.1' = 'http/1.1'): Promise<string> {
  return new Promise((resolve) => {
    const parts: Buffer[] = []
    const settings = { port, host: '127.0.0.1', servername: hostName, rejectUnauthorized: false }
    const socket = connectTls({ ...settings, ALPNProtocols: [protocol] }, () => socket.write(bytes))
    let quiet: NodeJS.Timeout | undefined
    const late = setTimeout(() => socket.destroy(), connection_ms_max)
    socket.on('data', (part: Buffer) => {
      parts.push(part)
      clearTimeout(quiet)
      quiet = setTimeout(() => socket.destroy(), quiet_ms)
    })
    // What is cut off is an answer as well.
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(quiet)
      clearTimeout(late)
      resolve(Buffer.concat(parts).toString('latin1'))
    })
  })
}

const count = (text: string, what: string): number => text.split(what).length - 1

/** How often the hidden request went to the product as a request of its own, which says whom the proxy passed it on for. */
const passedOn = ({ toProduct }: Tap): number =>
  toProduct
    .split(hiddenRequestLine)
    .slice(1)
    .filter((rest) => /^x-forwarded-for:/im.test(rest.split('\r\n\r\n')[0]!)).length

/** Whether the tap tells a request that no proxy passed on, by sending one past them. */
async function seesHiddenRequest(tap: Tap): Promise<boolean> {
  Object.assign(tap, { toProduct: '', fromProduct: '' })
  const socket = connectPlain(tap_port, '127.0.0.1')
  socket.write(`${hiddenRequestLine}HTTP/1.1\r\nHost: ${hostName}\r\nConnection: close\r\n\r\n`)
  await new Promise((done) => socket.once('close', done).resume())
  return count(tap.fromProduct, hiddenAnswer) > passedOn(tap)
}

const ordinary = Buffer.from(`GET /healthz HTTP/1.1\r\nHost: ${hostName}\r\nConnection: close\r\n\r\n`)

async function tryProxy(
  { name, program, speaksHttp2, start }: ExampleProxy,
  { folder, port, tap }: { folder: string; port: number; tap: Tap },
) {
  const amiss: string[] = []
  const proxy = start({ folder, port, upstreamPort: tap_port })
  const stop = () => void proxy.kill('SIGTERM')
  process.once('exit', stop)
  for (let tries = 0; !(await sendBytes(port, ordinary)).includes('200 OK'); tries++) {
    if (tries > 60 || proxy.exitCode !== null) throw new Error(`${program} does not pass anything on`)
    await sleep(500)
  }
  const answers: Record<string, number> = {}
  const attacks: [string, Buffer, 'h2' | 'http/1.1'][] = [
    ...Object.entries(hiddenRequests).map(
      ([what, bytes]) => [what, Buffer.from(bytes, 'latin1'), 'http/1.1'] as [string, Buffer, 'http/1.1'],
    ),
    ...(speaksHttp2
      ? Object.entries(downgrades).map(([what, bytes]) => [what, bytes, 'h2'] as [string, Buffer, 'h2'])
      : []),
  ]
  for (const [what, bytes, protocol] of attacks) {
    Object.assign(tap, { toProduct: '', fromProduct: '' })
    const answer = await sendBytes(port, bytes, protocol)
    const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? (answer === '' ? 'none' : protocol)
    answers[status] = (answers[status] ?? 0) + 1
    const others = await Promise.all(
      Array.from({ length: others_after_each }, () => sendBytes(port, ordinary)),
    )
    const answered = count(tap.fromProduct, hiddenAnswer)
    if (answered > passedOn(tap)) amiss.push(`${name}: a hidden request was answered: ${what}`)
    if (others.some((other) => !other.includes('200 OK') || other.includes(hiddenAnswer)))
      amiss.push(`${name}: somebody else got another answer: ${what}`)
  }
  for (const [what, bytes] of Object.entries(foreignHosts)) {
    Object.assign(tap, { toProduct: '', fromProduct: '' })
    const answer = await sendBytes(port, Buffer.from(bytes, 'latin1'))
    const [answerHead = '', ...body] = answer.split('\r\n\r\n')
    if (/^location:.*evil|^set-cookie:.*evil/im.test(answerHead) || body.join().includes('evil.example'))
      amiss.push(`${name}: another host is in the answer: ${what}`)
    if (/x-forwarded-for:[^\r]*203\.0\.113\.77/i.test(tap.toProduct))
      amiss.push(`${name}: a visitor says where they come from: ${what}`)
  }
  process.off('exit', stop)
  stop()
  return { amiss, counts: { requests: attacks.length + Object.keys(foreignHosts).length, answers } }
}

await runFaultTest(async (proof) => {
  const installed = exampleProxies.filter(({ program }) => versionOf(program) !== null)
  const missing = exampleProxies.filter((proxy) => !installed.includes(proxy))
  const amiss = missing.map(({ program }) => `${program} is not installed, and was not tried`)
  const counts: Record<string, unknown> = {}
  if (installed.length === 0) return { counts, amiss }
  const settings = { PUBLIC_ADDRESS: `https://${hostName}`, DEMO: 'off' }
  const server = startServer({ dataDir: proof.folder(), port: product_port, settings })
  proof.atEnd(() => stopServer(server))
  await untilReady(`http://127.0.0.1:${product_port}`, server)
  const { tap, server: tapServer } = await openTap()
  proof.atEnd(() => tapServer.close())
  if (!(await seesHiddenRequest(tap))) amiss.push('a hidden request was not seen that was there')
  for (const [place, proxy] of installed.entries()) {
    const given = { folder: proof.folder({ isEmpty: true }), port: first_proxy_port + place * 10, tap }
    const found = await tryProxy(proxy, given)
    counts[`${proxy.name}, ${versionOf(proxy.program)}`] = found.counts
    amiss.push(...found.amiss)
  }
  return { counts, amiss }
})
