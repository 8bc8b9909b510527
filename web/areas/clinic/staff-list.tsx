import { useNavigate, useNavigation, useRevalidator, useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { requirePermission } from '../../features/identity/guard.ts'
import { StaffEditScreen } from '../../features/staff/staff-edit-screen.tsx'
import { staffListInput, staffListQuery, editedStaffIdIn } from '../../features/staff/staff-list-query.ts'
import { StaffListScreen } from '../../features/staff/staff-list-screen.tsx'
import { memberName } from '../../features/staff/staff-state-words.ts'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/staff-list.ts'
import { staffPaths } from './clinic-paths.ts'

export const meta = ({ loaderData }: Route.MetaArgs) =>
  pageTitle(loaderData?.member ? memberName(loaderData.member) : 'Staff')

export const clientMiddleware = [requirePermission('manageStaff')]

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const params = new URL(url).searchParams
  const staffId = editedStaffIdIn(params)
  if (staffId) return { member: await api.staff.get({ staffId }, { signal }), page: null }
  return { member: null, page: await api.staff.list(staffListInput(staffListQuery(params)), { signal }) }
}

export default function StaffList({ loaderData: { member, page } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useNavigation()
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      {member && (
        <StaffEditScreen
          key={member.id}
          member={member}
          listHref={staffPaths.list}
          onSaved={async () => navigate(staffPaths.list)}
          onChanged={revalidate}
        />
      )}
      {page && (
        <StaffListScreen
          page={page}
          params={params}
          onQuery={(query) => void navigate(query, { replace: true, preventScrollReset: true })}
          busy={state === 'loading'}
          editHref={({ id }) => staffPaths.edit(id)}
          registerHref={staffPaths.register}
          onChanged={revalidate}
        />
      )}
    </div>
  )
}
