import { useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { AccountScreen } from '../../features/account/account-screen.tsx'
import { compliancePaths } from '../../features/compliance/compliance-paths.ts'
import { reloadForNewSession, useReloadSession } from '../../features/identity/session-reload.ts'
import { pageTitle } from '../../page-meta.ts'
import { Link } from '../../ui/plain/link.tsx'
import type { Route } from './+types/clinic-account.ts'

export const meta = () => pageTitle('My Account')

export const clientLoader = ({ request: { signal } }: Route.ClientLoaderArgs) =>
  api.account.get({}, { signal })

export default function ClinicAccount({ loaderData: account }: Route.ComponentProps) {
  const [search] = useSearchParams()
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
      <p className="mt-5">
        <Link href={compliancePaths.policies} className="text-link">
          Policies of your practice
        </Link>
      </p>
    </>
  )
}
