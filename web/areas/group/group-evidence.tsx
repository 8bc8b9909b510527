import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { GroupAccessNotice } from '../../features/practice-groups/group-access-notice.tsx'
import { GroupEvidenceScreen } from '../../features/practice-groups/group-evidence-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import type { Route } from './+types/group-evidence.ts'

export const meta = () => pageTitle('Evidence')

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const { group } = await api.practiceGroups.mine({}, { signal })
  const isOpen = group?.access === 'open'
  return { group, evidence: isOpen ? await api.groupEvidence.list({}, { signal }) : null }
}

export default function GroupEvidencePage({ loaderData: { group, evidence } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      {evidence ? (
        <GroupEvidenceScreen evidence={evidence} onChanged={revalidate} />
      ) : (
        <>
          <PageHeader title="Evidence" />
          <GroupAccessNotice group={group} accountHref="/clinic/account#second-factor" />
        </>
      )}
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the evidence reports" />
)
