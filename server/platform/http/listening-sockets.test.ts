import fastify from 'fastify'
import type { AddressInfo } from 'node:net'
import http from 'node:http'
import { describe, expect, it } from 'vitest'
import { listenAt, listening_sockets } from './listening-sockets.ts'

const host = '127.0.0.1'
const everywhere = { host, port: 0 }
const portOf = (app: { server: { address(): unknown } }) => (app.server.address() as AddressInfo).port

/** Asks by a connection of its own, and tells what was answered. */
const ask = (port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    http
      .get({ host, port, agent: false }, async (answer) => resolve((await answer.toArray()).join('')))
      .once('error', reject)
  })

describe('listenAt', () => {
  it('answers by each of its sockets, and finishes what came by any of them before it is closed', async () => {
    const app = fastify({ forceCloseConnections: 'idle' })
    const finish = Promise.withResolvers<void>()
    const allCame = Promise.withResolvers<void>()
    const many = listening_sockets * 20
    let came = 0
    app.get('/', async () => {
      if (++came === many) allCame.resolve()
      await finish.promise
      return 'finished'
    })
    await listenAt(app, everywhere)
    const answers = Array.from({ length: many }, () => ask(portOf(app)))
    await allCame.promise
    const ownConnections = await new Promise((resolve) => app.server.getConnections((_, n) => resolve(n)))
    if (listening_sockets > 1) expect(ownConnections).toBeLessThan(many / 2)
    let isClosed = false
    const closing = app.close().then(() => (isClosed = true))
    await expect(refused(portOf(app))).resolves.toBe(true)
    expect(isClosed).toBe(false)
    finish.resolve()
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['finished']))
    await closing
  })

  it('shares its port with nobody', async () => {
    const [first, second] = [fastify(), fastify()]
    await listenAt(first, everywhere)
    await expect(listenAt(second, { host, port: portOf(first) })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    })
    await Promise.all([first.close(), second.close()])
  })
})

async function refused(port: number): Promise<boolean> {
  for (;;)
    if (
      await ask(port).then(
        () => false,
        ({ code }) => code === 'ECONNREFUSED',
      )
    )
      return true
}
