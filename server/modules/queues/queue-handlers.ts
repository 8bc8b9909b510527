import { contract } from '../../../contract/index.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { JobQueueAdmin } from '../../platform/jobs/job-queue-admin.ts'

/** The operations of `contract/queues.ts`. */
export const queueHandlers = (desk: () => JobQueueAdmin) => ({
  list: handle(contract.queues.list, async (scope) => {
    const rows = await desk().list(scope)
    return {
      answer: rows.map(({ oldestAt, ...row }) => ({ ...row, oldestAt: oldestAt?.toISOString() ?? null })),
    }
  }),

  failed: handle(contract.queues.failed, async (scope, { queue, page, pageSize }) => {
    const { rows, total } = await desk().listFailed(scope, queue, sliceOf({ page, pageSize }))
    const answer = rows.map(({ createdAt, failedAt, data, ...row }) => ({
      ...row,
      clinicId: data.clinicId ?? null,
      createdAt: createdAt.toISOString(),
      failedAt: failedAt.toISOString(),
    }))
    return { answer: { rows: answer, total, page, pageSize } }
  }),

  retry: handle(contract.queues.retry, async (scope, { queue, jobId }) => {
    const retried = await desk().retry(scope, queue, jobId)
    if (jobId && retried === 0) return refuse('gone')
    return { answer: { retried }, subject: jobId ?? queue, details: { queue, retried } }
  }),

  discard: handle(contract.queues.discard, async (scope, { queue, jobId, reason }) =>
    (await desk().discard(scope, queue, jobId))
      ? { answer: { discarded: true as const }, subject: jobId, details: { queue, reason } }
      : refuse('gone'),
  ),
})
