import type { ClinicScope } from '../../platform/database/transaction.ts'
import { endGroupPayment } from '../billing/index.ts'
import { endProviderSessions } from '../single-sign-on/index.ts'
import { agreementStateOf } from './practice-group-agreement-store.ts'
import { deleteMember, lockMembership } from './practice-group-store.ts'

/** Takes the practice out of its group and off its bill: which group, for the log. Null where it belongs to none. */
export async function leaveGroup(scope: ClinicScope) {
  const membership = await lockMembership(scope)
  if (!membership) return null
  await endGroupPayment(scope)
  if (agreementStateOf(membership, 'sign-on') === 'given') await endProviderSessions(scope)
  await deleteMember(scope)
  return { subject: membership.groupId, details: { group: membership.name } }
}
