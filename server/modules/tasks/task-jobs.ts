import type { JobData } from '../../platform/database/transaction.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import { findConsent } from '../consents/index.ts'
import { settleTasks } from './task-store.ts'

/** Ends calls and letters that were to bring a patient to open a consent, once it was opened or waits no more. */
export const settleContactTasks = (runJob: RunJob, { clinicId, consentId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope, note) => {
    const consent = await findConsent(scope, consentId!)
    if (!consent || consent.status === 'sent') return
    for (const subject of await settleTasks(scope, consentId!, ['call', 'letter']))
      note({ action: 'task.completed', subject, details: { outcome: 'not-needed' } })
  })
