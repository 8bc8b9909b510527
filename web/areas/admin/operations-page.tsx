import type { ReactNode } from 'react'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

const tabs = [
  { name: 'queues', href: '/admin/operations', label: 'Jobs' },
  { name: 'outbox', href: '/admin/operations/outbox', label: 'Messages' },
  { name: 'locks', href: '/admin/operations/locks', label: 'Locks' },
  { name: 'maintenance', href: '/admin/operations/maintenance', label: 'Maintenance' },
  { name: 'announcements', href: '/admin/operations/announcements', label: 'Announcements' },
  { name: 'features', href: '/admin/operations/features', label: 'Features' },
  { name: 'groups', href: '/admin/operations/groups', label: 'Groups of practices' },
] as const

type OperationsPageProps = { tab: (typeof tabs)[number]['name']; children: ReactNode }

/** What keeps the platform running, a tab for each part of it. */
export function OperationsPage({ tab, children }: OperationsPageProps) {
  return (
    <div className="mx-auto max-w-page">
      <PageHeader title="Operations" lead="Platform operations. All actions are recorded in the audit log." />
      <LinkTabs
        label="Operations"
        className="mt-5"
        tabs={tabs.map(({ name, href, label }) => ({ href, label, current: name === tab }))}
      />
      {children}
    </div>
  )
}
