import { useNavigate, useNavigation, useRevalidator, useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { GroupAccessNotice } from '../../features/practice-groups/group-access-notice.tsx'
import { GroupTemplateScreen } from '../../features/practice-groups/group-template-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageIn, searchIn } from '../../ui/query-string.ts'
import type { Route } from './+types/group-templates.ts'

export const meta = () => pageTitle('Shared templates')

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const { group } = await api.practiceGroups.mine({}, { signal })
  if (group?.access !== 'open') return { group, shared: null, ofPractices: null }
  const params = new URL(url).searchParams
  const [shared, ofPractices] = await Promise.all([
    api.groupTemplates.list({}, { signal }),
    api.groupTemplates.practiceTemplates({ search: searchIn(params), page: pageIn(params) }, { signal }),
  ])
  return { group, shared, ofPractices }
}

export default function GroupTemplatesPage({ loaderData }: Route.ComponentProps) {
  const { group, shared, ofPractices } = loaderData
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useNavigation()
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      {shared ? (
        <GroupTemplateScreen
          shared={shared}
          ofPractices={ofPractices}
          params={params}
          busy={state === 'loading'}
          onQuery={(query) => void navigate(query, { replace: true, preventScrollReset: true })}
          onChanged={revalidate}
        />
      ) : (
        <>
          <PageHeader title="Shared templates" />
          <GroupAccessNotice group={group} accountHref="/clinic/account#second-factor" />
        </>
      )}
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the group’s templates" />
)
