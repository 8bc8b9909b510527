import { contract } from '../../../contract/index.ts'
import type { AdminScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import type { JobDesk } from '../../platform/jobs/job-desk.ts'
import { dayAt } from '../../platform/zoned-time.ts'
import { countsByDay } from '../audit/index.ts'
import { countClinics } from '../clinics/index.ts'
import { countOpenEnquiries } from '../enquiries/index.ts'
import { findMaintenance } from '../maintenance/index.ts'
import { countDeliveries } from '../outbox/index.ts'
import { countReviewsDue } from '../templates/index.ts'
import { daysOf, dutiesOf, figureOf, firstDay } from './overview-rules.ts'

export type OverviewParts = {
  desk(): Pick<JobDesk, 'sum'>
  /** Whether a mail server is set up. */
  isMailSent: boolean
  /** How many parts of the installation are not configured. */
  unconfigured: number
  keepsFiles: boolean
  diskSpace(): Promise<{ used: number; free: number }>
}

const zone = 'Europe/London'

const astrayStatuses: readonly string[] = ['bounced', 'failed', 'unconfirmed']

/** What became of the last messages: how many, and how many of them did not arrive or perhaps did not. */
async function mailHealth(scope: AdminScope) {
  const counts = await countDeliveries(scope)
  const sumOf = (rows: typeof counts) => rows.reduce((sum, { messages }) => sum + messages, 0)
  return {
    last: sumOf(counts),
    astray: sumOf(counts.filter(({ status }) => astrayStatuses.includes(status))),
  }
}

/** The operations of `contract/overview.ts`. */
export const overviewHandlers = ({
  desk,
  isMailSent,
  unconfigured,
  keepsFiles,
  diskSpace,
}: OverviewParts) => ({
  get: handle(contract.overview.get, async (scope) => {
    const today = dayAt(scope.now, zone)
    const clinics = await countClinics(scope)
    const actions = Object.keys(figureOf)
    const counts = await countsByDay(scope, { from: firstDay(today), actions })
    const queue = await desk().sum(scope)
    const mail = await mailHealth(scope)
    const duties = dutiesOf({
      'failed-jobs': queue.failed,
      'astray-messages': mail.astray,
      'open-enquiries': await countOpenEnquiries(scope),
      'suspended-clinics': clinics.byStatus.suspended ?? 0,
      'missing-configuration': unconfigured,
      'reviews-due': await countReviewsDue(scope, today),
      'maintenance-on': (await findMaintenance(scope))?.isOn ? 1 : 0,
    })
    const storage = { keepsFiles, ...(await diskSpace()) }
    const days = daysOf(today, counts)
    return { answer: { clinics, days, queue, mail: { isSent: isMailSent, ...mail }, storage, duties } }
  }),
})
