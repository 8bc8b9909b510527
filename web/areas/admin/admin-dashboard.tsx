import { api } from '../../api.ts'
import { AnnouncementBanners } from '../../features/announcements/announcement-banners.tsx'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { OverviewScreen, type TaskPaths } from '../../features/overview/overview-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Link } from '../../ui/plain/link.tsx'
import type { Route } from './+types/admin-dashboard.ts'
import { ClinicTable } from './clinic-table.tsx'

export const meta = () => pageTitle('Super Admin Portal')

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const [overview, clinics, announced] = await Promise.all([
    api.overview.get({}, { signal }),
    api.clinics.listForAdmin({ pageSize: 10 }, { signal }),
    api.announcements.forAdmin({}, { signal }),
  ])
  return { overview, clinics, announced }
}

const paths: TaskPaths = {
  queues: '/admin/operations',
  outbox: '/admin/operations/outbox',
  'failed-jobs': '/admin/operations',
  'astray-messages': '/admin/operations/outbox',
  'open-enquiries': '/admin/enquiries',
  'suspended-clinics': '#clinics',
  'missing-configuration': '/setup/configuration',
  'reviews-due': '/templates/consent',
  'maintenance-on': '/admin/operations/maintenance',
  'virus-scanner': '#virus-scanner',
}

export default function AdminDashboard({
  loaderData: { overview, clinics, announced },
}: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-page">
      <AnnouncementBanners rows={announced} className="mb-6" />
      <PageHeader
        title="Dashboard"
        lead="All practices on the platform. Patients and treatments are not shown."
        actions={
          <>
            <Link href="/admin/revenue" className="btn btn-quiet">
              Revenue
            </Link>
            <Link href="/admin/enquiries" className="btn btn-quiet">
              Enquiries
            </Link>
            <Link href="/admin/documents" className="btn btn-quiet">
              Documents
            </Link>
            <Link href="/admin/operations" className="btn btn-quiet">
              Operations
            </Link>
          </>
        }
      />
      <OverviewScreen overview={overview} paths={paths} />
      <h2 id="clinics" className="mt-8">
        Practices
      </h2>
      <ClinicTable {...clinics} />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the dashboard" />
)
