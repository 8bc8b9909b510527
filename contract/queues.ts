import { z } from 'zod'
import { aborted, id, instant, operation, paging, paginated, text } from './kit.ts'
import { operation_reason_length_max } from './limits.ts'

/** As the server names its queues: 'messages.send'. */
const queueName = z.string().regex(/^[a-z]+(-[a-z]+)*\.[\w-]+$/)

const Queue = z.object({
  name: z.string(),
  waiting: z.int(),
  running: z.int(),
  /** Failed before, and is tried again at its time. */
  retrying: z.int(),
  /** Was tried as often as it may be. */
  failed: z.int(),
  /** Since when the oldest that is not done has been there; null where all is done. */
  oldestAt: instant.nullable(),
})
export type Queue = z.infer<typeof Queue>

const FailedJob = z.object({
  id,
  queue: z.string(),
  createdAt: instant,
  failedAt: instant,
  tries: z.int(),
  /** What kind of error it was, and its words without anything personal: '' where they may hold values. */
  fault: z.object({ kind: z.string(), message: z.string() }),
  /** Whose work it was; null for what is the platform's. */
  clinicId: id.nullable(),
})
export type FailedJob = z.infer<typeof FailedJob>

const jobNotFoundRefusal = {
  gone: aborted('This job is no longer in the list. Reload the list.'),
}

export const queues = {
  list: operation({
    method: 'GET',
    path: '/api/admin/queues',
    summary: 'Every job queue: how many jobs wait, run, are tried again and have failed',
    access: 'admin',
    audit: null,
    input: z.object({}),
    output: z.array(Queue),
    example: {},
  }),
  failed: operation({
    method: 'GET',
    path: '/api/admin/failed-jobs',
    summary: 'Jobs that failed for good, newest first; of one queue or of all',
    access: 'admin',
    audit: null,
    input: z.object({ queue: queueName.optional(), ...paging }),
    output: paginated(FailedJob),
    example: {},
  }),
  retry: operation({
    method: 'POST',
    path: '/api/admin/queues/{queue}/retries',
    summary: 'Try one failed job of a queue once more, or all of them',
    access: 'admin',
    audit: { done: 'job.retried', refused: 'job.refused' },
    input: z.object({ queue: queueName, jobId: id.nullable() }),
    output: z.object({ retried: z.int() }),
    refusals: jobNotFoundRefusal,
    example: { queue: 'messages.send', jobId: null },
  }),
  discard: operation({
    method: 'POST',
    path: '/api/admin/queues/{queue}/discards',
    summary: 'Give a failed job up: it is deleted and never tried again',
    access: 'admin',
    stepUp: true,
    audit: { done: 'job.discarded', refused: 'job.refused' },
    input: z.object({ queue: queueName, jobId: id, reason: text(operation_reason_length_max) }),
    output: z.object({ discarded: z.literal(true) }),
    refusals: jobNotFoundRefusal,
    example: {
      queue: 'messages.send',
      jobId: '0199f5a0-0000-7000-8000-000000000001',
      reason: 'The practice has sent it by post.',
    },
  }),
}
