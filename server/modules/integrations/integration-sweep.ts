import type { RunSweep } from '../../platform/jobs/job-runner.ts'
import { findDueDeliveries } from './webhook-store.ts'
import { findDueWriteBacks } from './write-back-store.ts'

const rows_per_sweep_max = 500

/** Enqueues what waits for its next try. A row taken already is left alone by its second job. */
export const sweepIntegrations = (runSweep: RunSweep): Promise<void> =>
  runSweep(async (scope) => {
    for (const due of await findDueDeliveries(scope, rows_per_sweep_max))
      scope.enqueue('integrations.deliver', due)
    for (const due of await findDueWriteBacks(scope, rows_per_sweep_max))
      scope.enqueue('integrations.write-back', due)
  })
