import { data_request_notice_days } from '../../../contract/limits.ts'
import type { JobData } from '../../platform/database/transaction.ts'
import type { RunJob, RunSweep } from '../../platform/jobs/job-runner.ts'
import { clinicContactOf, todayOf } from '../clinics/index.ts'
import { messageText, queueMessage, type Composer } from '../messages/index.ts'
import { listActiveStaff, findStaff, type StaffRecord } from '../staff/index.ts'
import { isReminderDue } from './data-request-rules.ts'
import { countDue, dueRequests, lockDueRequests, markReminded } from './data-request-store.ts'
import { addDays } from '../../../contract/working-days.ts'
import { dayAt } from '../../platform/zoned-time.ts'

/** Where the day begins first. A sweep may not read where clinics are: each one's own job looks at its own day. */
const earliestZone = 'Pacific/Kiritimati'
const noticeEnd = (today: string): string => addDays(today, Math.max(...data_request_notice_days))

/** Finds the clinics that have a request to be reminded of, and enqueues one job for each. */
export const sweepDataRequests = (runSweep: RunSweep): Promise<void> =>
  runSweep(async (scope) => {
    const today = dayAt(scope.now, earliestZone)
    const due = (await dueRequests(scope, noticeEnd(today))).filter((each) => isReminderDue(each, today))
    for (const clinicId of new Set(due.map((each) => each.clinicId)))
      scope.enqueue('records.remind-of-requests', { clinicId })
  })

/** The practice's administrators see to it that requests are answered in time. */
const isResponsible = ({ role, status, registered }: StaffRecord): boolean =>
  status === 'active' && registered && role === 'clinic_admin'

/** Queues one message for each administrator of a clinic, whatever number of requests is due. */
export const remindOfRequests = (runJob: RunJob, { clinicId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope, note) => {
    const today = await todayOf(scope)
    const near = await lockDueRequests(scope, noticeEnd(today))
    const due = near.filter((each) => isReminderDue(each, today))
    if (due.length === 0) return
    const ids = due.map(({ id }) => id)
    await markReminded(scope, ids, today)
    for (const { id, dueOn } of due)
      note({ action: 'data_request.reminded', subject: id, details: { requestId: id, dueOn } })
    for (const member of await listActiveStaff(scope)) {
      if (isResponsible(member))
        await queueMessage(scope, { kind: 'data-request-due', aboutId: member.id, recipient: member.email })
    }
  })

/** Composes the reminder to one administrator; it names nobody, and is not sent when nothing is due any more. */
export const dataRequestComposer =
  (address: string): Composer =>
  async (scope, { aboutId }) => {
    const member = await findStaff(scope, aboutId)
    const today = await todayOf(scope)
    if (!member || !isResponsible(member) || (await countDue(scope, noticeEnd(today))) === 0) return null
    const { name } = await clinicContactOf(scope)
    return messageText('data-request-due', {
      practiceName: name,
      link: `${address}/clinic/data-protection`,
      greetingName: member.firstName,
    })
  }
