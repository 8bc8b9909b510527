import type { Database } from '../../platform/database/database.ts'
import type { JobData } from '../../platform/database/transaction.ts'
import type { RateLimits } from '../../platform/http/rate-limits.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import { sendNewLink } from './link-messages.ts'
import { revokeLockedLink } from './link-lock-store.ts'
import { findAnyConsent } from './signing-store.ts'

/** New links for one consent in an hour and in a day; more than that is somebody else asking. */
const hourlyLimit = { attempts: 3, seconds: 3600 }
const dailyLimit = { attempts: 6, seconds: 24 * 3600 }

type LinkRequestDeps = { database: Database; rates: RateLimits; runJob: RunJob }

/**
 * Answers a request for a new link, where there is such a consent and a contact on file. Done as a job, so that the
 * one who asked waits equally long whether there is one or not (rulings 38).
 */
export async function processLinkRequest(
  { database, rates, runJob }: LinkRequestDeps,
  requestData: JobData,
): Promise<void> {
  const found = await findAnyConsent(database, requestData)
  if (!found) return
  const limits = [
    ['link-requests.hour', hourlyLimit],
    ['link-requests.day', dailyLimit],
  ] as const
  const within = await Promise.all(limits.map(([what, rate]) => rates.attempt(what, rate, found.consent_id)))
  if (!within.includes(false)) await runJob(found.clinic_id, (scope) => sendNewLink(scope, found.consent_id))
}

/** Sends a new link in the place of one that wrong birth dates have locked, which stays locked. Run twice, it is one. */
export const replaceLockedLink = (runJob: RunJob, { clinicId, linkId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope) => {
    const consentId = await revokeLockedLink(scope, linkId!)
    if (consentId) await sendNewLink(scope, consentId)
  })
