import type { JobData } from '../../platform/database/transaction.ts'
import type { RunJob, RunSweep } from '../../platform/jobs/job-runner.ts'
import type { Queues } from '../../platform/jobs/jobs.ts'
import { findClinician, findStaff, staffName } from '../staff/index.ts'
import { reassessChanges } from './consent-reassessment.ts'
import {
  agreedInOutdatedWording,
  agreedConsentsOf,
  clinicsWithAgreed,
  outdatedConsents,
} from './consent-agreed-store.ts'
import { supersededBySigning } from './consent-rules.ts'
import {
  expiredConsents,
  findConsent,
  lockConsent,
  lockPending,
  transitionConsent,
  reassign,
  supersede,
} from './consent-store.ts'

const consents_per_sweep_max = 500
/** Few enough that nobody who opens one of them waits long for its lock. */
const consents_per_takeover = 50

/** Finds consents whose time has run out and enqueues each one's expiry. */
export const sweepExpired = (runSweep: RunSweep): Promise<void> =>
  runSweep(async (scope) => {
    for (const { clinicId, id } of await expiredConsents(scope, consents_per_sweep_max)) {
      scope.enqueue('consents.expire', { clinicId, consentId: id })
    }
  })

/** Expires one consent, unless it was signed or declined meanwhile. */
const expireConsent = (runJob: RunJob, { clinicId, consentId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope, note) => {
    const consent = await lockConsent(scope, consentId!)
    if (!consent?.expiresAt || consent.expiresAt > scope.now) return
    const expired = await transitionConsent(scope, consent, 'expire')
    if (expired) note({ action: 'consent.expired', subject: consent.id, details: {} })
  })

/** Looks again at one consent that was agreed to. */
const reassessConsent = (runJob: RunJob, { clinicId, consentId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope) => {
    const consent = await lockConsent(scope, consentId!)
    if (consent) await reassessChanges(scope, consent)
  })

/** What is known of a patient's health has changed: looks again at all that they agreed to. */
const reassessPatient = (runJob: RunJob, { clinicId, patientId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope) => {
    for (const id of await agreedConsentsOf(scope, patientId!))
      scope.enqueue('consents.reassess', { clinicId: clinicId!, consentId: id })
  })

/** Finds what was agreed to too long ago, or of a wording that is another one now, and has each looked at again. */
export const sweepOutdated = (runSweep: RunSweep): Promise<void> =>
  runSweep(async (scope) => {
    for (const { clinicId, id } of await outdatedConsents(scope, consents_per_sweep_max))
      scope.enqueue('consents.reassess', { clinicId, consentId: id })
    for (const clinicId of await clinicsWithAgreed(scope))
      scope.enqueue('consents.reassess-wording', { clinicId })
  })

/** Has everything looked at again that was agreed to in a wording which its template does not have any more. */
const reassessWording = (runJob: RunJob, { clinicId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope) => {
    for (const id of await agreedInOutdatedWording(scope, consents_per_sweep_max))
      scope.enqueue('consents.reassess', { clinicId: clinicId!, consentId: id })
  })

/** Ends the signed consent that a newer one, which the patient has signed by now, was made to replace. */
const supersedeReplaced = (runJob: RunJob, { clinicId, consentId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope, note) => {
    const newer = await findConsent(scope, consentId!)
    if (!newer || !(await supersede(scope, newer, supersededBySigning))) return
    note({ action: 'consent.superseded', subject: newer.replacesId, details: { by: newer.id } })
  })

/**
 * Hands what somebody who left was looking after to whoever takes over, some at a time. Where that person has left by
 * now as well, it waits for another: staff see how many consents still do.
 */
async function takeOverConsents(runJob: RunJob, data: JobData): Promise<void> {
  while ((await takeOverBatch(runJob, data)) === consents_per_takeover);
}

const takeOverBatch = (runJob: RunJob, { clinicId, staffId, takeoverId }: JobData): Promise<number> =>
  runJob(clinicId!, async (scope, note) => {
    const [before, after] = [await findStaff(scope, staffId!), await findClinician(scope, takeoverId!)]
    if (!before || !after || staffId === takeoverId) return 0
    const names = { from: staffName(before), to: staffName(after) }
    const pending = await lockPending(scope, staffId!, consents_per_takeover)
    for (const consent of pending) {
      await reassign(scope, consent, takeoverId!, names)
      note({ action: 'consent.reassigned', subject: consent.id, details: { from: staffId, to: takeoverId } })
    }
    return pending.length
  })

/** The work of this module by the names of its queues. */
export const consentJobs = (runJob: RunJob): Queues => ({
  'consents.expire': (data) => expireConsent(runJob, data),
  'consents.supersede': (data) => supersedeReplaced(runJob, data),
  'consents.reassess': (data) => reassessConsent(runJob, data),
  'consents.reassess-patient': (data) => reassessPatient(runJob, data),
  'consents.reassess-wording': (data) => reassessWording(runJob, data),
  'consents.take-over': (data) => takeOverConsents(runJob, data),
})
