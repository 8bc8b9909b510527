import type { JobScope } from '../../platform/database/transaction.ts'
import { clinicContactOf, timeZoneOf } from '../clinics/index.ts'
import { messageText, type Composer } from '../messages/index.ts'
import { findStaff } from './staff-store.ts'
import { invitationExpiry } from './staff-view.ts'

/** Injected: the link's token is identity's to make. Null where there is nothing to accept any more. */
type InvitationDeps = { inviteLink(scope: JobScope, staffId: string): Promise<string | null> }

/** Composes an invitation. Its link is made with it, so that its token is nowhere kept. */
export const invitationComposer =
  ({ inviteLink }: InvitationDeps): Composer =>
  async (scope, { aboutId }) => {
    const member = await findStaff(scope, aboutId)
    if (!member?.invitedAt || member.registered || member.status !== 'active') return null
    const link = await inviteLink(scope, aboutId)
    if (!link) return null
    const clinic = await clinicContactOf(scope)
    const dateText = new Intl.DateTimeFormat('en-GB', {
      dateStyle: 'long',
      timeZone: await timeZoneOf(scope),
    })
    return messageText('invitation', {
      practiceName: clinic.name,
      practicePhone: clinic.phone || clinic.email,
      link,
      expires: dateText.format(invitationExpiry(member.invitedAt)),
      greetingName: member.firstName,
    })
  }
