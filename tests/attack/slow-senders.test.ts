import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { systemClock } from '../../server/platform/clock.ts'
import { openDoor } from '../../server/platform/http/captcha.ts'
import { makeHttpServer } from '../../server/platform/http/http-server.ts'
import { silentLog } from '../../server/testing/silent-log.ts'

const nobody = async () => null
const always = async () => true

let app: FastifyInstance
let port: number
beforeAll(async () => {
  app = await makeHttpServer({
    log: silentLog,
    trustedProxies: false,
    behindTls: false,
    eventLoopDelayMsMax: null,
    connectionsAwaited: () => 0,
    notReady: nobody,
    patience: { head_ms: 300, body_ms: 300, check_ms: 50 },
    admission: {
      ...{ ownOrigins: [], captcha: openDoor, clock: systemClock, stepUpMinutes: 10 },
      rates: { general: always, ofKey: always, attempt: always },
      ...{ maintenance: nobody, isSwitchedOff: async () => false, isHandedOver: async () => false },
      openers: {
        ...{ link: nobody, patient: nobody, supporter: nobody, admin: nobody, account: nobody },
        ...{ setup: nobody, integration: nobody, clinic: nobody },
      },
    },
  })
  app.post('/taken', { config: { open: 'page' } }, async () => ({ taken: true }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

/** Begins a request, and then sends a byte every now and then until it is hung up on: nothing else ends this. */
function dribble(begun: string): Promise<string> {
  return new Promise((resolve) => {
    let told = ''
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(begun))
    const drip = setInterval(() => socket.write('a'), 25)
    socket.on('data', (part) => (told += part.toString()))
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(drip)
      resolve(told)
    })
  })
}

it('hangs up on a head that never ends', async () => {
  expect(await dribble('GET /healthz HTTP/1.1\r\nHost: a\r\nX: ')).not.toContain('200 OK')
})

it('hangs up on a body that never ends, by whichever length', async () => {
  const head = 'POST /taken HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
  const told = await Promise.all([
    dribble(`${head}Content-Length: 50000\r\n\r\n`),
    // Each piece a byte long: none of them is ever the last.
    dribble(`${head}Transfer-Encoding: chunked\r\n\r\nffff\r\n`),
  ])
  for (const each of told) expect(each).not.toContain('taken')
})

it('goes on to answer everybody else meanwhile', async () => {
  const slow = Array.from({ length: 50 }, () => dribble('GET /healthz HTTP/1.1\r\nX: '))
  const answers = await Promise.all(
    Array.from({ length: 10 }, async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).status),
  )
  expect(answers).toEqual(answers.map(() => 200))
  await Promise.all(slow)
})
