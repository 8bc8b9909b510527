import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { GroupAccessNotice } from '../../features/practice-groups/group-access-notice.tsx'
import { GroupBoardScreen } from '../../features/practice-groups/group-board-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import type { Route } from './+types/group-board.ts'

export const meta = () => pageTitle('Group of practices')

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const { group } = await api.practiceGroups.mine({}, { signal })
  const isOpen = group?.access === 'open'
  return { group, board: isOpen ? await api.practiceGroups.board({}, { signal }) : null }
}

export default function GroupBoardPage({ loaderData: { group, board } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      {board ? (
        <GroupBoardScreen board={board} onChanged={revalidate} />
      ) : (
        <>
          <PageHeader title="Group of practices" />
          <GroupAccessNotice group={group} accountHref="/clinic/account#second-factor" />
        </>
      )}
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the group" />
)
