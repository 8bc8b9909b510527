import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { randomBytes } from 'node:crypto'

/**
 * How a peer behaves. `silent`: takes whatever comes and never answers. `rubbish`: answers what is no answer. `gone`:
 * nobody listens. `deaf`: does what it is asked, and its answer is lost. `halved`: its answer ends in the middle.
 */
export const faultModes = ['well', 'silent', 'rubbish', 'gone', 'deaf', 'halved'] as const
export type FaultMode = (typeof faultModes)[number]

export type FaultyProxy = {
  port: number
  /** How many connections a mood was shown to; of what is gone, nobody can say who called. */
  met: Record<Exclude<FaultMode, 'well' | 'gone'>, number>
  /** From now on, also for connections that are open. */
  set(mood: FaultMode): Promise<void>
  close(): Promise<void>
}

const truncated_bytes = 20
const lost_after_ms = 200
const garbageResponses: (() => Buffer)[] = [
  () => randomBytes(400),
  () =>
    Buffer.from('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{"a": [1,'),
  () =>
    Buffer.from(
      'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 33\r\n\r\n<html>Sign in to the wifi.</html>',
    ),
  () => Buffer.from('999 what is this\r\n'),
]

/** Stands in front of a peer on this machine, whatever it speaks, and lets it fail as it is told. */
export async function openFaultyProxy(target: { host: string; port: number }): Promise<FaultyProxy> {
  let mood: FaultMode = 'well'
  const met = { silent: 0, rubbish: 0, deaf: 0, halved: 0 }
  const shown = new WeakMap<Socket, FaultMode>()
  /** Counts a connection once for each mood in which something came over it. */
  function noteMet(caller: Socket): void {
    if (mood === 'well' || mood === 'gone' || shown.get(caller) === mood) return
    shown.set(caller, mood)
    met[mood]++
  }
  const open = new Set<Socket>()

  function meet(caller: Socket): void {
    open.add(caller)
    caller.on('close', () => open.delete(caller))
    caller.on('error', () => {})
    caller.on('data', () => noteMet(caller))
    if (mood === 'rubbish') {
      // A mail server speaks first; others are answered once they have asked.
      const answer = () =>
        caller.end(garbageResponses[Math.floor(Math.random() * garbageResponses.length)]!())
      const unasked = setTimeout(answer, lost_after_ms)
      caller.once('data', () => (clearTimeout(unasked), answer()))
      caller.once('close', () => clearTimeout(unasked))
      return
    }
    if (mood === 'silent') {
      caller.resume()
      return
    }
    passOn(caller)
  }

  function passOn(caller: Socket): void {
    const peer = connect(target)
    open.add(peer)
    peer.on('close', () => (open.delete(peer), caller.destroy()))
    peer.on('error', () => caller.destroy())
    caller.on('close', () => peer.destroy())
    caller.on('data', (bytes: Buffer) => {
      if (mood !== 'silent') peer.write(bytes)
    })
    let passed = 0
    peer.on('data', (bytes: Buffer) => {
      noteMet(caller)
      if (mood === 'silent') return
      if (mood === 'deaf') return void setTimeout(() => caller.resetAndDestroy(), lost_after_ms)
      if (mood === 'halved') {
        const rest = truncated_bytes - passed
        passed += bytes.length
        caller.write(bytes.subarray(0, Math.max(0, rest)))
        if (passed > truncated_bytes) caller.destroy()
        return
      }
      caller.write(bytes)
    })
  }

  const endOpen = () => {
    for (const socket of open) socket.destroy()
  }
  const listen = async (port: number): Promise<Server> => {
    const server = createServer(meet)
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return server
  }
  let server: Server | null = await listen(0)
  const { port } = server.address() as { port: number }
  const stop = async () => {
    const closed = server && once(server, 'close')
    server?.close()
    server = null
    endOpen()
    await closed
  }
  return {
    ...{ port, met },
    async set(next) {
      mood = next
      if (next === 'gone') await stop()
      else server ??= await listen(port)
    },
    close: stop,
  }
}
