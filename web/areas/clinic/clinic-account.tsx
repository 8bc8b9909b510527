import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { AccountScreen } from '../../features/account/account-screen.tsx'
import { compliancePaths } from '../../features/compliance/compliance-paths.ts'
import { reloadForNewSession, useReloadSession } from '../../features/identity/session-reload.ts'
import { ShortcutDialog } from '../../features/search/lazy-shortcut-dialog.ts'
import { pageTitle } from '../../page-meta.ts'
import { Button } from '../../ui/plain/button.tsx'
import { Link } from '../../ui/plain/link.tsx'
import type { Route } from './+types/clinic-account.ts'

export const meta = () => pageTitle('My Account')

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const [account, { group }] = await Promise.all([
    api.account.get({}, { signal }),
    api.practiceGroups.mine({}, { signal }),
  ])
  return { account, group }
}

export default function ClinicAccount({ loaderData: { account, group } }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const [isShowingShortcuts, setShowingShortcuts] = useState(false)
  return (
    <>
      <AccountScreen
        title="My Account"
        account={account}
        onChanged={useReloadSession()}
        onLeaveTo={(url) => location.assign(url)}
        onSwitched={reloadForNewSession}
        onDeleted={() => reloadForNewSession(null)}
        supportHref="/clinic/account/tickets"
        linkFailure={search.get('code') ?? undefined}
      />
      <p className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-2">
        <Link href={compliancePaths.policies} className="text-link">
          Practice policies
        </Link>
        {group && (
          <Link href="/group" className="text-link">
            {group.name}
          </Link>
        )}
        <Button variant="link" onClick={() => setShowingShortcuts(true)}>
          Keyboard shortcuts
        </Button>
        <Link href="/release-notes" className="text-link" reload>
          Release notes
        </Link>
      </p>
      {isShowingShortcuts && (
        <Suspense>
          <ShortcutDialog onClose={() => setShowingShortcuts(false)} />
        </Suspense>
      )}
    </>
  )
}
