import http from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { InMemorySpanExporter, type ReadableSpan, type SpanExporter } from '@opentelemetry/sdk-trace'
import { afterEach, describe, expect, it } from 'vitest'
import { openRootSpan, runToEnd, traced, currentTraceparent, isTracingOn } from './platform/tracing/spans.ts'
import { runTracedJob, withoutTraceparent, withTraceparent } from './platform/jobs/job-spans.ts'
import { traceRequests, traces_asked_for_per_second_max } from './platform/http/request-spans.ts'
import { exportTraces } from './trace-export.ts'

const spans: ReadableSpan[] = []
/** Keeps what it is given beyond its end. */
class KeptSpans extends InMemorySpanExporter {
  override export(...[batch, done]: Parameters<SpanExporter['export']>) {
    spans.push(...batch)
    super.export(batch, done)
  }
}
let traces: { stop(): Promise<void> } | null = null
const record = (ratio: number) => void (traces = exportTraces({ instance: 'one', ratio }, new KeptSpans()))
const finish = async () => {
  await traces?.stop()
  traces = null
}
afterEach(async () => {
  await finish()
  spans.length = 0
})

const request = (work: () => Promise<unknown>, traceparent?: string) => {
  const span = openRootSpan('request', 'GET something', {
    attributes: { 'http.route': '/a/:id' },
    traceparent,
  })
  return span ? runToEnd(span, work) : work()
}
const step = () => traced('step', {}, async () => currentTraceparent())
const parent = (flags: string) => `00-${'a'.repeat(32)}-${'b'.repeat(16)}-${flags}`

it('records nothing while it is off, and runs the work all the same', async () => {
  expect(isTracingOn()).toBe(false)
  expect(await request(step)).toBeNull()
})

describe('which are recorded', () => {
  it.each([
    ['none of a ratio of none', 0, undefined, 0],
    ['all of a ratio of one', 1, undefined, 2],
    ['what the sender has recorded', 0, parent('01'), 2],
    ['not what the sender has not', 1, parent('00'), 0],
    [
      'as if there were no sender, where it names no trace',
      0,
      `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`,
      0,
    ],
    ['as if there were no sender, where it is anything else', 1, 'Nora Black; drop table', 2],
  ])('%s', async (_name, ratio, traceparent, count) => {
    record(ratio)
    await request(step, traceparent)
    await finish()
    expect(spans).toHaveLength(count)
  })

  it('a part of them, by the ratio', async () => {
    record(0.1)
    for (let asked = 0; asked < 2000; asked += 1) await request(async () => {})
    await finish()
    expect(spans.length).toBeGreaterThan(120)
    expect(spans.length).toBeLessThan(300)
  })
})

it('drops what is too much rather than keeping it', async () => {
  record(1)
  for (let asked = 0; asked < 5000; asked += 1) void request(async () => {})
  await Promise.resolve()
  await finish()
  // What waits, and one batch on its way.
  expect(spans.length).toBeLessThanOrEqual(2048 + 512)
})

it('leaves out keys and texts that are not of the product’s making, and of errors all but their kind', async () => {
  record(1)
  const secret = { patient: 'Nora Black', 'app.operation': 'Nora Black' } as never
  const failing = () => Promise.reject(new RangeError('Nora Black was born on 1961-03-14'))
  await expect(request(() => traced('Nora “Black”', secret, failing))).rejects.toThrow('Nora Black')
  await finish()
  const [inner, outer] = spans
  expect(inner).toMatchObject({
    name: 'other',
    attributes: { 'app.operation': 'other', 'error.type': 'RangeError' },
  })
  expect(outer).toMatchObject({ attributes: { 'http.route': '/a/:id' }, events: [] })
  expect(JSON.stringify(spans.map(({ name, attributes, status }) => [name, attributes, status]))).not.toMatch(
    /Black|1961/,
  )
})

it('says of a call to another server its method, host and status, and nothing of its address', async () => {
  const server = http.createServer((_request, answer) => void answer.writeHead(204).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  record(1)
  await request(async () => {
    await fetch(`http://127.0.0.1:${port}/people/nora?token=secret`)
    await new Promise((resolve, reject) => {
      const call = http.request({ host: '127.0.0.1', port, path: '/nora', method: 'POST' }, (answer) =>
        answer.resume().on('end', resolve),
      )
      call.on('error', reject).end()
    })
    await fetch(`http://127.0.0.1:1/nora`).catch(() => {})
  })
  await finish()
  await new Promise((resolve) => server.close(resolve).closeAllConnections())
  const calls = spans
    .filter(({ name }) => name !== 'GET something')
    .map(({ name, attributes }) => [name, attributes])
  const called = { 'server.address': '127.0.0.1', 'http.response.status_code': 204 }
  expect(calls.slice(0, 2)).toEqual([
    ['GET', { ...called, 'http.request.method': 'GET' }],
    ['POST', { ...called, 'http.request.method': 'POST' }],
  ])
  expect(JSON.stringify(calls)).not.toMatch(/nora|secret/)
})

describe('a job', () => {
  it('goes on with the trace of the request that sent it, and its work is told nothing of it', async () => {
    record(1)
    let stored: Record<string, string> = {}
    await request(async () => void (stored = withTraceparent({ clinicId: 'one' })))
    expect(stored).toEqual({ clinicId: 'one', traceparent: expect.stringMatching(/^00-/) as string })
    expect(withoutTraceparent(stored)).toEqual({ clinicId: 'one' })
    const given: unknown[] = []
    await runTracedJob('news.send', stored, async (data) => void given.push(data))
    await finish()
    expect(given).toEqual([{ clinicId: 'one' }])
    const [sender, job] = spans
    expect(job!.name).toBe('job news.send')
    expect(job!.parentSpanContext!.spanId).toBe(sender!.spanContext().spanId)
    expect(job!.spanContext().traceId).toBe(sender!.spanContext().traceId)
  })

  it('is stored as it is where its sender is not recorded, and where nothing is', async () => {
    const data = { clinicId: 'one' }
    expect(withTraceparent(data)).toBe(data)
    record(0)
    await request(async () => expect(withTraceparent(data)).toBe(data))
  })
})

describe('a request', () => {
  const server = () => {
    const app = fastify()
    traceRequests(app)
    app.post('/people/:name', { config: { open: 'page' } }, async () => {
      await traced('step', {}, async () => {})
      return { done: true }
    })
    return app
  }
  const post = { method: 'POST', url: '/people/nora?born=1961', payload: { name: 'Nora' } } as const

  it('says by which trace it is found, once its body is read as before', async () => {
    record(1)
    const { headers } = await server().inject({ ...post, headers: { traceparent: parent('01') } })
    await finish()
    expect(headers['x-trace-id']).toBe('a'.repeat(32))
    expect(spans.map(({ name }) => name)).toEqual(['step', 'POST page'])
    expect(spans[1]!.attributes['http.route']).toBe('/people/:name')
    expect(JSON.stringify(spans.map(({ attributes }) => attributes))).not.toMatch(/nora|1961/i)
  })

  it('is recorded because its sender says so only so often', async () => {
    record(0)
    const app = server()
    for (let asked = 0; asked < 3 * traces_asked_for_per_second_max; asked += 1)
      await app.inject({ ...post, headers: { traceparent: parent('01') } })
    await finish()
    const recorded = spans.filter(({ name }) => name === 'POST page').length
    expect(recorded).toBeGreaterThanOrEqual(traces_asked_for_per_second_max)
    // The second may end meanwhile.
    expect(recorded).toBeLessThanOrEqual(2 * traces_asked_for_per_second_max)
  })

  it('has no header of it where nothing is recorded', async () => {
    expect((await server().inject(post)).headers).not.toHaveProperty('x-trace-id')
  })
})
