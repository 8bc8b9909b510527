import { holds } from '../../../contract/permissions.ts'
import type { JobData, JobScope } from '../../platform/database/transaction.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import { clinicOf } from '../clinics/index.ts'
import { messageText, queueMessage, type Composer } from '../messages/index.ts'
import { activeStaff, findStaff, holderOf, memberOf, type StaffRecord } from '../staff/index.ts'

/** Who looks after the settings of a practice, where all that was opened is listed, and can sign in to do so. */
const looksAfter = (member: StaffRecord): boolean =>
  member.status === 'active' && member.registered && holds(holderOf(memberOf(member)), 'accessSettings')

/** Queues one message for each of them: that a record was opened, and nothing of whose. */
export const tellOfAccess = (runJob: RunJob, { clinicId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope: JobScope) => {
    for (const member of (await activeStaff(scope)).filter(looksAfter))
      await queueMessage(scope, { kind: 'emergency-access', aboutId: member.id, recipient: member.email })
  })

/** Composes that notice; not sent to somebody who may not see the list any more. */
export const accessComposer =
  (address: string): Composer =>
  async (scope, { aboutId }) => {
    const member = await findStaff(scope, aboutId)
    if (!member || !looksAfter(member)) return null
    const { name } = await clinicOf(scope)
    return messageText('emergency-access', {
      practiceName: name,
      link: `${address}/clinic/settings/opened-records`,
      greetingName: member.firstName,
    })
  }
