import { UserPlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { formatEmail } from '../../../contract/email-address.ts'
import type { DirectoryEntry, DirectoryPerson } from '../../../contract/directory.ts'
import { api } from '../../api.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { recentText } from '../../ui/plain/date-text.ts'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'

const OwnerDialog = lazyPart(async () => ({ default: (await import('./owner-dialog.tsx')).OwnerDialog }))
const AdministratorDialog = lazyPart(async () => ({
  default: (await import('./administrator-dialog.tsx')).AdministratorDialog,
}))

type ClinicPeoplePanelProps = { clinic: DirectoryEntry; onChanged: () => Promise<void> }

/** Who works in a practice, and whose it is. */
export function ClinicPeoplePanel({ clinic, onChanged }: ClinicPeoplePanelProps) {
  const [asking, setAsking] = useState<'owner' | 'administrator' | null>(null)
  const toast = useToast()
  const { busy, problem, run } = useTask()
  const owner = clinic.people.find(({ isOwner }) => isOwner)

  async function resend({ id: staffId, email }: DirectoryPerson) {
    const done = await run(() => api.directory.resendInvitation({ clinicId: clinic.id, staffId }))
    if (!done) return
    toast(`A new invitation is on its way to ${formatEmail(email)}. The old link no longer works.`)
    await onChanged()
  }
  async function changed(said: string) {
    setAsking(null)
    toast(said)
    await onChanged()
  }
  const dialog = { clinic, onClose: () => setAsking(null), onDone: changed }
  return (
    <Panel
      title="Staff"
      lead={
        owner ? (
          <>
            The practice is owned by <bdi>{owner.name}</bdi>.
          </>
        ) : (
          'No owner.'
        )
      }
      flush
    >
      {/* Below the heading, which would have no room beside them on a phone. */}
      <div className="flex flex-wrap gap-2 px-5 pb-4">
        <Button variant="quiet" size="small" onClick={() => setAsking('owner')}>
          Change owner
        </Button>
        <Button variant="quiet" size="small" icon={UserPlus} onClick={() => setAsking('administrator')}>
          Invite administrator
        </Button>
      </div>
      <ProblemMessage problem={problem} className="mx-5 mb-4" />
      <DataTable
        caption="Staff"
        className="rounded-none! border-x-0! border-b-0!"
        columns={columnsFor(resend, busy)}
        rows={clinic.people}
        rowKey={({ id }) => id}
        busy={busy}
        empty={
          <EmptyState title="No staff yet">Invite an administrator, who can add other staff.</EmptyState>
        }
      />
      {asking && (
        <Suspense>
          {asking === 'owner' ? <OwnerDialog {...dialog} /> : <AdministratorDialog {...dialog} />}
        </Suspense>
      )}
    </Panel>
  )
}

const columnsFor = (
  resend: (person: DirectoryPerson) => Promise<void>,
  busy: boolean,
): Column<DirectoryPerson>[] => [
  {
    key: 'name',
    header: 'Name',
    cell: ({ name, email, jobTitle }) => (
      <>
        <span className="block font-medium" dir="auto">
          {name}
        </span>
        <span className="block text-small text-muted">
          {[jobTitle, formatEmail(email)].filter(Boolean).join(', ')}
        </span>
      </>
    ),
  },
  { key: 'rights', header: 'Level', cell: rightsText },
  { key: 'state', header: 'Status', cell: (person) => <PersonState person={person} /> },
  {
    key: 'login',
    header: 'Last sign-in',
    cell: ({ lastLoginAt }) => (lastLoginAt ? recentText(lastLoginAt, new Date()) : 'Never'),
    className: 'text-muted tabular-nums',
  },
  {
    key: 'factor',
    header: 'Second factor',
    cell: ({ hasSecondFactor }) => (hasSecondFactor ? 'On' : 'Off'),
  },
  {
    key: 'act',
    header: 'Invitation',
    hideHeader: true,
    below: true,
    cell: (person) =>
      person.isActive && !person.registered && person.role === 'clinic_admin' ? (
        <Button variant="quiet" size="small" disabled={busy} onClick={() => void resend(person)}>
          Resend invitation
        </Button>
      ) : null,
  },
]

const rightsText = ({ role, permissionLevel, isOwner }: DirectoryPerson) => {
  if (isOwner) return 'Owner, administrator'
  return role === 'clinic_admin' ? 'Administrator' : `Level ${permissionLevel}`
}

function PersonState({ person: { isActive, registered } }: { person: DirectoryPerson }) {
  if (!isActive) return <Badge>Inactive</Badge>
  return registered ? <Badge tone="ok">Active</Badge> : <Badge tone="warn">Invited</Badge>
}
