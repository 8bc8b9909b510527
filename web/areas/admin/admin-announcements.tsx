import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { AnnouncementScreen } from '../../features/announcements/announcement-screen.tsx'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { pageTitle } from '../../page-meta.ts'
import { pageIn } from '../../ui/query-string.ts'
import type { Route } from './+types/admin-announcements.ts'
import { listAllClinics } from './all-clinics.ts'
import { OperationsPage } from './operations-page.tsx'

export const meta = () => pageTitle('Operations: announcements')

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const page = pageIn(new URL(url).searchParams)
  const [list, clinics] = await Promise.all([
    api.announcements.listForAdmin({ page }, { signal }),
    listAllClinics(signal),
  ])
  return { list, clinics }
}

export default function AdminAnnouncements({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <OperationsPage tab="announcements">
      <AnnouncementScreen
        {...loaderData}
        hrefOfPage={(page) => `/admin/operations/announcements?page=${page}`}
        onChanged={revalidate}
      />
    </OperationsPage>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the announcements" />
)
