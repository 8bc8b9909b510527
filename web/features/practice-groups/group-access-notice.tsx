import { ShieldCheck, UsersRound } from 'lucide-react'
import type { GroupAccess } from '../../../contract/practice-groups.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ButtonLink } from '../../ui/plain/button.tsx'

type GroupAccessNoticeProps = { group: { name: string; access: GroupAccess } | null; accountHref: string }

/** Why there is no board for somebody: no role, or a role that asks for more than how they signed in. */
export function GroupAccessNotice({ group, accountHref }: GroupAccessNoticeProps) {
  if (!group)
    return (
      <EmptyState icon={UsersRound} title="You have no role in a group of practices">
        Contact support to be given one.
      </EmptyState>
    )
  if (group.access === 'own-sign-in')
    return (
      <EmptyState icon={ShieldCheck} title="Sign in with your own password or passkey">
        {group.name} cannot be opened through the single sign-on of one practice.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={ShieldCheck}
      title={`Two-step verification is required for ${group.name}`}
      action={<ButtonLink href={accountHref}>Set up two-step verification</ButtonLink>}
    >
      The figures of several practices are shown only to people with a second factor.
    </EmptyState>
  )
}
