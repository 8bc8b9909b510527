import { dateInTimeZone } from '../../../contract/calendar-day.ts'
import { hasPermission } from '../../../contract/permissions.ts'
import { day_ms } from '../../platform/clock.ts'
import type { JobData } from '../../platform/database/transaction.ts'
import type { RunJob, RunSweep } from '../../platform/jobs/job-runner.ts'
import { clinicContactOf, todayOf } from '../clinics/index.ts'
import { messageText, type Composer } from '../messages/index.ts'
import { findStaff } from '../staff/index.ts'
import { monthBefore } from './compliance-rules.ts'
import { trainingHolderOf } from './training-handlers.ts'
import { auditVersion, createSampleAudit, createDueActions } from './sample-audit-creation.ts'
import { clinicsWithoutAudit } from './sample-audit-store.ts'

const auditAuthor = 'Candour'

/** Enqueues the audit of the month that ended for each practice that has none. By then it is over wherever the practice is. */
export const sweepSampleAudits = (runSweep: RunSweep): Promise<void> =>
  runSweep(async (scope) => {
    const month = monthBefore(dateInTimeZone(new Date(scope.now.getTime() - day_ms)))
    for (const clinicId of await clinicsWithoutAudit(scope, { month, version: auditVersion }))
      scope.enqueue('compliance.audit-month', { clinicId, month })
  })

/** Makes the audit of a month and the actions for what will be due; done already, it does nothing. */
export const auditMonth = (runJob: RunJob, { clinicId, month }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope, note) => {
    if (month! > monthBefore(await todayOf(scope))) return
    const audit = await createSampleAudit(scope, month!, auditAuthor)
    if (!audit) return
    await createDueActions(scope, auditAuthor)
    note({ action: 'sample_audit.made', subject: audit.id, details: { month, size: audit.sample.length } })
  })

/** Composes what is told to whom a policy or a training belongs that will be due; it names nobody else. */
export const reviewReminderComposer =
  (address: string): Composer =>
  async (scope, { aboutId }) => {
    const member = await findStaff(scope, aboutId)
    if (!member || member.status !== 'active' || !member.registered) return null
    const { name: practiceName } = await clinicContactOf(scope)
    // Everybody may read the policies; the actions are for who may see to them.
    const page = hasPermission(trainingHolderOf(member).holder, 'accessSettings') ? 'actions' : 'policies'
    return messageText('review-due', {
      ...{ practiceName, link: `${address}/clinic/cqc/${page}`, greetingName: member.firstName },
    })
  }
