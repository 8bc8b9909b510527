import { Building2, Clock, FilePen, FileText, Inbox } from 'lucide-react'
import { awaitingStatuses, consentStatuses, type ConsentStatus } from '../../../contract/states.ts'
import { api } from '../../api.ts'
import { ConsentBadge } from '../../features/consents/consent-badge.tsx'
import { pageTitle } from '../../page-meta.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Link } from '../../ui/plain/link.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { StatTile } from '../../ui/stat-tile.tsx'
import type { Route } from './+types/admin-dashboard.ts'
import { ClinicTable } from './clinic-table.tsx'

export const meta = () => pageTitle('Super Admin Portal')

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const [consents, clinics, enquiries] = await Promise.all([
    api.consents.countsForAdmin({}, { signal }),
    api.clinics.listForAdmin({ pageSize: 10 }, { signal }),
    api.enquiries.listForAdmin({ pageSize: 1 }, { signal }),
  ])
  return { byStatus: consents.byStatus, clinics, openEnquiries: enquiries.total }
}

export default function AdminDashboard({
  loaderData: { byStatus, clinics, openEnquiries },
}: Route.ComponentProps) {
  const count = (...statuses: ConsentStatus[]) =>
    statuses.reduce((sum, status) => sum + (byStatus[status] ?? 0), 0)
  return (
    <div className="mx-auto max-w-page">
      <PageHeader
        title="Dashboard"
        lead="Every clinic of the platform. No patient or treatment is shown here."
      />
      <div className="mt-7 grid grid-cols-2 gap-4 xl:grid-cols-5">
        <StatTile label="Clinics" value={number(clinics.total)} icon={Building2} />
        <StatTile
          label="Consents"
          value={number(count(...consentStatuses))}
          href="/admin/consents"
          icon={FileText}
        />
        <StatTile
          label="With patients"
          value={number(count(...awaitingStatuses))}
          note="Sent or viewed"
          icon={Clock}
        />
        <StatTile
          label="Signed"
          value={number(count('signed', 'finalised'))}
          note="By the patient"
          icon={FilePen}
        />
        <StatTile
          label="Enquiries"
          value={number(openEnquiries)}
          note="Open"
          href="/admin/enquiries"
          icon={Inbox}
        />
      </div>
      <Panel title="Consents by status" flush className="mt-6">
        <ul className="grid gap-px overflow-clip rounded-b-lg border-t border-line bg-line sm:grid-cols-2 lg:grid-cols-5">
          {consentStatuses.map((status) => (
            <li key={status} className="bg-surface">
              <Link
                href={`/admin/consents?status=${status}`}
                className="flex items-center justify-between gap-3 px-5 py-3 hover:bg-paper"
              >
                <ConsentBadge status={status} />
                <span className="font-medium tabular-nums">{number(count(status))}</span>
              </Link>
            </li>
          ))}
        </ul>
      </Panel>
      <h2 className="mt-8">Clinics</h2>
      <ClinicTable {...clinics} />
    </div>
  )
}

const number = (value: number) => value.toLocaleString('en-GB')
