import { holds } from '../../../contract/permissions.ts'
import type { JobScope } from '../../platform/database/transaction.ts'
import { clinicOf } from '../clinics/index.ts'
import { messageText, queueMessage, type Composer } from '../messages/index.ts'
import { activeStaff, findStaff, holderOf, memberOf, type StaffRecord } from '../staff/index.ts'

type Notice = 'webhook-disabled' | 'write-back-failed'

/** Who looks after connections (rulings 34), and can sign in to do so. */
const looksAfter = (member: StaffRecord): boolean =>
  member.status === 'active' && member.registered && holds(holderOf(memberOf(member)), 'canManageBilling')

/** Queues one message for each who looks after connections, in the transaction of what it tells of. */
export async function tellConnectionPeople(scope: JobScope, kind: Notice): Promise<void> {
  for (const member of (await activeStaff(scope)).filter(looksAfter))
    await queueMessage(scope, { kind, aboutId: member.id, recipient: member.email })
}

type Told = { address: string; stillHolds(scope: JobScope): Promise<boolean> }

/** Composes the notice to one of the staff; not sent where it holds no longer, or is theirs to see no longer. */
export const connectionComposer =
  (kind: Notice, { address, stillHolds }: Told): Composer =>
  async (scope, { aboutId }) => {
    const member = await findStaff(scope, aboutId)
    if (!member || !looksAfter(member) || !(await stillHolds(scope))) return null
    const { name } = await clinicOf(scope)
    return messageText(kind, {
      practiceName: name,
      link: `${address}/clinic/settings/connections`,
      greetingName: member.firstName,
    })
  }
