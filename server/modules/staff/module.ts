import type { OpenModule } from '../../module.ts'
import { invitationComposer } from './invitation-composer.ts'
import { ownerComposer, notifyOwner } from './ownership-transfer.ts'
import { staffHandlers } from './staff-handlers.ts'

/** Who works at a practice, and what each may do. */
export const staff: OpenModule = (core, { countPending, invitationLink }) => ({
  handlers: { staff: staffHandlers({ countPending }) },
  jobs: { 'staff.tell-owner': (data) => notifyOwner(core.runJob, data) },
  composers: {
    invitation: invitationComposer({ inviteLink: invitationLink(core) }),
    'owner-changed': ownerComposer(core.contactAddress),
  },
})
