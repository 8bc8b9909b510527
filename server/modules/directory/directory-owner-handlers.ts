import { contract } from '../../../contract/index.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { lockClinic } from '../clinics/index.ts'
import {
  findPerson,
  transferOwnership,
  insertAdministrator,
  wasJustInvited,
  renewInvitation,
} from '../staff/index.ts'
import { validateAdminEmail, auditedForClinic } from './directory-account-handlers.ts'

/** Whose a practice is, and who looks after it where nobody in it can say so. */
export const ownerChanges = {
  transferOwner: handle(
    contract.directory.transferOwner,
    async (scope, { clinicId, staffId: toId, reason }) => {
      if (!(await lockClinic(scope, clinicId))) return refuse('clinic-not-found')
      const moved = await transferOwnership(scope, { clinicId, toId })
      if (typeof moved === 'string') return refuse(moved)
      return auditedForClinic(clinicId, { ownerId: toId }, { ...moved, reason })
    },
  ),

  inviteAdministrator: handle(
    contract.directory.inviteAdministrator,
    async (scope, { clinicId, reason, ...person }) => {
      if (!(await lockClinic(scope, clinicId))) return refuse('clinic-not-found')
      const email = person.email.toLowerCase()
      const refusal = await validateAdminEmail(scope, email)
      if (refusal) return refuse(refusal)
      const staffId = await insertAdministrator(scope, { ...person, email, clinicId, isOwner: false })
      scope.enqueue('directory.invite', { clinicId, staffId })
      const after = { administrator: `${person.firstName} ${person.lastName}` }
      return auditedForClinic(clinicId, { staffId }, { after, staffId, reason })
    },
  ),

  resendInvitation: handle(contract.directory.resendInvitation, async (scope, { clinicId, staffId }) => {
    if (!(await lockClinic(scope, clinicId))) return refuse('clinic-not-found')
    const person = await findPerson(scope, clinicId, staffId)
    if (!person) return refuse('staff-not-found')
    const { role, status, registered } = person
    if (registered || role !== 'clinic_admin' || status !== 'active') return refuse('not-invited')
    if (wasJustInvited(person, scope.now)) return refuse('sent-just-now')
    await renewInvitation(scope, clinicId, staffId)
    scope.enqueue('directory.invite', { clinicId, staffId })
    const after = { administrator: `${person.firstName} ${person.lastName}` }
    return auditedForClinic(clinicId, { staffId }, { after, staffId })
  }),
}
