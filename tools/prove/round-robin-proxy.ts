import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http'

export type TestProxy = { server: Server; counts: { passed: number; turned: number } }

/**
 * A proxy in front of instances, as plain as can be: each request goes to the next of them; where nobody listens, before
 * a byte was sent, to the one after. What was sent is never sent again: that is for whoever asked.
 */
export function createTestProxy(ports: readonly number[], hosts: readonly string[] = []): TestProxy {
  const counts = { passed: 0, turned: 0 }
  let next = 0

  function pass(request: IncomingMessage, answer: ServerResponse, tried: number): void {
    const place = next++ % ports.length
    const [host, port] = [hosts[place] ?? '127.0.0.1', ports[place]!]
    const upstream = http.request({
      ...{ host, port, method: request.method, path: request.url },
      // No connection is used twice, so that none is lost with the instance that held it.
      ...{ headers: { ...request.headers, connection: 'close' }, agent: false },
    })
    let isSent = false
    upstream.once('socket', (socket) =>
      socket.once('connect', () => {
        isSent = true
        counts.passed++
        request.pipe(upstream)
      }),
    )
    upstream.once('response', (from) => {
      answer.writeHead(from.statusCode!, from.headers)
      from.pipe(answer)
      from.once('error', () => answer.destroy())
    })
    upstream.once('error', () => {
      if (!isSent && tried + 1 < ports.length) {
        counts.turned++
        return pass(request, answer, tried + 1)
      }
      if (answer.headersSent) answer.destroy()
      else answer.writeHead(502).end()
    })
  }

  return { server: http.createServer((request, answer) => pass(request, answer, 0)), counts }
}
