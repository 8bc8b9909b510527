import { useNavigate, useNavigation, useRevalidator, useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { FeeListScreen } from '../../features/fees/fee-list-screen.tsx'
import { feeOrders } from '../../features/fees/fee-orders.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { GroupAccessNotice } from '../../features/practice-groups/group-access-notice.tsx'
import { GroupUseNote } from '../../features/practice-groups/group-use-note.tsx'
import { pageTitle } from '../../page-meta.ts'
import { sortIn } from '../../ui/list-orders.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageIn, searchIn } from '../../ui/query-string.ts'
import type { Route } from './+types/group-fees.ts'

export const meta = () => pageTitle('Fees')

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const { group } = await api.practiceGroups.mine({}, { signal })
  if (group?.access !== 'open') return { group, page: null }
  const params = new URL(url).searchParams
  const query = { page: pageIn(params), search: searchIn(params), sort: sortIn(params, feeOrders) }
  return { group, page: await api.groupFees.list(query, { signal }) }
}

const { save, remove, import: importFees } = api.groupFees
const list = { path: '/group/fees', save, remove, import: importFees }

export default function GroupFeesPage({ loaderData: { group, page } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useNavigation()
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      {group && page ? (
        <FeeListScreen
          page={page}
          list={list}
          lead={`Fees for practices of ${group.name} that have set none of their own. Consents already prepared keep their price.`}
          note={<GroupUseNote agreement="fees" use={page.use} className="mt-4" />}
          charges={null}
          isReadOnly={group.role !== 'group_admin'}
          params={params}
          onQuery={(query) => void navigate(query, { replace: true, preventScrollReset: true })}
          busy={state === 'loading'}
          onChanged={revalidate}
        />
      ) : (
        <>
          <PageHeader title="Fees" />
          <GroupAccessNotice group={group} accountHref="/clinic/account#second-factor" />
        </>
      )}
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the group’s fees" />
)
