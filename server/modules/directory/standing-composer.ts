import type { ClinicStatus } from '../../../contract/clinic-states.ts'
import { clinicOf, standingOf } from '../clinics/index.ts'
import { composeNotice, type Composer } from '../messages/index.ts'
import { findStaff } from '../staff/index.ts'

const words: Record<Exclude<ClinicStatus, 'active'>, string> = {
  suspended: 'suspended',
  inactive: 'made inactive',
}

type Told = { address: string; supportEmail: string }

/** Tells an administrator that the practice's people can no longer sign in, or that they can again; not sent where it holds no longer. */
export const standingComposer =
  (kind: 'access-ended' | 'access-restored', { address, supportEmail }: Told): Composer =>
  async (scope, { aboutId }) => {
    const [member, status] = [await findStaff(scope, aboutId), await standingOf(scope)]
    if (!member || member.status !== 'active' || (kind === 'access-restored') !== (status === 'active'))
      return null
    const { name: practiceName } = await clinicOf(scope)
    const told = { practiceName, supportEmail, greetingName: member.firstName }
    return status === 'active'
      ? composeNotice('access-restored', { ...told, link: `${address}/login` })
      : composeNotice('access-ended', { ...told, standing: words[status] })
  }
