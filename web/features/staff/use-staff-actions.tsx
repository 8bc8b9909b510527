import { Pencil, Send, UserCheck, UserX } from 'lucide-react'
import { Suspense, useState } from 'react'
import { formatEmail } from '../../../contract/email-address.ts'
import type { StaffMember } from '../../../contract/staff.ts'
import { api } from '../../api.ts'
import type { MenuItem } from '../../ui/menu.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { DeactivateDialog } from './lazy-staff-dialogs.ts'
import { memberName, type StaffDetails } from './staff-state-words.ts'

/** What can be done with somebody on the staff besides editing them. */
export function useStaffActions(onChanged: () => Promise<void>) {
  const toast = useToast()
  const { busy, problem, run } = useTask()
  const [leaving, setLeaving] = useState<StaffDetails>()

  async function activate(member: StaffMember) {
    const done = await run(async () => {
      await api.staff.activate({ staffId: member.id })
      await onChanged()
    })
    if (done) toast(`${memberName(member)} has access again.`)
  }
  async function resend(member: StaffMember) {
    const done = await run(async () => {
      await api.staff.resend({ staffId: member.id })
      await onChanged()
    })
    if (done)
      toast(`A new invitation is on its way to ${formatEmail(member.email)}. The old link no longer works.`)
  }
  async function deactivated(member: StaffMember) {
    setLeaving(undefined)
    toast(`${memberName(member)} is deactivated.`, {
      action: { label: 'Undo', onPress: () => void activate(member) },
    })
    await onChanged()
  }

  const confirmDeactivation = ({ id }: StaffMember) =>
    run(async () => setLeaving(await api.staff.get({ staffId: id })))

  const itemsFor = (member: StaffMember): MenuItem[] => [
    ...(member.isActive && !member.registered
      ? [{ label: 'Resend invitation', icon: Send, onSelect: () => void resend(member) }]
      : []),
    ...(member.isActive
      ? []
      : [{ label: 'Activate', icon: UserCheck, onSelect: () => void activate(member) }]),
    ...(member.isActive && !member.isMe
      ? [
          {
            label: 'Deactivate',
            icon: UserX,
            danger: true,
            separated: true,
            onSelect: () => void confirmDeactivation(member),
          },
        ]
      : []),
  ]
  const dialog = leaving && (
    <Suspense>
      <DeactivateDialog
        member={leaving}
        onDeactivated={() => deactivated(leaving)}
        onClose={() => setLeaving(undefined)}
      />
    </Suspense>
  )
  return { busy, problem, itemsFor, resend, dialog }
}

/** The way to somebody's details, first in their menu. */
export const editItem = (href: string): MenuItem => ({ label: 'Edit', icon: Pencil, href })
