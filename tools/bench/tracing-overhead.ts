/**
 * What tracing costs of the processor, in two ways. First the work of the spans themselves, by the processor's time of
 * this process: a request of seven spans, off, with a tenth of all recorded and with every one, sent to a receiver (whose
 * own work is counted too). Then the same reads of a practice's screens, in turns, from three servers of the same build,
 * by the kernel's count of what each takes of the processors; on a busy machine or in few rounds the difference drowns.
 * Ends with 1 where off or a tenth costs more than 2 % of a request. Without rounds only the first is done.
 *
 *   node tools/bench/tracing-overhead.ts [rounds, 40] [requests of each, 280]
 */
import { readdirSync, readFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { contract } from '../../contract/index.ts'
import { operationRequest } from '../../contract/operation-request.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openClientSpan, openRootSpan, runToEnd, traced } from '../../server/platform/tracing/spans.ts'
import { exportTraces } from '../../server/trace-export.ts'
import { createDataDir, openBenchApp, quantile } from './bench-app.ts'
import { openLoadTarget, type WorkItem } from './load-driver.ts'

const [rounds = 40, requests = 280] = process.argv.slice(2).map(Number)
const first_port = 4430
const connections = 8
const warm_up_rounds = 5
const overhead_max = 0.02
const span_requests = 20_000
const statements_of_a_request = 4
/** So many requests, then a turn of the event loop, in which what is recorded is sent. */
const requests_of_a_turn = 20

const receiver = http.createServer((request, answer) =>
  request.resume().on('end', () => answer.writeHead(200, { 'content-type': 'application/json' }).end('{}')),
)
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
const { port: receiverPort } = receiver.address() as AddressInfo
const sending = (ratio: string) => ({
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `http://127.0.0.1:${receiverPort}/v1/traces`,
  OTEL_TRACES_SAMPLER_ARG: ratio,
})

/** What all threads of a process have taken of the processors so far, in nanoseconds. */
const cpuNsOf = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`)
    .map((task) => Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'latin1').split(' ')[0]))
    .reduce((sum, ns) => sum + ns, 0)

let visitor = 0
const forwardedFor = () => ({ 'x-forwarded-for': `10.4.${(visitor >> 8) & 255}.${visitor++ & 255}` })
const { patients, consents, templates, appointments, identity, clinicFigures } = contract
const screens = [
  ...[identity.session, patients.list, consents.list, consents.counts],
  ...[templates.list, appointments.day, clinicFigures.overview],
]

async function openCandidate(name: string, at: number, settings: Record<string, string>) {
  const app = await openBenchApp(first_port + at, createDataDir(), settings)
  const target = openLoadTarget(first_port + at)
  const work = Array.from({ length: requests }, (_none, each): WorkItem => {
    const { url: path } = operationRequest(screens[each % screens.length]!, {})
    return {
      requests: [{ path, headers: { cookie: app.staff.cookie(), ...forwardedFor() } }],
      isRight: ([body]) => body !== undefined && body.length > 0,
    }
  })
  return {
    ...{ name, app, target, usOfRounds: [] as number[] },
    /** Answers the processor's time for a request, in microseconds. */
    async run(): Promise<number> {
      const before = cpuNsOf(app.pid)
      await target.work(connections, work)
      return (cpuNsOf(app.pid) - before) / requests / 1000
    },
  }
}

/** What a request does for its spans: its own, a transaction, a handler and four statements. */
async function doSpanWork(): Promise<void> {
  const statements = async () => {
    for (let sent = 0; sent < statements_of_a_request; sent += 1) {
      const span = openClientSpan('select rows', {
        'db.operation.name': 'select',
        'db.collection.name': 'rows',
      })
      await Promise.resolve()
      span?.end()
    }
    await traced('handler rows.list', { 'app.operation': 'rows.list' }, async () => {})
  }
  const work = () => traced('transaction', { 'app.audience': 'clinic' }, statements)
  const attributes = {
    'http.request.method': 'GET',
    'http.route': '/api/rows/:id',
    'app.operation': 'rows.list',
  }
  const span = openRootSpan('request', 'GET rows.list', { attributes })
  await (span ? runToEnd(span, work) : work())
}

/** The processor's time of that for a request, in microseconds, once it is warm; off where no ratio is given. */
async function spanWorkUs(ratio: number | null): Promise<number> {
  const address = `http://127.0.0.1:${receiverPort}/v1/traces`
  process.env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] = address
  const traces = ratio === null ? null : exportTraces({ instance: 'bench', ratio })
  let us = 0
  for (let run = 0; run < 3; run += 1) {
    const before = process.cpuUsage()
    for (let done = 1; done <= span_requests; done += 1) {
      await doSpanWork()
      if (done % requests_of_a_turn === 0) await nextTurn()
    }
    const { user, system } = process.cpuUsage(before)
    us = (user + system) / span_requests
  }
  await traces?.stop()
  return us
}

const spanWork = { off: await spanWorkUs(null), tenth: await spanWorkUs(0.1), all: await spanWorkUs(1) }
console.table({ 'processor us a request, for its spans alone': spanWork })
if (rounds === 0) process.exit()

const candidates = [
  await openCandidate('off', 0, {}),
  await openCandidate('a tenth', 1, sending('0.1')),
  await openCandidate('all', 2, sending('1')),
]
for (let round = -warm_up_rounds; round < rounds; round += 1)
  // Each begins as often as the others, so that none runs always behind the same one.
  for (let turn = 0; turn < candidates.length; turn += 1) {
    const candidate = candidates[(Math.max(0, round) + turn) % candidates.length]!
    const us = await candidate.run()
    if (round >= 0) candidate.usOfRounds.push(us)
  }

const off_us = quantile(candidates[0]!.usOfRounds, 0.5)
console.table(
  candidates.map(({ name, usOfRounds }) => ({
    traces: name,
    'processor us a request, median': Math.round(quantile(usOfRounds, 0.5)),
    'a quarter below': Math.round(quantile(usOfRounds, 0.25)),
    'beside off, %': ((quantile(usOfRounds, 0.5) / off_us - 1) * 100).toFixed(1),
  })),
)
const tenth = quantile(candidates[1]!.usOfRounds, 0.5) / off_us - 1
const misses = Object.entries({
  'switched off, spans alone': spanWork.off / off_us,
  'a tenth, spans alone': spanWork.tenth / off_us,
  'a tenth, by servers': tenth,
})
  .filter(([, share]) => share > overhead_max)
  .map(([what, share]) => `${what}: ${(share * 100).toFixed(1)} %`)
for (const miss of misses) console.log(miss)
for (const { target, app } of candidates) {
  target.close()
  await app.close()
}
receiver.close()
receiver.closeAllConnections()
process.exitCode = misses.length > 0 ? 1 : 0
