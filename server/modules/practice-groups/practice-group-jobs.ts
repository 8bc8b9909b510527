import type { Database } from '../../platform/database/database.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import type { Queues } from '../../platform/jobs/jobs.ts'
import { clinicContactOf } from '../clinics/index.ts'
import { messageText, queueMessage, type Composer } from '../messages/index.ts'
import { findStaff, listActiveStaff, type StaffRecord } from '../staff/index.ts'
import { findInvitedAdministrators, listInvitationsToPractice, wasInvited } from './practice-group-store.ts'

type GroupJobDeps = { database: Database; runJob: RunJob }

/** Writes to the administrators to whom an invitation is addressed: once each, and to nobody who is none. */
export const practiceGroupJobs = ({ database, runJob }: GroupJobDeps): Queues => ({
  async 'practice-groups.invite'({ invitationId = '' }) {
    for (const { clinicId, staffId } of await findInvitedAdministrators(database, invitationId))
      await runJob(clinicId, async (scope) => {
        const member = await findStaff(scope, staffId)
        if (!member || (await wasInvited(scope, invitationId, member.email))) return
        await queueMessage(scope, {
          kind: 'group-invitation',
          aboutId: invitationId,
          recipient: member.email,
        })
      })
  },
})

/** Composes that message; none once it is answered or withdrawn, or to somebody who is no administrator any more. */
export const groupInvitationComposer =
  (address: string): Composer =>
  async (scope, { aboutId, recipient }) => {
    const invitation = (await listInvitationsToPractice(scope)).find(({ id }) => id === aboutId)
    const isRecipient = ({ email, role }: StaffRecord) => email === recipient && role === 'clinic_admin'
    const member = (await listActiveStaff(scope)).find(isRecipient)
    if (!invitation || !member) return null
    const { name } = await clinicContactOf(scope)
    return messageText('group-invitation', {
      practiceName: name,
      groupName: invitation.group,
      link: `${address}/clinic/settings/group`,
      greetingName: member.firstName,
    })
  }
