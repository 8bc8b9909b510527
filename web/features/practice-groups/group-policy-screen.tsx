import { Building2 } from 'lucide-react'
import { useState } from 'react'
import type { PolicyPractice, SharedPolicy } from '../../../contract/group-policies.ts'
import { api } from '../../api.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { CellText } from '../../ui/cell-text.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { calendarDayText, dayText } from '../../ui/plain/date-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { PolicyText } from '../compliance/index.ts'
import { GroupPolicyForm } from './group-policy-form.tsx'
import { groupPolicyPath } from './group-policy-path.ts'

type GroupPolicyScreenProps = {
  shared: SharedPolicy
  onChanged: () => Promise<void>
  onRemoved: () => Promise<void>
}

/** One policy of a group: its wording, its next version, and where each practice stands with it. */
export function GroupPolicyScreen({ shared, onChanged, onRemoved }: GroupPolicyScreenProps) {
  const { group, role, policy, title, text, version, after, isOfLibrary } = shared
  const [isEditing, setEditing] = useState(false)
  const toast = useToast()
  return (
    <>
      <PageHeader
        back={<BackLink href={groupPolicyPath()}>Policies</BackLink>}
        title={title}
        lead={
          version
            ? `Version ${version.number} of ${group}, shared ${dayText(version.at)} by ${version.by}.`
            : isOfLibrary
              ? 'Starter wording from Candour, not shared by the group.'
              : `Last wording of ${group}, no longer shared.`
        }
        actions={
          role === 'group_admin' &&
          !isEditing && (
            <>
              {version && <StopSharingButton shared={shared} onRemoved={onRemoved} />}
              <Button variant={version ? 'quiet' : 'primary'} onClick={() => setEditing(true)}>
                {version ? 'Write new version' : 'Share this policy'}
              </Button>
            </>
          )
        }
      />
      {isEditing ? (
        <GroupPolicyForm
          {...{ policy, title, text, after }}
          onCancel={() => setEditing(false)}
          onDone={async () => {
            setEditing(false)
            toast('Version shared with the group')
            await onChanged()
          }}
        />
      ) : (
        <>
          <PracticeList shared={shared} />
          <div className="mt-8 grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
            <Panel title="Wording">
              <PolicyText text={text} />
            </Panel>
            {shared.earlier.length > 0 && (
              <Panel title="Earlier versions">
                <ul className="space-y-1 text-small text-muted">
                  {shared.earlier.map(({ number, by, at }) => (
                    <li key={number}>
                      Version {number}, {dayText(at)}, <bdi>{by}</bdi>
                    </li>
                  ))}
                </ul>
              </Panel>
            )}
          </div>
        </>
      )}
    </>
  )
}

const columnsFor = (newest: number | undefined): Column<PolicyPractice>[] => [
  { key: 'practice', header: 'Practice', cell: ({ name }) => <CellText main={name} /> },
  {
    key: 'version',
    header: 'Adopted',
    cell: ({ isShown, adopted }) => {
      if (!isShown) return <span className="text-muted">Not shown to the group</span>
      if (!adopted) return 'Not adopted yet'
      const { groupNumber } = adopted
      return (
        <span className="inline-flex flex-wrap items-center gap-2 tabular-nums">
          {groupNumber === null ? 'Own wording' : `Version ${groupNumber} of the group`}
          {groupNumber !== null && groupNumber !== newest && <Badge tone="warn">Earlier version</Badge>}
        </span>
      )
    },
  },
  {
    key: 'at',
    header: 'Since',
    cell: ({ adopted }) => (adopted ? dayText(adopted.at) : '–'),
    className: 'text-muted tabular-nums',
  },
  {
    key: 'review',
    header: 'Review',
    cell: ({ adopted }) =>
      adopted ? (
        <span className="inline-flex flex-wrap items-center gap-2 tabular-nums">
          {calendarDayText(adopted.reviewOn)}
          {adopted.isOverdue && <Badge tone="bad">Overdue</Badge>}
        </span>
      ) : (
        '–'
      ),
  },
]

const PracticeList = ({ shared: { version, practices } }: Pick<GroupPolicyScreenProps, 'shared'>) => (
  <section className="mt-6">
    <h2 className="mb-3">Practices</h2>
    <DataTable
      caption="Practices"
      columns={columnsFor(version?.number)}
      rows={practices}
      rowKey={({ id }) => id}
      empty={<EmptyState icon={Building2} title="No practices yet" />}
    />
  </section>
)

function StopSharingButton({ shared, onRemoved }: Omit<GroupPolicyScreenProps, 'onChanged'>) {
  const { policy, title, isOfLibrary } = shared
  const { busy, problem, run } = useTask()
  const toast = useToast()
  const confirm = useConfirm()
  const remove = () =>
    run(async () => {
      const agreed = await confirm({
        title: `Stop sharing ${title}?`,
        text: isOfLibrary
          ? 'Practices that adopted it keep its wording. Others begin with the wording from Candour again.'
          : 'Practices that adopted it keep its wording. Others no longer see it. You can share it again.',
        confirm: 'Stop sharing',
      })
      if (!agreed) return
      await api.groupPolicies.remove({ policy })
      toast('Policy no longer shared')
      await onRemoved()
    })
  return (
    <>
      <ProblemMessage problem={problem} />
      <Button variant="quiet" busy={busy} onClick={() => void remove()}>
        Stop sharing
      </Button>
    </>
  )
}
