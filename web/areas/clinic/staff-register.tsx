import { useNavigate, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { requirePermission } from '../../features/identity/guard.ts'
import { StaffInvitedScreen } from '../../features/staff/staff-invited-screen.tsx'
import { invitedStaffIdIn } from '../../features/staff/staff-list-query.ts'
import { StaffRegisterScreen } from '../../features/staff/staff-register-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/staff-register.ts'
import { staffPaths } from './clinic-paths.ts'

export const meta = ({ loaderData }: Route.MetaArgs) =>
  pageTitle(loaderData?.invited ? 'Invitation' : 'Add to staff')

export const clientMiddleware = [requirePermission('manageStaff')]

/** After the invitation the address names who was invited, so that what became of it can be looked at again. */
export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const staffId = invitedStaffIdIn(new URL(url).searchParams)
  return { invited: staffId ? await api.staff.get({ staffId }, { signal }) : null }
}

export default function StaffRegister({ loaderData: { invited } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      {invited ? (
        <StaffInvitedScreen
          member={invited}
          listHref={staffPaths.list}
          editHref={staffPaths.edit(invited.id)}
          registerHref={staffPaths.register}
          onChanged={revalidate}
        />
      ) : (
        <StaffRegisterScreen
          listHref={staffPaths.list}
          onInvited={async (staffId) => navigate(`?invited=${staffId}`, { replace: true })}
        />
      )}
    </div>
  )
}
