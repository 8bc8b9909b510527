import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { exportMetrics } from './metrics-export.ts'

type Point = { attributes: unknown; asDouble?: number; count?: number; sum?: number; bucketCounts?: number[] }
type Metric = { name: string } & Partial<Record<'gauge' | 'sum' | 'histogram', { dataPoints: Point[] }>>
type Sent = { resourceMetrics: { resource: unknown; scopeMetrics: { metrics: Metric[] }[] }[] }

const received: { url: string; body: Sent }[] = []
const receiver = http.createServer((request, answer) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    received.push({ url: request.url!, body: JSON.parse(Buffer.concat(parts).toString()) as Sent })
    answer.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${port}`)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await new Promise((resolve) => receiver.close(resolve))
})

it('sends counters, gauges and histograms as OpenTelemetry has them, once more at the end', async () => {
  const registers = [new Registry()]
  new Counter({ name: 'answers', help: 'Answers', labelNames: ['status'], registers }).inc(
    { status: '200' },
    3,
  )
  new Gauge({ name: 'jobs', help: 'Jobs', registers }).set(7)
  new Gauge({ name: 'age', help: 'Without any', registers }).set(Number.POSITIVE_INFINITY)
  const times = new Histogram({
    name: 'seconds',
    help: 'Times',
    buckets: [0.1, 1],
    labelNames: ['of'],
    registers,
  })
  for (const seconds of [0.05, 0.5, 0.6, 5]) times.observe({ of: 'a list' }, seconds)

  await exportMetrics(registers[0]!, { instance: 'one:3000', seconds: 3600 }).stop()

  expect(received.map(({ url }) => url)).toEqual(['/v1/metrics'])
  const [{ resource, scopeMetrics }] = received[0]!.body.resourceMetrics as [Sent['resourceMetrics'][number]]
  expect(JSON.stringify(resource)).toContain('one:3000')
  const byName = Object.fromEntries(scopeMetrics[0]!.metrics.map((metric) => [metric.name, metric]))
  expect(byName['answers']!.sum!.dataPoints[0]).toMatchObject({
    attributes: [{ key: 'status', value: { stringValue: '200' } }],
    asDouble: 3,
  })
  expect(byName['jobs']!.gauge!.dataPoints[0]).toMatchObject({ asDouble: 7 })
  expect(byName['age']!.gauge!.dataPoints).toEqual([])
  expect(byName['seconds']!.histogram!.dataPoints[0]).toMatchObject({
    attributes: [{ key: 'of', value: { stringValue: 'a list' } }],
    ...{ count: 4, sum: 6.15, bucketCounts: [1, 2, 1], explicitBounds: [0.1, 1] },
  })
})
