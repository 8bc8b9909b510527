import type { JobData } from '../../platform/database/transaction.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import { findConsent, acceptsConversations } from '../consents/index.ts'
import { openTask, closeTasks } from '../tasks/index.ts'
import { queueNotice } from './question-notices.ts'
import { questionsFrom, waitingEntries } from './question-rules.ts'
import { entriesOf } from './question-store.ts'

/**
 * Each question that waits is a task of whoever looks after the consent, and stops being one once it does not wait any
 * more. A patient may not write tasks, so this follows what they wrote. Run twice, it changes nothing.
 */
export const syncQuestionTasks = (runJob: RunJob, { clinicId, consentId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope, note) => {
    const consent = await findConsent(scope, consentId!)
    if (!consent) return
    const questions = acceptsConversations(consent.status)
      ? questionsFrom(await entriesOf(scope, consent.id))
      : []
    const causes = waitingEntries(questions).map(({ id }) => id)
    const settled = await closeTasks(scope, consent.id, ['answer'], causes)
    for (const subject of settled)
      note({ action: 'task.completed', subject, details: { outcome: 'not-needed' } })
    const assignedTo = consent.takeoverId ?? consent.clinicianId
    let made = 0
    for (const causeId of causes)
      if (await openTask(scope, { kind: 'answer', consentId: consent.id, causeId, assignedTo })) made++
    if (made > 0) await queueNotice(scope, assignedTo)
    if (made + settled.length > 0)
      scope.enqueue('consent.changed', { clinicId: clinicId!, consentId: consent.id })
  })
