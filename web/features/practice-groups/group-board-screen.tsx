import { Building2, Mail } from 'lucide-react'
import { useState } from 'react'
import { group_overdue_days } from '../../../contract/limits.ts'
import type { GroupBoard, GroupInvitation, GroupPracticeFigures } from '../../../contract/practice-groups.ts'
import { api } from '../../api.ts'
import { CellText } from '../../ui/cell-text.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { dayText } from '../../ui/plain/date-text.ts'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'

type GroupBoardScreenProps = { board: GroupBoard; onChanged: () => Promise<void> }

/** What is over its time, beside what it is part of. */
const WithOverdue = ({ count, overdue }: { count: number; overdue: number }) => (
  <span className="inline-flex flex-wrap items-center gap-2">
    {count}
    {overdue > 0 && <Badge tone="warn">{overdue} overdue</Badge>}
  </span>
)

const practiceColumns: Column<GroupPracticeFigures>[] = [
  {
    key: 'practice',
    header: 'Practice',
    cell: ({ name, joinedAt }) => <CellText main={name} sub={`Since ${dayText(joinedAt)}`} />,
  },
  {
    key: 'today',
    header: 'Today',
    cell: ({ sentToday, signedToday }) => `${sentToday} sent, ${signedToday} signed`,
    className: 'tabular-nums',
  },
  {
    key: 'month',
    header: 'This month',
    cell: ({ sentThisMonth, signedThisMonth }) => `${sentThisMonth} sent, ${signedThisMonth} signed`,
    className: 'tabular-nums',
  },
  {
    key: 'waiting',
    header: 'Awaiting signature',
    cell: ({ waiting, overdue }) => <WithOverdue count={waiting} overdue={overdue} />,
    className: 'tabular-nums',
  },
  {
    key: 'actions',
    header: 'Improvement actions',
    cell: ({ actionsOpen, actionsOverdue }) => <WithOverdue count={actionsOpen} overdue={actionsOverdue} />,
    className: 'tabular-nums',
  },
  {
    key: 'pack',
    header: 'Last evidence pack',
    cell: ({ lastPackAt }) => (lastPackAt ? dayText(lastPackAt) : 'None'),
    className: 'text-muted tabular-nums',
  },
]

/** The practices of a group with their figures, and who is invited. */
export function GroupBoardScreen({ board, onChanged }: GroupBoardScreenProps) {
  const [isInviting, setInviting] = useState(false)
  const isAdministrator = board.role === 'group_admin'
  return (
    <>
      <PageHeader
        title={board.group}
        lead={`Figures of each practice, without patient names. A consent is overdue ${group_overdue_days} days after it was sent.`}
        actions={isAdministrator && <Button onClick={() => setInviting(true)}>Invite a practice</Button>}
      />
      <DataTable
        caption="Practices of the group"
        className="mt-6"
        columns={practiceColumns}
        rows={board.practices}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={Building2} title="No practices yet">
            Practices appear here once their administrator accepts an invitation.
          </EmptyState>
        }
      />
      <InvitationList board={board} onChanged={onChanged} />
      {isInviting && <InvitationDialog onClose={() => setInviting(false)} onChanged={onChanged} />}
    </>
  )
}

const invitationColumns: Column<GroupInvitation>[] = [
  { key: 'email', header: 'Administrator', cell: ({ email }) => <CellText main={email} /> },
  {
    key: 'invited',
    header: 'Invited',
    cell: ({ invitedAt, invitedBy }) => `${dayText(invitedAt)} by ${invitedBy}`,
    className: 'text-muted',
  },
]

const withdrawalColumn = (
  busy: boolean,
  onWithdraw: (invitation: GroupInvitation) => void,
): Column<GroupInvitation> => ({
  key: 'act',
  header: 'Actions',
  hideHeader: true,
  below: true,
  cell: (invitation) => (
    <Button variant="quiet" size="small" busy={busy} onClick={() => onWithdraw(invitation)}>
      Withdraw<span className="sr-only"> the invitation of {invitation.email}</span>
    </Button>
  ),
})

function InvitationList({ board, onChanged }: GroupBoardScreenProps) {
  const { busy, problem, run } = useTask()
  const toast = useToast()
  const withdraw = ({ id }: GroupInvitation) =>
    run(async () => {
      await api.practiceGroups.withdrawInvitation({ invitationId: id })
      toast('Invitation withdrawn')
      await onChanged()
    })
  const columns =
    board.role === 'group_admin'
      ? [...invitationColumns, withdrawalColumn(busy, (invitation) => void withdraw(invitation))]
      : invitationColumns
  return (
    <section className="mt-8">
      <h2 className="mb-3">Open invitations</h2>
      <ProblemMessage problem={problem} className="mb-3" />
      <DataTable
        caption="Open invitations"
        columns={columns}
        rows={board.invitations}
        rowKey={({ id }) => id}
        empty={<EmptyState icon={Mail} title="No open invitations" />}
      />
    </section>
  )
}

type InvitationDialogProps = { onClose: () => void; onChanged: () => Promise<void> }

function InvitationDialog({ onClose, onChanged }: InvitationDialogProps) {
  const toast = useToast()
  return (
    <FormDialog
      title="Invite a practice"
      text="The administrator gets an e-mail. The practice joins when they accept the invitation in Settings, Group of practices."
      confirm="Invite"
      onClose={onClose}
      read={(typed) => {
        const email = String(typed.get('email') ?? '').trim()
        if (email === '') return [{ id: 'email', text: 'Enter an e-mail address' }]
        return async () => {
          await api.practiceGroups.invite({ email })
          toast('Invitation saved')
          await onChanged()
        }
      }}
    >
      {(errors) => (
        <TextField
          id="email"
          name="email"
          type="email"
          label="Administrator’s e-mail address"
          hint="The address they sign in with"
          maxLength={320}
          autoComplete="off"
          error={errorOf(errors, 'email')}
        />
      )}
    </FormDialog>
  )
}
