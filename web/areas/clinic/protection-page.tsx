import type { ReactNode } from 'react'
import { useMay } from '../../features/identity/session-user.tsx'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Link } from '../../ui/plain/link.tsx'
import { dashboardTrail, protectionPaths, settingsPath } from './clinic-paths.ts'

const tabs = [
  { name: 'requests', href: protectionPaths.requests, label: 'Requests' },
  { name: 'breaches', href: protectionPaths.breaches, label: 'Breaches' },
  { name: 'processing', href: protectionPaths.processing, label: 'Processing record' },
] as const

type ProtectionPageProps = { tab: (typeof tabs)[number]['name']; children: ReactNode }

/** What the practice owes people whose data it keeps, a tab for each part of it. */
export function ProtectionPage({ tab, children }: ProtectionPageProps) {
  const may = useMay()
  return (
    <div className="mx-auto max-w-page">
      <PageHeader
        back={<Breadcrumbs trail={dashboardTrail} />}
        title="Data protection"
        lead="Data requests, breaches and the processing record."
      />
      {may('accessSettings') && (
        <>
          <p className="mt-2 text-muted">
            Records due for review, holds and destruction certificates are under{' '}
            <Link href={settingsPath('data')} className="text-link">
              Settings, Data
            </Link>
            .
          </p>
          <LinkTabs
            label="Data protection"
            className="mt-5"
            tabs={tabs.map(({ name, href, label }) => ({ href, label, current: name === tab }))}
          />
        </>
      )}
      {children}
    </div>
  )
}
