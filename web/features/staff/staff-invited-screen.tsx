import { useEffect, useState } from 'react'
import { formatEmail } from '../../../contract/email-address.ts'
import { ConfirmationPanel } from '../../ui/plain/confirmation-panel.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { dayText } from '../../ui/plain/date-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { RightsList } from './rights-list.tsx'
import { rightsOf } from './rights-words.ts'
import { StaffBadge } from './staff-badge.tsx'
import { isInvitationPending, memberName, type StaffDetails } from './staff-state-words.ts'
import { useStaffActions } from './use-staff-actions.tsx'

type StaffInvitedScreenProps = {
  member: StaffDetails
  listHref: string
  editHref: string
  registerHref: string
  onChanged: () => Promise<void>
}

const first_wait_ms = 1500
const attempts_max = 6

/** Looks again, at growing intervals, while the invitation is on its way. */
function useInvitationPolling(member: StaffDetails, refetch: () => Promise<void>) {
  const waiting = isInvitationPending(member)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!waiting || attempt >= attempts_max) return
    const timer = setTimeout(
      () => void refetch().then(() => setAttempt(attempt + 1)),
      first_wait_ms * 2 ** attempt,
    )
    return () => clearTimeout(timer)
  }, [waiting, attempt, refetch])
}

/** Somebody is on the staff: what happens next, and what became of their invitation. */
export function StaffInvitedScreen(props: StaffInvitedScreenProps) {
  const { member, listHref, editHref, registerHref, onChanged } = props
  const { busy, problem, resend } = useStaffActions(onChanged)
  useInvitationPolling(member, onChanged)
  const name = memberName(member)
  const now = new Date()
  const mayResend = member.isActive && !member.registered && !isInvitationPending(member)
  return (
    <div className="max-w-column">
      <BackLink href={listHref}>Staff</BackLink>
      <ConfirmationPanel title={`${name} added to staff`} focused className="mt-2" />
      <Panel title="Invitation" className="mt-6">
        <div role="status">
          <StaffBadge member={member} now={now} />
        </div>
        {mayResend && (
          <Button
            variant="quiet"
            size="small"
            className="mt-4"
            busy={busy}
            onClick={() => void resend(member)}
          >
            Resend invitation
          </Button>
        )}
        <ProblemMessage problem={problem} className="mt-4" />
      </Panel>
      <Panel title="What happens next" className="mt-6">
        <NextSteps member={member} />
      </Panel>
      <Panel title="Their permissions" className="mt-6">
        <RightsList rights={rightsOf(member).filter(({ held }) => held)} />
      </Panel>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink href={listHref}>Back to staff</ButtonLink>
        <ButtonLink href={registerHref} variant="quiet">
          Add another person
        </ButtonLink>
        <ButtonLink href={editHref} variant="quiet">
          Edit<span className="sr-only"> {name}</span>
        </ButtonLink>
      </div>
    </div>
  )
}

function NextSteps({ member: { email, invitation } }: { member: StaffDetails }) {
  return (
    <ol className="list-decimal space-y-1.5 ps-5">
      <li className="break-words">The invitation goes to {formatEmail(email)}.</li>
      <li>
        They open its link{invitation && ` by ${dayText(invitation.expiresAt)}`}, and choose a password, or
        sign in if they already have an account. The link works once.
      </li>
      <li>They sign in with the permissions you gave them.</li>
      <li>If it expires or gets lost, resend it from the Staff page.</li>
    </ol>
  )
}
