import type { SharedPolicies, SharedPolicyRow } from '../../../contract/group-policies.ts'
import { reserved_policy_key } from '../../../contract/limits.ts'
import { CellText } from '../../ui/cell-text.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { dayText } from '../../ui/plain/date-text.ts'
import type { Column } from '../../ui/table-row.tsx'
import { groupPolicyPath } from './group-policy-path.ts'
import { GroupUseNote } from './group-use-note.tsx'

const columnsFor = (practices: number): Column<SharedPolicyRow>[] => [
  { key: 'title', header: 'Policy', cell: ({ title }) => <CellText main={title} /> },
  {
    key: 'version',
    header: 'Group’s version',
    cell: ({ version }) => (version ? `Version ${version.number}, ${dayText(version.at)}` : 'Not shared'),
    className: 'text-muted tabular-nums',
  },
  {
    key: 'adopted',
    header: 'On this version',
    cell: ({ version, onNewest }) => (version ? `${onNewest} of ${practices}` : '–'),
    className: 'tabular-nums',
  },
  {
    key: 'overdue',
    header: 'Review overdue',
    cell: ({ overdue }) => (overdue > 0 ? <Badge tone="bad">{overdue}</Badge> : 'None'),
    className: 'tabular-nums',
  },
]

/** The policies that a group words for its practices, with how many of them follow each. */
export function GroupPolicyListScreen({ shared }: { shared: SharedPolicies }) {
  const { group, role, use, policies } = shared
  return (
    <>
      <PageHeader
        title="Policies"
        lead={`Wording that every practice of ${group} can adopt. Each practice decides, sets its own review date and records its own readers.`}
        actions={
          role === 'group_admin' && (
            <ButtonLink href={groupPolicyPath(reserved_policy_key)} variant="quiet">
              Add policy
            </ButtonLink>
          )
        }
      />
      <GroupUseNote agreement="policies" use={use} className="mt-4" />
      <DataTable
        caption="Policies"
        className="mt-6"
        columns={columnsFor(use.agreed)}
        rows={policies}
        rowKey={({ policy }) => policy}
        rowHref={({ policy }) => groupPolicyPath(policy)}
        empty={<EmptyState title="No policies" />}
      />
    </>
  )
}
