import { holds } from '../../../contract/permissions.ts'
import type { JobScope } from '../../platform/database/transaction.ts'
import { clinicOf } from '../clinics/index.ts'
import { messageText, queueMessage, type Composer } from '../messages/index.ts'
import { activeStaff, findStaff, holderOf, memberOf, type StaffRecord } from '../staff/index.ts'
import { listWebhooks } from './webhook-store.ts'

/** Who looks after connections (rulings 34), and can sign in to do so. */
const looksAfter = (member: StaffRecord): boolean =>
  member.status === 'active' && member.registered && holds(holderOf(memberOf(member)), 'canManageBilling')

/** Queues one message for each of them, with the switching off itself: so once for each time that happens. */
export async function tellOfSwitchOff(scope: JobScope): Promise<void> {
  for (const member of (await activeStaff(scope)).filter(looksAfter))
    await queueMessage(scope, { kind: 'webhook-disabled', aboutId: member.id, recipient: member.email })
}

/** Composes the notice to one of the staff; not sent where all is switched on again, or is theirs to see no longer. */
export const switchOffComposer =
  (address: string): Composer =>
  async (scope, { aboutId }) => {
    const member = await findStaff(scope, aboutId)
    const isOff = (await listWebhooks(scope)).some(({ disabledBecause }) => disabledBecause === 'failures')
    if (!member || !looksAfter(member) || !isOff) return null
    const { name } = await clinicOf(scope)
    return messageText('webhook-disabled', {
      practiceName: name,
      link: `${address}/clinic/settings/connections`,
      greetingName: member.firstName,
    })
  }
