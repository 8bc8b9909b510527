import { useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { AccountScreen } from '../../features/account/account-screen.tsx'
import { reloadForNewSession, useReloadSession } from '../../features/identity/session-reload.ts'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/admin-profile.ts'

export const meta = () => pageTitle('Profile')

export const clientLoader = ({ request: { signal } }: Route.ClientLoaderArgs) =>
  api.account.get({}, { signal })

export default function AdminProfile({ loaderData: account }: Route.ComponentProps) {
  const [search] = useSearchParams()
  return (
    <AccountScreen
      title="Profile"
      account={account}
      onChanged={useReloadSession()}
      onLeaveTo={(url) => location.assign(url)}
      onSwitched={reloadForNewSession}
      onDeleted={() => reloadForNewSession(null)}
      linkFailure={search.get('code') ?? undefined}
    />
  )
}
