import type { ClinicStatus } from '../../../contract/clinic-states.ts'
import { clinicContactOf, clinicStatusOf } from '../clinics/index.ts'
import { composeNotice, type Composer } from '../messages/index.ts'
import { findStaff } from '../staff/index.ts'

const statusWords: Record<Exclude<ClinicStatus, 'active'>, string> = {
  suspended: 'suspended',
  inactive: 'made inactive',
}

type ComposerDeps = { address: string; supportEmail: string }

/** Tells an administrator that the practice's people can no longer sign in, or that they can again; not sent where it holds no longer. */
export const clinicStatusComposer =
  (kind: 'access-ended' | 'access-restored', { address, supportEmail }: ComposerDeps): Composer =>
  async (scope, { aboutId }) => {
    const [member, status] = [await findStaff(scope, aboutId), await clinicStatusOf(scope)]
    if (!member || member.status !== 'active' || (kind === 'access-restored') !== (status === 'active'))
      return null
    const { name: practiceName } = await clinicContactOf(scope)
    const told = { practiceName, supportEmail, greetingName: member.firstName }
    return status === 'active'
      ? composeNotice('access-restored', { ...told, link: `${address}/login` })
      : composeNotice('access-ended', { ...told, standing: statusWords[status] })
  }
