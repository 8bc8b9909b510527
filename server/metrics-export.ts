import { ValueType, type HrTime } from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  DataPointType,
  PeriodicExportingMetricReader,
  type CollectionResult,
  type DataPoint,
  type Histogram,
  type MetricData,
} from '@opentelemetry/sdk-metrics'
import type { MetricObjectWithValues, MetricValueWithName, Registry } from 'prom-client'

type Value = MetricValueWithName<string> & { exemplar?: unknown }
type MetricSnapshot = MetricObjectWithValues<Value>

const scope = { name: 'candour' }
const toTime = (ms: number): HrTime => [Math.floor(ms / 1000), (ms % 1000) * 1_000_000]

/**
 * Sends everything that is counted to an OpenTelemetry receiver, by OTLP over HTTP: what Prometheus would read, with the
 * same names and labels. Where it goes, with which headers, and how long an answer may take are OpenTelemetry's own
 * settings (`OTEL_EXPORTER_OTLP_…`), which its exporter reads. A receiver that is away costs nothing but the figures.
 */
export function exportMetrics(
  registry: Registry,
  { instance, seconds }: { instance: string; seconds: number },
): { stop(): Promise<void> } {
  const resource = resourceFromAttributes({ 'service.name': 'candour', 'service.instance.id': instance })
  const began = toTime(Date.now())
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(),
    exportIntervalMillis: seconds * 1000,
    exportTimeoutMillis: seconds * 1000,
  })
  reader.setMetricProducer({
    async collect(): Promise<CollectionResult> {
      const counted = (await registry.getMetricsAsJSON()) as MetricSnapshot[]
      const span = { startTime: began, endTime: toTime(Date.now()) }
      const metrics = counted.flatMap((one) => toMetricData(one, span) ?? [])
      return { resourceMetrics: { resource, scopeMetrics: [{ scope, metrics }] }, errors: [] }
    },
  })
  return { stop: () => reader.shutdown() }
}

type Span = { startTime: HrTime; endTime: HrTime }

/** A metric as OpenTelemetry has it; null for summaries, of which we keep none. */
function toMetricData({ name, help, type, values }: MetricSnapshot, span: Span): MetricData | null {
  const shared = {
    descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  // prom-client tells a type as its word, whatever its declaration says.
  const kind = String(type)
  if (kind === 'histogram')
    return { ...shared, dataPointType: DataPointType.HISTOGRAM, dataPoints: toHistograms(values, span) }
  const dataPoints = values
    .filter(({ value }) => Number.isFinite(value))
    .map(({ labels, value }) => ({ ...span, attributes: labels as Record<string, string>, value }))
  if (kind === 'counter')
    return { ...shared, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
  return kind === 'gauge' ? { ...shared, dataPointType: DataPointType.GAUGE, dataPoints } : null
}

/** One histogram for each set of labels: the buckets stand for themselves here, where Prometheus adds them up. */
function toHistograms(values: readonly Value[], span: Span): DataPoint<Histogram>[] {
  const byLabels = Map.groupBy(values, ({ labels: { le: _le, ...labels } }) => JSON.stringify(labels))
  return [...byLabels].map(([labels, parts]) => {
    const named = (end: string) => parts.find(({ metricName }) => metricName?.endsWith(end))?.value ?? 0
    const buckets = parts.filter(({ metricName }) => metricName?.endsWith('_bucket'))
    const boundaries = buckets.flatMap(({ labels: { le } }) => (le === '+Inf' ? [] : [Number(le)]))
    const counts = buckets.map(({ value }, place) => value - (buckets[place - 1]?.value ?? 0))
    const value = { buckets: { boundaries, counts }, sum: named('_sum'), count: named('_count') }
    return { ...span, attributes: JSON.parse(labels) as Record<string, string>, value }
  })
}
