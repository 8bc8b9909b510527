import type { JobData } from '../../platform/database/transaction.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import { findConsent, acceptsConversations } from '../consents/index.ts'
import { openTask, closeTasks } from '../tasks/index.ts'
import { findOpenGap } from './understanding-rules.ts'
import { listCheckEntries } from './understanding-store.ts'

/**
 * What is not clear to a patient is one task of whoever looks after the consent, until it was talked through or became
 * clear. A patient may not write tasks, so this follows what they answered. Run twice, it changes nothing.
 */
export const ensureUnderstandingTask = (runJob: RunJob, { clinicId, consentId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope, note) => {
    const consent = await findConsent(scope, consentId!)
    if (!consent) return
    const entries = await listCheckEntries(scope, consent.id)
    const causeId = acceptsConversations(consent.status)
      ? findOpenGap(consent.content?.understanding, entries)
      : null
    const settled = await closeTasks(scope, consent.id, ['understanding'], causeId ? [causeId] : [])
    for (const subject of settled)
      note({ action: 'task.completed', subject, details: { outcome: 'not-needed' } })
    const assignedTo = consent.takeoverId ?? consent.clinicianId
    if (causeId) await openTask(scope, { kind: 'understanding', consentId: consent.id, causeId, assignedTo })
    scope.enqueue('consent.changed', { clinicId: clinicId!, consentId: consent.id })
  })
