import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { GroupAccessNotice } from '../../features/practice-groups/group-access-notice.tsx'
import { GroupSignOnScreen } from '../../features/practice-groups/group-sign-on-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import type { Route } from './+types/group-sign-on.ts'

export const meta = () => pageTitle('Single sign-on')

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const { group } = await api.practiceGroups.mine({}, { signal })
  const isOpen = group?.access === 'open'
  return { group, settings: isOpen ? await api.groupSignOn.get({}, { signal }) : null }
}

export default function GroupSignOnPage({ loaderData: { group, settings } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      {settings ? (
        <GroupSignOnScreen settings={settings} onChanged={revalidate} />
      ) : (
        <>
          <PageHeader title="Single sign-on" />
          <GroupAccessNotice group={group} accountHref="/clinic/account#second-factor" />
        </>
      )}
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the group’s single sign-on" />
)
