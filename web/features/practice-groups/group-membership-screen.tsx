import { useState } from 'react'
import { joiningAgreements } from '../../../contract/group-agreements.ts'
import type { GroupMembership } from '../../../contract/practice-groups.ts'
import { api } from '../../api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { dayText } from '../../ui/plain/date-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { useToast } from '../../ui/toast.tsx'
import { GroupAgreementList } from './group-agreement-list.tsx'
import { agreementWords } from './group-agreement-words.ts'

type Invitation = GroupMembership['invitations'][number]
type Decision = { kind: 'join' | 'decline'; invitation: Invitation } | { kind: 'leave'; group: string }

type GroupMembershipScreenProps = {
  membership: GroupMembership
  settingsHref: string
  onChanged: () => Promise<void>
}

/** What the group sees of every practice, whatever else that agreed to. */
const shownText =
  'The group sees how many consents you send and have signed, how many wait, your open improvement actions and when you last made an evidence pack. It sees no patients, staff or consents.'

/** The group that a practice belongs to, and invitations that its administrators answer. */
export function GroupMembershipScreen({
  membership: { group, invitations },
  settingsHref,
  onChanged,
}: GroupMembershipScreenProps) {
  const [decision, setDecision] = useState<Decision>()
  return (
    <>
      <PageHeader
        title="Group of practices"
        lead="Practices that share figures, consent templates, fees, policies, branding and billing."
        back={<BackLink href={settingsHref}>Settings</BackLink>}
      />
      <div className="mt-6 max-w-column space-y-6">
        <Panel title="Membership" lead={shownText}>
          {group ? (
            <>
              <p>
                Member of <b dir="auto">{group.name}</b> since {dayText(group.joinedAt)}. Joined by{' '}
                {group.joinedBy}.
              </p>
              <Button
                variant="quiet"
                className="mt-4"
                onClick={() => setDecision({ kind: 'leave', group: group.name })}
              >
                Leave group
              </Button>
            </>
          ) : (
            <p>This practice belongs to no group.</p>
          )}
        </Panel>
        {group && <GroupAgreementList group={group} onChanged={onChanged} />}
        <Panel title="Invitations">
          {invitations.length === 0 ? (
            <p>No open invitations</p>
          ) : (
            <ul className="divide-y divide-line">
              {invitations.map((invitation) => (
                <li
                  key={invitation.id}
                  className="flex flex-wrap items-start justify-between gap-3 py-3 first:pt-0 last:pb-0"
                >
                  <div className="min-w-0 flex-1 basis-60">
                    <p className="wrap-anywhere" dir="auto">
                      {invitation.group}
                    </p>
                    <p className="text-small text-muted">
                      Invited {dayText(invitation.invitedAt)} by {invitation.invitedBy}
                    </p>
                  </div>
                  <div className="flex flex-wrap gap-2">
                    {!group && (
                      <Button size="small" onClick={() => setDecision({ kind: 'join', invitation })}>
                        Join<span className="sr-only"> {invitation.group}</span>
                      </Button>
                    )}
                    <Button
                      variant="quiet"
                      size="small"
                      onClick={() => setDecision({ kind: 'decline', invitation })}
                    >
                      Decline<span className="sr-only"> {invitation.group}</span>
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          )}
        </Panel>
      </div>
      {decision && (
        <DecisionDialog decision={decision} onClose={() => setDecision(undefined)} onChanged={onChanged} />
      )}
    </>
  )
}

type DecisionDialogProps = { decision: Decision; onClose: () => void; onChanged: () => Promise<void> }

/** What each decision says, and what carries it out. */
function decisionWords(decision: Decision) {
  if (decision.kind === 'leave')
    return {
      title: `Leave ${decision.group}?`,
      text: 'The group stops seeing your figures, templates and policy status immediately. You can no longer use its templates, fees, phrases, policy wording or branding: new consents use your own fees, and patients see your own branding. If it pays for your plan, it stops, and the plan’s features stay for 30 days. Policies you have adopted, copies you made and sent consents stay. Copies of your templates that the group already shares stay with the group. Rejoining needs a new invitation.',
      confirm: 'Leave group',
      done: 'You left the group',
      carryOut: () => api.practiceGroups.leave({}),
    }
  const { id, group } = decision.invitation
  return decision.kind === 'join'
    ? {
        title: `Join ${group}?`,
        text: `${shownText} You also agree to the following. You can stop each of them, or leave, at any time.`,
        confirm: 'Join group',
        done: 'You joined the group',
        carryOut: () => api.practiceGroups.join({ invitationId: id, agreements: [...joiningAgreements] }),
      }
    : {
        title: `Decline ${group}?`,
        text: 'The invitation is removed. The group sees nothing of your practice.',
        confirm: 'Decline',
        done: 'Invitation declined',
        carryOut: () => api.practiceGroups.decline({ invitationId: id }),
      }
}

function DecisionDialog({ decision, onClose, onChanged }: DecisionDialogProps) {
  const toast = useToast()
  const { title, text, confirm, done, carryOut } = decisionWords(decision)
  return (
    <FormDialog
      {...{ title, text, confirm, onClose }}
      danger={decision.kind === 'leave'}
      read={() => async () => {
        await carryOut()
        toast(done)
        await onChanged()
      }}
    >
      {() => decision.kind === 'join' && <JoiningAgreements />}
    </FormDialog>
  )
}

const JoiningAgreements = () => (
  <ul className="space-y-3">
    {joiningAgreements.map((agreement) => (
      <li key={agreement}>
        <p className="font-medium">{agreementWords[agreement].name}</p>
        <p className="text-small text-muted">{agreementWords[agreement].text}</p>
      </li>
    ))}
  </ul>
)
