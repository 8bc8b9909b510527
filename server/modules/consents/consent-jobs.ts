import type { JobData } from '../../platform/database/transaction.ts'
import type { RunJob, RunSweep } from '../../platform/jobs/job-runner.ts'
import { supersededBySigning } from './consent-rules.ts'
import { expiredConsents, findConsent, lockConsent, moveConsent, supersede } from './consent-store.ts'

const consents_per_sweep_max = 500

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
