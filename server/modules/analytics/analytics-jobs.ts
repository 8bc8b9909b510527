import type { Measure } from '../../../contract/measures.ts'
import type { JobData, JobScope } from '../../platform/database/transaction.ts'
import type { RunJob, RunPlatformJob, RunSweep } from '../../platform/jobs/job-runner.ts'
import type { Queues } from '../../platform/jobs/jobs.ts'
import { countedConsent } from './consent-facts-store.ts'
import { changesBetween, countsOf, type Change, type Counted } from './count-rules.ts'
import {
  addChanges,
  addToMonth,
  clinicsToCount,
  consentsToCount,
  foldChanges,
  lockCounted,
  saveCounted,
} from './count-store.ts'

const consents_per_job = 200
const changes_at_once_max = 10_000

/** What the changes make of a month as the platform sees it. */
const sumOf = (changes: readonly Change[], month: string, measure: Measure): number =>
  changes
    .filter((change) => change.month === month && change.measure === measure)
    .reduce((sum, { change }) => sum + change, 0)

/** Counts one consent as it is now, and adds the difference to what it counted as before. Run twice, it changes nothing. */
async function count(scope: JobScope, consentId: string): Promise<void> {
  const glimpse = await countedConsent(scope, consentId)
  if (!glimpse) return
  const before = await lockCounted(scope, consentId, { ...glimpse.place, counts: {} })
  // Read again behind the lock: whoever counted meanwhile may have seen more.
  const { consent, place, givenAt } = (await countedConsent(scope, consentId))!
  const after: Counted = { ...place, counts: countsOf(consent) }
  const changes = changesBetween(before, after)
  if (changes.length === 0) return
  await saveCounted(scope, consentId, after)
  await addChanges(scope, changes)
  for (const month of new Set(changes.map((change) => change.month))) {
    const [sent, signed] = [sumOf(changes, month, 'sent'), sumOf(changes, month, 'signed')]
    if (sent !== 0 || signed !== 0) await addToMonth(scope, { month, sent, signed, givenAt })
  }
}

/** Has what was never counted of one practice counted, some at a time, each by itself so that none waits for another. */
const countAll = (runJob: RunJob, { clinicId, after }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope) => {
    const found = await consentsToCount(scope, after, consents_per_job)
    for (const consentId of found) scope.enqueue('analytics.count', { clinicId: clinicId!, consentId })
    const last = found.at(-1)
    if (found.length === consents_per_job && last)
      scope.enqueue('analytics.count-all', { clinicId: clinicId!, after: last })
  })

/** The work behind the figures. */
export const analyticsJobs = (runJob: RunJob): Queues => ({
  'analytics.count': ({ clinicId, consentId }) => runJob(clinicId!, (scope) => count(scope, consentId!)),
  'analytics.count-all': (data) => countAll(runJob, data),
})

/** Finds practices with consents that were never counted, as all are after an update that brought the counting. */
export const sweepUncounted = (runSweep: RunSweep): Promise<void> =>
  runSweep(async (scope) => {
    for (const clinicId of await clinicsToCount(scope)) scope.enqueue('analytics.count-all', { clinicId })
  })

/** Brings the totals of all practices up to date. */
export async function foldTotals(runPlatformJob: RunPlatformJob): Promise<void> {
  let taken = changes_at_once_max
  while (taken === changes_at_once_max)
    taken = await runPlatformJob((scope) => foldChanges(scope, changes_at_once_max))
}
