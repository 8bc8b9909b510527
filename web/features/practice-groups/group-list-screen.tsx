import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import { group_name_length_max } from '../../../contract/limits.ts'
import type { GroupPerson, PracticeGroup } from '../../../contract/practice-groups.ts'
import { api } from '../../api.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { dayText } from '../../ui/plain/date-text.ts'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'

type GroupListScreenProps = { groups: readonly PracticeGroup[]; onChanged: () => Promise<void> }

const roleNames = { group_admin: 'Administrator', group_auditor: 'Auditor' } as const

/** All groups of practices: who looks after each, and which practices agreed. */
export function GroupListScreen({ groups, onChanged }: GroupListScreenProps) {
  const [isMaking, setMaking] = useState(false)
  const [extended, setExtended] = useState<PracticeGroup>()
  const [removed, setRemoved] = useState<GroupPerson>()
  return (
    <div className="mt-6 space-y-6">
      <Button onClick={() => setMaking(true)}>New group</Button>
      {groups.length === 0 && <EmptyState icon={UsersRound} title="No groups of practices yet" />}
      {groups.map((group) => (
        <GroupPanel
          key={group.id}
          group={group}
          onAddPerson={() => setExtended(group)}
          onRemovePerson={setRemoved}
        />
      ))}
      {isMaking && <NewGroupDialog onClose={() => setMaking(false)} onChanged={onChanged} />}
      {extended && (
        <PersonDialog group={extended} onClose={() => setExtended(undefined)} onChanged={onChanged} />
      )}
      {removed && (
        <RemovalDialog person={removed} onClose={() => setRemoved(undefined)} onChanged={onChanged} />
      )}
    </div>
  )
}

type GroupPanelProps = {
  group: PracticeGroup
  onAddPerson: () => void
  onRemovePerson: (person: GroupPerson) => void
}

const GroupPanel = ({ group, onAddPerson, onRemovePerson }: GroupPanelProps) => (
  <Panel
    title={<span dir="auto">{group.name}</span>}
    lead={`Since ${dayText(group.createdAt)}. ${group.invitations.length} open invitations.`}
    actions={
      <Button variant="quiet" onClick={onAddPerson}>
        Add person<span className="sr-only"> to {group.name}</span>
      </Button>
    }
  >
    <h3>People</h3>
    {group.people.length === 0 ? (
      <p className="text-muted">Nobody yet</p>
    ) : (
      <ul className="divide-y divide-line">
        {group.people.map((person) => (
          <li key={person.id} className="flex flex-wrap items-center justify-between gap-3 py-2">
            <span className="min-w-0 wrap-anywhere">
              <span dir="auto">{person.name}</span>, {roleNames[person.role]}
              <span className="block text-small text-muted">{person.email}</span>
            </span>
            <Button variant="quiet" size="small" onClick={() => onRemovePerson(person)}>
              Remove<span className="sr-only"> {person.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    )}
    <h3 className="mt-4">Practices</h3>
    {group.practices.length === 0 ? (
      <p className="text-muted">None yet</p>
    ) : (
      <ul>
        {group.practices.map(({ name, joinedAt }) => (
          <li key={`${name} ${joinedAt}`}>
            <span dir="auto">{name}</span> <span className="text-muted">since {dayText(joinedAt)}</span>
          </li>
        ))}
      </ul>
    )}
  </Panel>
)

type DialogProps = { onClose: () => void; onChanged: () => Promise<void> }

function NewGroupDialog({ onClose, onChanged }: DialogProps) {
  const toast = useToast()
  return (
    <FormDialog
      title="New group"
      text="Practices join only when their own administrator accepts an invitation."
      confirm="Create group"
      onClose={onClose}
      read={(typed) => {
        const name = String(typed.get('name') ?? '').trim()
        if (name === '') return [{ id: 'name', text: 'Enter a name' }]
        return async () => {
          await api.practiceGroups.create({ name })
          toast('Group created')
          await onChanged()
        }
      }}
    >
      {(errors) => (
        <TextField
          id="name"
          name="name"
          label="Name"
          maxLength={group_name_length_max}
          error={errorOf(errors, 'name')}
        />
      )}
    </FormDialog>
  )
}

function PersonDialog({ group, onClose, onChanged }: DialogProps & { group: PracticeGroup }) {
  const toast = useToast()
  return (
    <FormDialog
      title={`Add person to ${group.name}`}
      text="A registered member of staff of any practice. They need a second factor to open the board."
      confirm="Add person"
      about={group.id}
      onClose={onClose}
      read={(typed) => {
        const email = String(typed.get('email') ?? '').trim()
        if (email === '') return [{ id: 'email', text: 'Enter an e-mail address' }]
        const role = typed.get('role') === 'group_admin' ? 'group_admin' : 'group_auditor'
        return async () => {
          await api.practiceGroups.addPerson({ groupId: group.id, email, role })
          toast('Person added')
          await onChanged()
        }
      }}
    >
      {(errors) => (
        <>
          <TextField
            id="email"
            name="email"
            type="email"
            label="E-mail address"
            hint="The address they sign in with"
            maxLength={320}
            autoComplete="off"
            error={errorOf(errors, 'email')}
          />
          <SelectField
            id="role"
            name="role"
            label="Role"
            hint="Administrators invite practices. Auditors read the board."
            defaultValue="group_auditor"
            options={Object.entries(roleNames).map(([value, label]) => ({ value, label }))}
          />
        </>
      )}
    </FormDialog>
  )
}

function RemovalDialog({ person, onClose, onChanged }: DialogProps & { person: GroupPerson }) {
  const toast = useToast()
  return (
    <FormDialog
      title={`Remove ${person.name}?`}
      text="They stop seeing the board immediately. Their account at their practice stays."
      confirm="Remove"
      danger
      onClose={onClose}
      read={() => async () => {
        await api.practiceGroups.removePerson({ personId: person.id })
        toast('Person removed')
        await onChanged()
      }}
    >
      {() => null}
    </FormDialog>
  )
}
