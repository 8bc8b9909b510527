import type { FastifyInstance } from 'fastify'
import { once } from 'node:events'
import net from 'node:net'

/**
 * How many connections may wait to be taken at each socket, where the system allows as many (net.core.somaxconn):
 * beyond, a browser is not even told to come back, and tries again by itself for as long as a minute.
 */
const connections_unaccepted_max = 4096

/**
 * How many sockets take connections at one port. Node's event loop takes one connection a turn from each
 * (libuv/libuv#3696), so that with one socket hundreds who come while much is asked wait for hundreds of turns: seven
 * seconds, seen by tools/prove/open-pages.ts, until they are answered or told to come back. Linux alone spreads
 * connections over several.
 */
export const listening_sockets = process.platform === 'linux' ? 16 : 1

type ListenAddress = { host: string; port: number }

/** Listens until the application is closed, and takes those who come in one moment quickly, however busy it is. */
export async function listenAt(app: FastifyInstance, { host, port }: ListenAddress): Promise<void> {
  const options = { host, backlog: connections_unaccepted_max, reusePort: listening_sockets > 1 }
  // As node:http makes its own.
  const ways = { allowHalfOpen: true, noDelay: true }
  const others = Array.from({ length: listening_sockets - 1 }, () =>
    net.createServer(ways, (socket) => app.server.emit('connection', socket)),
  )
  let closed: Promise<unknown>[] = []
  app.addHook('preClose', async () => {
    closed = others.map((other) => new Promise((resolve) => other.close(resolve)))
  })
  // After the application's own socket: requests that came by the others are finished too.
  app.addHook('onClose', async () => void (await Promise.all(closed)))
  await assertPortFree({ host, port })
  await app.listen({ ...options, port })
  const taken = (app.server.address() as net.AddressInfo).port
  await Promise.all(others.map((other) => once(other.listen({ ...options, port: taken }), 'listening')))
}

/** A port that several sockets share could be shared with another program too, which would get half of the requests. */
async function assertPortFree(place: ListenAddress): Promise<void> {
  const alone = net.createServer()
  await once(alone.listen(place), 'listening')
  await once(alone.close(), 'close')
}
