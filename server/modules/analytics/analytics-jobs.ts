import type { Measure } from '../../../contract/measures.ts'
import type { JobData, JobScope } from '../../platform/database/transaction.ts'
import type { RunJob, RunPlatformJob, RunSweep } from '../../platform/jobs/job-runner.ts'
import type { Queues } from '../../platform/jobs/jobs.ts'
import { readCountedConsent } from './consent-facts-store.ts'
import { changesBetween, countsOf, itemsOf, type TotalChange, type ConsentCount } from './count-rules.ts'
import {
  addChanges,
  addToClinicMonth,
  clinicsToCount,
  consentsToCount,
  applyChanges,
  insertConsentCount,
  lockConsentCount,
  saveConsentCount,
} from './count-store.ts'
import { clinicsToRecount, recountFigures } from './figure-recount-store.ts'

const consents_per_job = 200
const changes_per_fold_max = 10_000

/** What the changes make of a month as the platform sees it. */
const sumOf = (changes: readonly TotalChange[], month: string, measure: Measure): number =>
  changes
    .filter((change) => change.month === month && change.measure === measure)
    .reduce((sum, { change }) => sum + change, 0)

/**
 * Counts one consent as it is now, and adds the difference to what it counted as before. Run twice, it changes nothing.
 * It is read behind the lock: whoever counted meanwhile may have seen more.
 */
async function countConsent(scope: JobScope, consentId: string): Promise<void> {
  const known = (await lockConsentCount(scope, consentId)) ?? (await createConsentCount(scope, consentId))
  if (!known) return
  const { consent, place, givenAt } = (await readCountedConsent(scope, consentId))!
  const after: ConsentCount = { ...place, counts: countsOf(consent), items: itemsOf(consent) }
  await saveConsentCount(scope, consentId, after)
  const changes = changesBetween(known, after)
  await addChanges(scope, changes)
  for (const month of new Set(changes.map((change) => change.month))) {
    const [sent, signed] = [sumOf(changes, month, 'sent'), sumOf(changes, month, 'signed')]
    if (sent !== 0 || signed !== 0) await addToClinicMonth(scope, { month, sent, signed, givenAt })
  }
}

/** The row of a consent that nobody has counted; undefined while nobody was given it. */
async function createConsentCount(scope: JobScope, consentId: string) {
  const given = await readCountedConsent(scope, consentId)
  if (!given) return undefined
  await insertConsentCount(scope, consentId, given.place)
  return lockConsentCount(scope, consentId)
}

/** Has what was never counted of one practice counted, some at a time, each by itself so that none waits for another. */
const countClinicConsents = (runJob: RunJob, { clinicId, after }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope) => {
    const found = await consentsToCount(scope, after, consents_per_job)
    for (const consentId of found) scope.enqueue('analytics.count', { clinicId: clinicId!, consentId })
    const last = found.at(-1)
    if (found.length === consents_per_job && last)
      scope.enqueue('analytics.count-all', { clinicId: clinicId!, after: last })
  })

/** The work behind the figures. */
export const analyticsJobs = (runJob: RunJob): Queues => ({
  'analytics.recount': ({ clinicId }) =>
    runJob(clinicId!, async (scope, note) => {
      const mended = await recountFigures(scope)
      // Figures that were right say nothing.
      if (mended > 0) note({ action: 'analytics.mended', subject: clinicId!, details: { mended } })
    }),
  'analytics.count': ({ clinicId, consentId }) =>
    runJob(clinicId!, (scope) => countConsent(scope, consentId!)),
  'analytics.count-all': (data) => countClinicConsents(runJob, data),
})

/**
 * Finds practices with consents that are to be counted, as all are after an update that changed the counting, and those
 * whose figures were not made anew from their consents for a week.
 */
export const sweepUncounted = (runSweep: RunSweep): Promise<void> =>
  runSweep(async (scope) => {
    for (const clinicId of await clinicsToRecount(scope)) scope.enqueue('analytics.recount', { clinicId })
    for (const clinicId of await clinicsToCount(scope)) scope.enqueue('analytics.count-all', { clinicId })
  })

/** Brings the totals of all practices up to date. */
export async function updatePlatformTotals(runPlatformJob: RunPlatformJob): Promise<void> {
  let taken = changes_per_fold_max
  while (taken === changes_per_fold_max)
    taken = await runPlatformJob((scope) => applyChanges(scope, changes_per_fold_max))
}
