import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type SpanExporter,
} from '@opentelemetry/sdk-trace'
import { traceOutgoingCalls } from './platform/tracing/outgoing-call-spans.ts'
import { runOutsideSpans, startTracing } from './platform/tracing/spans.ts'

/** What waits to be sent at most; spans beyond it are dropped, and nothing waits for them. */
const queue_spans_max = 2048
const batch_spans_max = 512
const batch_delay_ms = 5000
const export_ms_max = 10_000

/** Sending spans is no part of what is recorded, though the last span that ended set it off. */
const untraced = (exporter: SpanExporter): SpanExporter => ({
  export: (spans, done) => runOutsideSpans(() => exporter.export(spans, done)),
  shutdown: () => exporter.shutdown(),
  ...(exporter.forceFlush && { forceFlush: () => exporter.forceFlush!() }),
})

/**
 * Records a part of all requests and jobs and sends it to an OpenTelemetry receiver, by OTLP over HTTP. Where it goes, with
 * which headers, and how long an answer may take are OpenTelemetry's own settings (`OTEL_EXPORTER_OTLP_…`), which its
 * exporter reads. A receiver that is away costs nothing but the traces. To be called before connections are opened:
 * those that are there already stay without spans.
 */
export function exportTraces(
  { instance, ratio }: { instance: string; ratio: number },
  exporter: SpanExporter = new OTLPTraceExporter(),
): { stop(): Promise<void> } {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'candour', 'service.instance.id': instance }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: untraced(exporter),
        maxQueueSize: queue_spans_max,
        maxExportBatchSize: batch_spans_max,
        scheduledDelayMillis: batch_delay_ms,
        exportTimeoutMillis: export_ms_max,
      }),
    ],
  })
  const endTracing = startTracing(provider.getTracer('candour'))
  const endCalls = traceOutgoingCalls()
  return {
    stop() {
      endCalls()
      endTracing()
      return provider.shutdown()
    },
  }
}
