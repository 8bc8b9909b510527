import { useState } from 'react'
import type { StaffMember } from '../../../contract/staff.ts'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { Select } from '../../ui/select.tsx'
import { RightsList } from './rights-list.tsx'
import { rightsOf } from './rights-words.ts'
import { memberName, roleLabels } from './staff-state-words.ts'

type PersonRightsProps = { people: StaffMember[]; hrefOf: (member: StaffMember) => string }

/** What one person may do; the others are a choice away. */
export function PersonRights({ people, hrefOf }: PersonRightsProps) {
  const [chosenId, setChosenId] = useState('')
  const chosen = people.find(({ id }) => id === chosenId) ?? people[0]
  if (!chosen) return null
  return (
    <>
      <Select
        label="Who"
        options={people.map((member) => ({ value: member.id, label: memberName(member) }))}
        value={chosen.id}
        onChange={setChosenId}
      />
      <div className="mt-3 mb-5 flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">
          {chosen.role === 'clinic_admin'
            ? roleLabels[chosen.role]
            : `Staff, level ${chosen.permissionLevel}`}
        </p>
        <ButtonLink href={hrefOf(chosen)} variant="quiet" size="small">
          Edit<span className="sr-only"> {memberName(chosen)}</span>
        </ButtonLink>
      </div>
      <RightsList rights={rightsOf(chosen)} />
    </>
  )
}
