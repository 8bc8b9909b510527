import { hasPermission } from '../../../contract/permissions.ts'
import type { JobData, JobScope } from '../../platform/database/transaction.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import { clinicContactOf } from '../clinics/index.ts'
import { messageText, queueMessage, type Composer } from '../messages/index.ts'
import { listActiveStaff, findStaff, holderOf, toMember, type StaffRecord } from '../staff/index.ts'

/** Who looks after the settings of a practice, where all that was opened is listed, and can sign in to do so. */
const canManageSettings = (member: StaffRecord): boolean =>
  member.status === 'active' &&
  member.registered &&
  hasPermission(holderOf(toMember(member)), 'accessSettings')

/** Queues one message for each of them: that a record was opened, and nothing of whose. */
export const notifyOfAccess = (runJob: RunJob, { clinicId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope: JobScope) => {
    for (const member of (await listActiveStaff(scope)).filter(canManageSettings))
      await queueMessage(scope, { kind: 'emergency-access', aboutId: member.id, recipient: member.email })
  })

/** Composes that notice; not sent to somebody who may not see the list any more. */
export const emergencyAccessComposer =
  (address: string): Composer =>
  async (scope, { aboutId }) => {
    const member = await findStaff(scope, aboutId)
    if (!member || !canManageSettings(member)) return null
    const { name } = await clinicContactOf(scope)
    return messageText('emergency-access', {
      practiceName: name,
      link: `${address}/clinic/settings/opened-records`,
      greetingName: member.firstName,
    })
  }
