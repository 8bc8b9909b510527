import type { JobData } from '../../platform/database/transaction.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import { newestAssessmentOf } from '../capacity/index.ts'
import { findConsent, isSignable } from '../consents/index.ts'
import { openTask, closeTasks } from './task-store.ts'

/** Ends calls and letters that were to bring a patient to open a consent, once it was opened or waits no more. */
export const closeContactTasks = (runJob: RunJob, { clinicId, consentId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope, note) => {
    const consent = await findConsent(scope, consentId!)
    if (!consent || consent.status === 'sent') return
    for (const subject of await closeTasks(scope, consentId!, ['call', 'letter']))
      note({ action: 'task.completed', subject, details: { outcome: 'not-needed' } })
  })

/** Ends what a clinician was asked to countersign, once it is countersigned or there is nothing to. */
export const closeCountersignTasks = (runJob: RunJob, { clinicId, consentId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope, note) => {
    const consent = await findConsent(scope, consentId!)
    if (!consent || consent.status === 'signed') return
    for (const subject of await closeTasks(scope, consentId!, ['countersign']))
      note({ action: 'task.completed', subject, details: { outcome: 'not-needed' } })
  })

/**
 * Whether a patient can decide was left open until a day: from then on it is a task of whoever looks after the consent,
 * until somebody has looked again or nothing is to be signed any more. Run twice, it changes nothing.
 */
export const ensureCapacityTask = (runJob: RunJob, { clinicId, consentId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope, note) => {
    const consent = await findConsent(scope, consentId!)
    if (!consent) return
    const { lookAgainAt: dueAt, status } = consent
    const causeId = dueAt && isSignable(status) ? await newestAssessmentOf(scope, consent.id) : null
    for (const subject of await closeTasks(scope, consent.id, ['capacity'], causeId ? [causeId] : []))
      note({ action: 'task.completed', subject, details: { outcome: 'not-needed' } })
    const assignedTo = consent.takeoverId ?? consent.clinicianId
    if (causeId)
      await openTask(scope, { kind: 'capacity', consentId: consent.id, causeId, assignedTo, dueAt })
  })
