import { minute_ms } from '../../platform/clock.ts'
import type { RunSweep } from '../../platform/jobs/job-runner.ts'
import { findRenewableConsents, findUnannexedConsents, findUnsealedConsents } from './document-store.ts'
import type { RenewalState } from './document-renewal-rules.ts'

const consents_per_sweep_max = 500
const overdue_minutes = 10

/**
 * Enqueues sealing again where its job gave up: what was signed must not stay without its document for ever. Sealing
 * what is sealed already does nothing.
 */
export const sweepUnsealed = (runSweep: RunSweep): Promise<void> =>
  runSweep(async (scope) => {
    const overdue = new Date(scope.now.getTime() - overdue_minutes * minute_ms)
    for (const kind of ['signed', 'finalised'] as const) {
      for (const consent of await findUnsealedConsents(scope, {
        kind,
        overdue,
        limit: consents_per_sweep_max,
      })) {
        scope.enqueue(`documents.seal-${kind}`, consent)
      }
    }
    for (const consent of await findUnannexedConsents(scope, { overdue, limit: consents_per_sweep_max }))
      scope.enqueue('documents.seal-annexes', consent)
  })

/** Enqueues the renewal of each consent with a version that is due for its first time stamp of the archive, or a newer mark. */
export const sweepRenewable = (runSweep: RunSweep, state: RenewalState): Promise<void> =>
  runSweep(async (scope) => {
    for (const consent of await findRenewableConsents(scope, state, consents_per_sweep_max))
      scope.enqueue('documents.archive', consent)
  })
