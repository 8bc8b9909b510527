import { hasPermission } from '../../../contract/permissions.ts'
import type { JobScope } from '../../platform/database/transaction.ts'
import { clinicContactOf } from '../clinics/index.ts'
import { messageText, queueMessage, type Composer } from '../messages/index.ts'
import { listActiveStaff, findStaff, holderOf, toMember, type StaffRecord } from '../staff/index.ts'

type Notice = 'webhook-disabled' | 'write-back-failed'

/** Who looks after connections (rulings 34), and can sign in to do so. */
const canManageConnections = (member: StaffRecord): boolean =>
  member.status === 'active' &&
  member.registered &&
  hasPermission(holderOf(toMember(member)), 'canManageBilling')

/** Queues one message for each who looks after connections, in the transaction of what it tells of. */
export async function notifyConnectionManagers(scope: JobScope, kind: Notice): Promise<void> {
  for (const member of (await listActiveStaff(scope)).filter(canManageConnections))
    await queueMessage(scope, { kind, aboutId: member.id, recipient: member.email })
}

type ConnectionNoticeDeps = { address: string; stillApplies(scope: JobScope): Promise<boolean> }

/** Composes the notice to one of the staff; not sent where it holds no longer, or is theirs to see no longer. */
export const connectionNoticeComposer =
  (kind: Notice, { address, stillApplies }: ConnectionNoticeDeps): Composer =>
  async (scope, { aboutId }) => {
    const member = await findStaff(scope, aboutId)
    if (!member || !canManageConnections(member) || !(await stillApplies(scope))) return null
    const { name } = await clinicContactOf(scope)
    return messageText(kind, {
      practiceName: name,
      link: `${address}/clinic/settings/connections`,
      greetingName: member.firstName,
    })
  }
