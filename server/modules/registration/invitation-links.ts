import { invitation_days, email_verification_minutes } from '../../../contract/limits.ts'
import type { Clock } from '../../platform/clock.ts'
import type { JobScope } from '../../platform/database/transaction.ts'
import { issueProof, type IdentityDeps } from '../identity/index.ts'
import { findStaff } from '../staff/index.ts'
import { invitedAtText, type RegistrationProof } from './registration-rules.ts'

type Parts = Pick<IdentityDeps, 'auth' | 'address'>

/**
 * The link of an invitation, made when its message is composed so that its token is kept nowhere; null when there is
 * nobody to invite any more. A later invitation makes it worthless.
 */
export const invitationLink =
  ({ auth, address }: Parts) =>
  async (scope: JobScope, staffId: string): Promise<string | null> => {
    const member = await findStaff(scope, staffId)
    if (!member || member.registered || member.status !== 'active') return null
    const value: RegistrationProof = {
      as: 'invitation',
      email: member.email,
      clinicId: scope.clinicId,
      staffId,
      invitedAt: invitedAtText(member.invitedAt),
    }
    const minutes = invitation_days * 24 * 60
    const token = await issueProof(auth, { purpose: 'invitation', value, minutes, now: scope.now })
    return `${address}/register#${token}`
  }

/** The token of a registration that somebody began: it proves the address, whatever is known of it. */
export const registrationToken =
  ({ auth, clock }: Pick<Parts, 'auth'> & { clock: Clock }) =>
  ({ recipient: email, details }: { recipient: string; details: Record<string, string> }): Promise<string> =>
    issueProof(auth, {
      purpose: 'registration',
      value: { as: details.as ?? 'staff', email },
      minutes: email_verification_minutes,
      now: clock.now(),
    })
