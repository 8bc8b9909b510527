import { useNavigate, useNavigation, useRevalidator, useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { GroupAccessNotice } from '../../features/practice-groups/group-access-notice.tsx'
import { GroupPhraseScreen } from '../../features/practice-groups/group-phrase-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageIn, searchIn } from '../../ui/query-string.ts'
import type { Route } from './+types/group-phrases.ts'

export const meta = () => pageTitle('Phrases')

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const { group } = await api.practiceGroups.mine({}, { signal })
  if (group?.access !== 'open') return { group, page: null }
  const params = new URL(url).searchParams
  const query = { page: pageIn(params), search: searchIn(params) }
  return { group, page: await api.groupPhrases.templates(query, { signal }) }
}

export default function GroupPhrasesPage({ loaderData: { group, page } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useNavigation()
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      {group && page ? (
        <GroupPhraseScreen
          group={group}
          page={page}
          params={params}
          busy={state === 'loading'}
          onQuery={(query) => void navigate(query, { replace: true, preventScrollReset: true })}
          onChanged={revalidate}
        />
      ) : (
        <>
          <PageHeader title="Phrases" />
          <GroupAccessNotice group={group} accountHref="/clinic/account#second-factor" />
        </>
      )}
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the group’s phrases" />
)
