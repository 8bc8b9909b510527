import { contract } from '../../../contract/index.ts'
import type { ScannerHealth } from '../../../contract/overview.ts'
import type { AdminScope } from '../../platform/database/transaction.ts'
import { DeferredResponse } from '../../platform/http/deferred-response.ts'
import { handle } from '../../platform/http/operations.ts'
import type { JobQueueAdmin } from '../../platform/jobs/job-queue-admin.ts'
import { dayAt } from '../../platform/zoned-time.ts'
import { countsByDay } from '../audit/index.ts'
import { countClinics } from '../clinics/index.ts'
import { countOpenEnquiries } from '../enquiries/index.ts'
import { countQuarantined, needsAttention } from '../file-scans/index.ts'
import { findMaintenance } from '../maintenance/index.ts'
import { countDeliveries } from '../outbox/index.ts'
import { countReviewsDue } from '../templates/index.ts'
import { buildOverviewDays, sortDuties, figureByAction, firstOverviewDay } from './overview-rules.ts'

export type OverviewDeps = {
  desk(): Pick<JobQueueAdmin, 'countTotals'>
  /** Whether a mail server is set up. */
  isMailSent: boolean
  /** How many parts of the installation are not configured. */
  unconfigured: number
  hasFileStorage: boolean
  scannerHealth(): Promise<ScannerHealth>
  diskSpace(): Promise<{ used: number; free: number }>
}

const zone = 'Europe/London'

const undeliveredStatuses: readonly string[] = ['bounced', 'failed', 'unconfirmed']

/** What became of the last messages: how many, and how many of them did not arrive or perhaps did not. */
async function findMailHealth(scope: AdminScope) {
  const counts = await countDeliveries(scope)
  const sumOf = (rows: typeof counts) => rows.reduce((sum, { messages }) => sum + messages, 0)
  return {
    last: sumOf(counts),
    astray: sumOf(counts.filter(({ status }) => undeliveredStatuses.includes(status))),
  }
}

/** The operations of `contract/overview.ts`. */
export const overviewHandlers = ({
  desk,
  isMailSent,
  unconfigured,
  hasFileStorage,
  scannerHealth,
  diskSpace,
}: OverviewDeps) => ({
  get: handle(contract.overview.get, async (scope) => {
    const today = dayAt(scope.now, zone)
    const clinics = await countClinics(scope)
    const actions = Object.keys(figureByAction)
    const counts = await countsByDay(scope, { from: firstOverviewDay(today), actions })
    const queue = await desk().countTotals(scope)
    const mail = await findMailHealth(scope)
    const counted = {
      'failed-jobs': queue.failed,
      'astray-messages': mail.astray,
      'open-enquiries': await countOpenEnquiries(scope),
      'suspended-clinics': clinics.byStatus.suspended ?? 0,
      'missing-configuration': unconfigured,
      'reviews-due': await countReviewsDue(scope, today),
      'maintenance-on': (await findMaintenance(scope))?.isOn ? 1 : 0,
    }
    const quarantined = await countQuarantined(scope)
    const storage = { keepsFiles: hasFileStorage, ...(await diskSpace()) }
    const days = buildOverviewDays(today, counts)
    const known = { clinics, days, queue, mail: { isSent: isMailSent, ...mail }, storage }
    // The scanner is asked once the transaction has ended.
    const answer = new DeferredResponse(async () => {
      const health = await scannerHealth()
      const duties = sortDuties({ ...counted, 'virus-scanner': needsAttention(health, scope.now) ? 1 : 0 })
      return { ...known, scanner: { ...health, quarantined }, duties }
    })
    return { answer }
  }),
})
