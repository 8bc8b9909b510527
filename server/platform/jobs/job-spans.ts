import type { JobData } from '../database/transaction.ts'
import { currentTraceparent, openRootSpan, runToEnd } from '../tracing/spans.ts'

/** What a job is stored with: which request sent it, where that is recorded. */
export function withTraceparent(data: JobData): JobData {
  const traceparent = currentTraceparent()
  return traceparent === null ? data : { ...data, traceparent }
}

/** What a job is about, as whoever sent it said it. */
export function withoutTraceparent({ traceparent: _sender, ...data }: JobData): JobData {
  return data
}

/** Runs a job as a part of the trace of the request that sent it, or in one of its own. */
export function runTracedJob(
  queue: string,
  data: JobData,
  work: (data: JobData) => Promise<void>,
): Promise<void> {
  const traceparent = data?.['traceparent']
  const about = traceparent === undefined ? data : withoutTraceparent(data)
  const attributes = { 'messaging.destination.name': queue }
  const span = openRootSpan('job', `job ${queue}`, { attributes, traceparent })
  return span ? runToEnd(span, () => work(about)) : work(about)
}
