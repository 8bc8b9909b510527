import { useNavigation, useRevalidator, useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { AccessListScreen } from '../../features/emergency-accesses/access-list.tsx'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { requirePermission } from '../../features/identity/guard.ts'
import { useLiveUpdates } from '../../live-updates.ts'
import { pageTitle } from '../../page-meta.ts'
import { pageIn, queryWith } from '../../ui/query-string.ts'
import type { Route } from './+types/clinic-opened-records.ts'
import { consentPaths, settingsPath } from './clinic-paths.ts'

export const meta = () => pageTitle('Records opened by Candour')

export const clientMiddleware = [requirePermission('accessSettings')]

export const clientLoader = ({ request: { url, signal } }: Route.ClientLoaderArgs) =>
  api.emergencyAccesses.list({ page: pageIn(new URL(url).searchParams) }, { signal })

export default function ClinicOpenedRecords({ loaderData: list }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const { revalidate } = useRevalidator()
  useLiveUpdates(['emergency-accesses'], () => void revalidate())
  return (
    <div className="mx-auto max-w-page">
      <AccessListScreen
        list={list}
        settingsHref={settingsPath('security')}
        hrefOfConsent={consentPaths.detail}
        hrefOfPage={(page) => queryWith(params, { page: page > 1 ? page : undefined })}
        busy={useNavigation().state === 'loading'}
      />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load who opened records" />
)
