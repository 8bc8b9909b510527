import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const busy_ms = 200

export type Asked = { method?: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string }
/** One piece of work: the requests that it takes, one after the other, and whether the answers are right. */
export type WorkItem = { requests: readonly Asked[]; isRight(bodies: readonly string[]): boolean }

/** A server under load, by as many connections as are asked for, each kept open. */
export function openLoadTarget(port: number) {
  const agents = new Map<number, http.Agent>()
  function agentOf(connections: number): http.Agent {
    const agent = agents.get(connections) ?? new http.Agent({ keepAlive: true, maxSockets: connections })
    agents.set(connections, agent)
    return agent
  }
  const ask = ({ method = 'GET', path, headers, body }: Asked, agent: http.Agent) =>
    new Promise<string | null>((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
      const request = http.request({
        host: '127.0.0.1',
        port,
        method,
        path,
        agent,
        headers: { ...headers, ...length },
      })
      request.on('error', reject).on('response', (response) => {
        const chunks: Buffer[] = []
        response
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('error', reject)
          .on('end', () => {
            const text = Buffer.concat(chunks).toString()
            if (response.statusCode === 200) resolve(text)
            else if (response.statusCode === 503) resolve(null)
            else reject(new Error(`${path} was answered ${response.statusCode}: ${text.slice(0, 300)}`))
          })
      })
      request.end(body)
    })
  /** Who is told that the server is busy comes back, and the time goes on. */
  async function insist(asked: Asked, agent: http.Agent): Promise<string> {
    for (;;) {
      const answer = await ask(asked, agent)
      if (answer !== null) return answer
      await sleep(busy_ms)
    }
  }

  return {
    /**
     * Does so many pieces of work, as many at a time as there are connections, and answers how long each took. A wrong
     * answer ends the bench: what is not right does not count.
     */
    async work(
      connections: number,
      pieces: readonly WorkItem[],
    ): Promise<{ seconds: number; each_ms: number[] }> {
      const agent = agentOf(connections)
      const each_ms: number[] = []
      let next = 0
      const begun = performance.now()
      async function go(): Promise<void> {
        for (let piece = pieces[next++]; piece; piece = pieces[next++]) {
          const at = performance.now()
          const bodies: string[] = []
          for (const request of piece.requests) bodies.push(await insist(request, agent))
          each_ms.push(performance.now() - at)
          if (!piece.isRight(bodies)) throw new Error(`A wrong answer: ${bodies.join('\n').slice(0, 2000)}`)
        }
      }
      await Promise.all(Array.from({ length: connections }, go))
      return { seconds: (performance.now() - begun) / 1000, each_ms }
    },
    ask: (asked: Asked) => insist(asked, agentOf(1)),
    close() {
      for (const agent of agents.values()) agent.destroy()
    },
  }
}
