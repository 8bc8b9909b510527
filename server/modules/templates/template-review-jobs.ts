import type { JobData } from '../../platform/database/transaction.ts'
import type { RunJob, RunSweep } from '../../platform/jobs/job-runner.ts'
import { dayAt } from '../../platform/zoned-time.ts'
import { clinicContactOf, todayOf } from '../clinics/index.ts'
import { messageText, queueMessage, type Composer } from '../messages/index.ts'
import { listActiveStaff, findStaff, type StaffRecord } from '../staff/index.ts'
import { isReminderDue, reviewNoticeEnd } from './template-review-rules.ts'
import {
  listClinicReviewsDueBy,
  lockReviewsDueBy,
  markReminded,
  findReviewsDueBy,
  type ReviewedTemplate,
} from './template-review-store.ts'

/** Where the day begins first. A sweep may not read where clinics are: each one's own job looks at its own day. */
const earliestTimeZone = 'Pacific/Kiritimati'

/** Finds the clinics that have a template to be reminded of, and enqueues one job for each. */
export const sweepReviews = (runSweep: RunSweep): Promise<void> =>
  runSweep(async (scope) => {
    const today = dayAt(scope.now, earliestTimeZone)
    const dates = await listClinicReviewsDueBy(scope, reviewNoticeEnd(today))
    const dueTemplates = dates.filter((each) => isReminderDue(each, today))
    for (const clinicId of new Set(dueTemplates.map((each) => each.clinicId)))
      scope.enqueue('templates.remind-of-reviews', { clinicId })
  })

/** Who looks after these templates: the practice's administrators all of them, and each clinical owner their own. */
const isResponsible = (
  { role, status, registered, gdcNumber }: StaffRecord,
  reviewed: ReviewedTemplate[],
): boolean =>
  status === 'active' &&
  registered &&
  (role === 'clinic_admin' ||
    reviewed.some(({ clinicalOwnerGdc }) => clinicalOwnerGdc !== null && clinicalOwnerGdc === gdcNumber))

/** Queues one message for each person of a clinic who is to be reminded today, whatever number of templates is due. */
export const remindOfReviews = (runJob: RunJob, { clinicId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope, note) => {
    const today = await todayOf(scope)
    const near = await lockReviewsDueBy(scope, reviewNoticeEnd(today))
    const due = near.filter((each) => isReminderDue(each, today))
    if (due.length === 0) return
    await markReminded(
      scope,
      due.map(({ id }) => id),
      today,
    )
    for (const { id, name, reviewDue } of due)
      note({ action: 'template.review_reminded', subject: id, details: { name, reviewDue } })
    for (const member of await listActiveStaff(scope)) {
      if (isResponsible(member, due))
        await queueMessage(scope, { kind: 'template-review', aboutId: member.id, recipient: member.email })
    }
  })

/** Composes the reminder to one of the staff; it names no template, and is not sent when none is due any more. */
export const reviewComposer =
  (address: string): Composer =>
  async (scope, { aboutId }) => {
    const member = await findStaff(scope, aboutId)
    const today = await todayOf(scope)
    if (!member || !isResponsible(member, await findReviewsDueBy(scope, reviewNoticeEnd(today)))) return null
    const { name } = await clinicContactOf(scope)
    return messageText('template-review', {
      practiceName: name,
      link: `${address}/clinic/templates?attention=review`,
      greetingName: member.firstName,
    })
  }
