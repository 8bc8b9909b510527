import { api } from '../../api.ts'
import { Menu } from '../../ui/menu.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useToast } from '../../ui/toast.tsx'
import { StaffBadge } from './staff-badge.tsx'
import type { StaffEntry } from './staff-form-values.ts'
import { StaffForm } from './staff-form.tsx'
import { memberName, staffState, type StaffDetails } from './staff-state-words.ts'
import { formatEmail } from '../../../contract/email-address.ts'
import { useStaffActions } from './use-staff-actions.tsx'

type StaffEditScreenProps = {
  member: StaffDetails
  listHref: string
  onSaved: () => Promise<void>
  onChanged: () => Promise<void>
}

/** Somebody on the staff: their details, rights and login hours. */
export function StaffEditScreen({ member, listHref, onSaved, onChanged }: StaffEditScreenProps) {
  const toast = useToast()
  const { problem, itemsFor, dialog } = useStaffActions(onChanged)
  const name = memberName(member)
  const now = new Date()
  const items = itemsFor(member)

  async function save({ email: _address, ...entry }: StaffEntry) {
    await api.staff.update({ ...entry, staffId: member.id })
    toast(`${name} saved. Changes apply immediately.`)
    await onSaved()
  }
  return (
    <>
      <PageHeader
        title={name}
        badge={<StaffBadge member={member} now={now} brief />}
        lead={<span className="break-words">{formatEmail(member.email)}</span>}
        back={<BackLink href={listHref}>Staff</BackLink>}
        actions={items.length > 0 && <Menu label={`Actions for ${name}`} trigger="Actions" items={items} />}
      />
      <p className="mt-2 mb-6 text-small text-muted">{lastSignInText(member, now)}</p>
      <ProblemMessage problem={problem} className="mb-6" />
      <StaffForm member={member} submitLabel="Save changes" cancelHref={listHref} onSave={save} />
      {dialog}
    </>
  )
}

/** When they last signed in and from where, else what became of their invitation. */
function lastSignInText(member: StaffDetails, now: Date): string {
  const { lastLogin, createdAt } = member
  if (lastLogin) return `Last login ${momentText(lastLogin.timestamp)}, from ${lastLogin.ipAddress}`
  const more = staffState(member, now).more
  return more === null ? `Member of staff since ${momentText(createdAt)}. Never signed in.` : `${more}.`
}
