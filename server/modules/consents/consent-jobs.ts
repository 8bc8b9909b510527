import type { JobData } from '../../platform/database/transaction.ts'
import type { RunJob, RunSweep } from '../../platform/jobs/job-runner.ts'
import { findClinician, findStaff, staffName } from '../staff/index.ts'
import { supersededBySigning } from './consent-rules.ts'
import {
  expiredConsents,
  findConsent,
  lockConsent,
  lockPending,
  moveConsent,
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
export const expireConsent = (runJob: RunJob, { clinicId, consentId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope, note) => {
    const consent = await lockConsent(scope, consentId!)
    if (!consent?.expiresAt || consent.expiresAt > scope.now) return
    const expired = await moveConsent(scope, consent, 'expire')
    if (expired) note({ action: 'consent.expired', subject: consent.id, details: {} })
  })

/** Ends the signed consent that a newer one, which the patient has signed by now, was made to replace. */
export const supersedeReplaced = (runJob: RunJob, { clinicId, consentId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope, note) => {
    const newer = await findConsent(scope, consentId!)
    if (!newer || !(await supersede(scope, newer, supersededBySigning))) return
    note({ action: 'consent.superseded', subject: newer.replacesId, details: { by: newer.id } })
  })

/**
 * Hands what somebody who left was looking after to whoever takes over, some at a time. Where that person has left by
 * now as well, it waits for another: staff see how many consents still do.
 */
export async function takeOverConsents(runJob: RunJob, data: JobData): Promise<void> {
  while ((await takeOverSome(runJob, data)) === consents_per_takeover);
}

const takeOverSome = (runJob: RunJob, { clinicId, staffId, takeoverId }: JobData): Promise<number> =>
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
