import { contract } from '../../../contract/index.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { writeBackDeadline } from './write-back-rules.ts'
import {
  countWriteBacks,
  listWriteBacks,
  lockWriteBack,
  updateWriteBack,
  type WriteBackRow,
} from './write-back-store.ts'

const isoOf = (at: Date | null): string | null => at?.toISOString() ?? null

const viewOf = (row: WriteBackRow) => ({
  id: row.id,
  consentId: row.consentId,
  documentId: row.documentId,
  fileName: row.fileName,
  status: row.status === 'placing' ? ('queued' as const) : row.status,
  failure: row.failure,
  attempts: row.attempts,
  createdAt: row.createdAt.toISOString(),
  deliveredAt: isoOf(row.deliveredAt),
  nextAttemptAt: isoOf(row.nextAttemptAt),
})

/** The operations on documents on their way to the practice system. */
export const writeBackHandlers = (isSetUp: boolean) => ({
  listWriteBacks: handle(contract.integrations.listWriteBacks, async (scope, { status, page, pageSize }) => {
    const { rows, total } = await listWriteBacks(scope, status, sliceOf({ page, pageSize }))
    const { queued, failed } = await countWriteBacks(scope)
    return { answer: { rows: rows.map(viewOf), total, page, pageSize, isSetUp, queued, failed } }
  }),

  retryWriteBack: handle(contract.integrations.retryWriteBack, async (scope, { writeBackId }) => {
    const row = await lockWriteBack(scope, writeBackId)
    if (!row) return refuse('not-found')
    if (row.status === 'delivered') return refuse('already-delivered')
    if (!isSetUp) return refuse('not-set-up')
    const again = await updateWriteBack(scope, writeBackId, {
      // What was being moved when people were called may have arrived: only its move is gone on with.
      status: row.placing === null ? 'queued' : 'placing',
      nextAttemptAt: scope.now,
      giveUpAt: writeBackDeadline(scope.now),
    })
    scope.enqueue('integrations.write-back', { clinicId: scope.clinicId, writeBackId })
    return { answer: viewOf(again), subject: row.consentId, details: { documentId: row.documentId } }
  }),
})
