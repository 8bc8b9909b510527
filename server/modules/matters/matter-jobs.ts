import type { JobData } from '../../platform/database/transaction.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import { findConsent, acceptsConversations } from '../consents/index.ts'
import { openTask, closeTasks } from '../tasks/index.ts'
import { unansweredMatters } from './matter-rules.ts'
import { listMatterEntries } from './matter-store.ts'

/**
 * What matters to a patient and has no answer is a task of whoever looks after the consent, and so is a call that the
 * patient asked for. A patient may not write tasks, so this follows what they wrote. Run twice, it changes nothing.
 */
export const syncMatterTasks = (runJob: RunJob, { clinicId, consentId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope, note) => {
    const consent = await findConsent(scope, consentId!)
    if (!consent) return
    const entries = acceptsConversations(consent.status) ? await listMatterEntries(scope, consent.id) : []
    // One task for all that waits: it is answered in one go.
    const waiting = unansweredMatters(entries)
      .slice(0, 1)
      .map(({ id }) => id)
    const calls = entries.filter(({ kind }) => kind === 'call_wanted').map(({ id }) => id)
    const settled = [
      ...(await closeTasks(scope, consent.id, ['matter'], waiting)),
      ...(await closeTasks(scope, consent.id, ['talk'], calls)),
    ]
    for (const subject of settled)
      note({ action: 'task.completed', subject, details: { outcome: 'not-needed' } })
    const assignedTo = consent.takeoverId ?? consent.clinicianId
    let made = 0
    for (const causeId of waiting)
      if (await openTask(scope, { kind: 'matter', consentId: consent.id, causeId, assignedTo })) made++
    // Whoever is at the desk may call.
    for (const causeId of calls)
      if (await openTask(scope, { kind: 'talk', consentId: consent.id, causeId })) made++
    if (made + settled.length > 0)
      scope.enqueue('consent.changed', { clinicId: clinicId!, consentId: consent.id })
  })
