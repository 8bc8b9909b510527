import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { systemClock } from '../../server/platform/clock.ts'
import { noCaptcha } from '../../server/platform/http/captcha.ts'
import { createHttpServer } from '../../server/platform/http/http-server.ts'
import { silentLog } from '../../server/testing/silent-log.ts'

const nobody = async () => null
const alwaysAllow = async () => true

/** Given up on soon: a head or body that never ends is hung up on at some time, however slow the machine. */
const shortTimeouts = { head_ms: 300, body_ms: 300, check_ms: 50 }
/** Longer than any machine takes for what is sent at once, so that nobody is hung up on for being slow. */
const longTimeouts = { head_ms: 300_000, body_ms: 300_000, check_ms: 50 }

let servers: Record<'impatient' | 'patient', FastifyInstance>
beforeAll(async () => {
  servers = { impatient: await serverWith(shortTimeouts), patient: await serverWith(longTimeouts) }
})
afterAll(() => Promise.all(Object.values(servers).map((server) => server.close())))

async function serverWith(timeouts: typeof longTimeouts): Promise<FastifyInstance> {
  const app = await createHttpServer({
    log: silentLog,
    trustedProxies: false,
    behindTls: false,
    eventLoopDelayMsMax: null,
    connectionsAwaited: () => 0,
    notReady: nobody,
    timeouts,
    admission: {
      ...{ ownOrigins: [], captcha: noCaptcha, clock: systemClock, stepUpMinutes: 10 },
      rates: { general: alwaysAllow, ofKey: alwaysAllow, attempt: alwaysAllow, attemptRead: alwaysAllow },
      ...{ maintenance: nobody, isSwitchedOff: async () => false, isKioskSession: async () => false },
      authenticators: {
        ...{
          link: nobody,
          patient: nobody,
          supporter: nobody,
          admin: nobody,
          account: nobody,
          group: nobody,
        },
        ...{ setup: nobody, integration: nobody, program: nobody, clinic: nobody },
      },
    },
  })
  app.post('/taken', { config: { open: 'page' } }, async () => ({ taken: true }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  return app
}

const portOf = ({ server }: FastifyInstance) => (server.address() as AddressInfo).port

/** Begins a request, and then sends a byte every now and then until one of the two hangs up. */
function sendSlowly(server: FastifyInstance, begun: string): { socket: Socket; told: Promise<string> } {
  let told = ''
  let drip: NodeJS.Timeout | undefined
  const socket = connect(portOf(server), '127.0.0.1', () => {
    socket.write(begun)
    // Only now: what is written before a connection stands would come first.
    drip = setInterval(() => socket.write('a'), 25)
  })
  socket.on('data', (part) => (told += part.toString()))
  socket.on('error', () => {})
  const closed = new Promise<string>((resolve) =>
    socket.on('close', () => {
      clearInterval(drip)
      resolve(told)
    }),
  )
  return { socket, told: closed }
}

/** Nothing but the server ends this. */
const closedConnectionOf = (begun: string): Promise<string> => sendSlowly(servers.impatient, begun).told

it('hangs up on a head that never ends', async () => {
  expect(await closedConnectionOf('GET /healthz HTTP/1.1\r\nHost: a\r\nX: ')).not.toContain('200 OK')
})

it('hangs up on a body that never ends, by whichever length', async () => {
  const head = 'POST /taken HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
  const told = await Promise.all([
    closedConnectionOf(`${head}Content-Length: 50000\r\n\r\n`),
    // Each piece a byte long: none of them is ever the last.
    closedConnectionOf(`${head}Transfer-Encoding: chunked\r\n\r\nffff\r\n`),
  ])
  for (const each of told) expect(each).not.toContain('taken')
})

it('goes on to answer everybody else meanwhile', async () => {
  const server = servers.patient
  const slow = Array.from({ length: 50 }, () => sendSlowly(server, 'GET /healthz HTTP/1.1\r\nX: '))
  await Promise.all(slow.map(({ socket }) => once(socket, 'connect')))
  const answers = await Promise.all(
    Array.from(
      { length: 10 },
      async () => (await fetch(`http://127.0.0.1:${portOf(server)}/healthz`)).status,
    ),
  )
  expect(answers).toEqual(answers.map(() => 200))
  expect(slow.filter(({ socket }) => socket.closed)).toEqual([])
  for (const { socket } of slow) socket.destroy()
  await Promise.all(slow.map(({ told }) => told))
})
