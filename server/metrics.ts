import { count } from 'drizzle-orm'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import { newestArchiveTime } from './backup/nightly-backups.ts'
import type { Config } from './config.ts'
import type { App } from './app.ts'
import { findUnsealedConsents } from './modules/documents/index.ts'
import { messages } from './modules/messages/message-schema.ts'
import type { Log } from './platform/database/database.ts'
import { measureRequests } from './platform/http/request-metrics.ts'

/** What is asked of the database is asked at most so often, however many programs read it. */
const cache_ms = 10_000
/** More documents than these are 'many', and counting on changes nothing. */
const pending_documents_max = 1000

type MetricCounts = {
  queues: { queue: string; state: string; jobs: number; oldest: number }[]
  messages: { channel: string; status: string; messages: number }[]
  documents: number
}

async function countAll({ database, runSweep }: App): Promise<MetricCounts> {
  const { rows } = await database.borrow((client) =>
    client.query<MetricCounts['queues'][number]>(
      `select name as queue, state::text as state, count(*)::int as jobs,
         coalesce(extract(epoch from now() - min(greatest(start_after, created_on)))::float, 0) as oldest
       from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by 1, 2`,
    ),
  )
  return runSweep(async (scope) => {
    const { channel, status } = messages
    const sent = await scope.tx
      .select({ channel, status, messages: count() })
      .from(messages)
      .groupBy(channel, status)
    const waiting = await Promise.all(
      (['signed', 'finalised'] as const).map((kind) =>
        findUnsealedConsents(scope, { kind, overdue: scope.now, limit: pending_documents_max }),
      ),
    )
    return { queues: rows, messages: sent, documents: waiting.flat().length }
  })
}

/** The same answer for a while, whoever asks. */
function cached<T>(ask: () => Promise<T>): () => Promise<T> {
  let [answer, until] = [undefined as Promise<T> | undefined, 0]
  return () => {
    if (!answer || Date.now() > until) {
      until = Date.now() + cache_ms
      answer = ask()
      answer.catch(() => (answer = undefined))
    }
    return answer
  }
}

/** Everything that is counted of a running product. No label says anything of a person or a practice. */
export function createMetrics(app: App, config: Config): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  measureRequests(app.http, registry)
  const counted = cached(() => countAll(app))
  const gauge = (
    name: string,
    help: string,
    labelNames: string[],
    collect: (gauge: Gauge) => Promise<void>,
  ) =>
    new Gauge({
      ...{ name: `candour_${name}`, help, labelNames, registers: [registry] },
      async collect() {
        this.reset()
        await collect(this)
      },
    })
  gauge('jobs', 'Jobs by queue and state', ['queue', 'state'], async (into) => {
    for (const { queue, state, jobs } of (await counted()).queues) into.set({ queue, state }, jobs)
  })
  gauge('oldest_job_seconds', 'How long the oldest job of a queue is due', ['queue'], async (into) => {
    for (const { queue, state, oldest } of (await counted()).queues)
      if (state !== 'failed') into.set({ queue }, Math.max(0, oldest))
  })
  gauge('messages', 'Messages to patients by channel and state', ['channel', 'status'], async (into) => {
    for (const { channel, status, messages: number } of (await counted()).messages)
      into.set({ channel, status }, number)
  })
  gauge('documents_waiting', 'Signed consents whose sealed record is not there yet', [], async (into) =>
    into.set((await counted()).documents),
  )
  gauge('database_connections', 'Connections of the application by use', ['use'], async (into) => {
    for (const [use, number] of Object.entries(app.database.connections())) into.set({ use }, number)
  })
  const { replica } = app
  if (replica) {
    gauge('replica_connections', 'Connections to the read replica by use', ['use'], async (into) => {
      for (const [use, number] of Object.entries(replica.database.connections())) into.set({ use }, number)
    })
    const reads = new Counter({
      name: 'candour_replica_reads_total',
      help: 'Reads that may go to the read replica: there, or to the primary since the replica lagged, was not available or rests after that',
      labelNames: ['outcome'],
      registers: [],
      collect() {
        this.reset()
        for (const [outcome, number] of Object.entries(replica.outcomes())) this.inc({ outcome }, number)
      },
    })
    registry.registerMetric(reads)
  }
  const { nightlyBackup } = config
  if (!nightlyBackup.off)
    gauge('backup_age_seconds', 'How old the newest whole backup is', [], async (into) => {
      const newest = await newestArchiveTime(nightlyBackup.folder)
      // Without any, as if the last one were older than everything.
      into.set(newest ? (Date.now() - newest.getTime()) / 1000 : Number.POSITIVE_INFINITY)
    })
  return registry
}

/** Serves them on an address of their own, which nobody outside is to reach; answers the port, and how to stop. */
export async function serveMetrics(
  registry: Registry,
  { host, port }: { host: string; port: number },
  log: Log,
): Promise<{ port: number; stop(): Promise<void> }> {
  const server = http.createServer((request, answer) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void answer.writeHead(404).end()
    registry.metrics().then(
      (text) => answer.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error: unknown) => {
        log.warn({ err: error }, 'metrics could not be counted')
        answer.writeHead(503).end()
      },
    )
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
