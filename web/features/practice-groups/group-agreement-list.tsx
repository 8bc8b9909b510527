import { useState } from 'react'
import type { GroupAgreement } from '../../../contract/group-agreements.ts'
import type { GroupMembership } from '../../../contract/practice-groups.ts'
import { api } from '../../api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { Problem } from '../../ui/use-task.ts'
import { agreementWords } from './group-agreement-words.ts'

type GroupAgreementListProps = {
  group: NonNullable<GroupMembership['group']>
  onChanged: () => Promise<void>
}

type Change = { agreement: GroupAgreement; act: 'agree' | 'stop' | 'decline' }

/** What a practice agreed to in its group, each by itself, and stops at any time; and what it has not decided yet. */
export function GroupAgreementList({ group, onChanged }: GroupAgreementListProps) {
  const [change, setChange] = useState<Change>()
  return (
    <Panel title="Agreements" lead="You can change each of these at any time.">
      <ul className="divide-y divide-line">
        {(Object.keys(agreementWords) as GroupAgreement[]).map((agreement) => {
          const { name, text, agree, stop } = agreementWords[agreement]
          const isGiven = group.agreements.includes(agreement)
          const isUndecided = group.undecided.includes(agreement)
          return (
            <li
              key={agreement}
              className="flex flex-wrap items-start justify-between gap-3 py-3 first:pt-0 last:pb-0"
            >
              <div className="min-w-0 flex-1 basis-60">
                <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <h3>{name}</h3>
                  {isUndecided && <Badge tone="warn">Decision needed</Badge>}
                </div>
                <p className="text-small text-muted">{text}</p>
              </div>
              <div className="flex flex-wrap gap-2">
                <Button
                  variant={isUndecided ? 'primary' : 'quiet'}
                  size="small"
                  onClick={() => setChange({ agreement, act: isGiven ? 'stop' : 'agree' })}
                >
                  {isGiven ? stop : agree}
                </Button>
                {isUndecided && (
                  <Button
                    variant="quiet"
                    size="small"
                    onClick={() => setChange({ agreement, act: 'decline' })}
                  >
                    Decline<span className="sr-only"> {name}</span>
                  </Button>
                )}
              </div>
            </li>
          )
        })}
      </ul>
      {change && (
        <AgreementDialog change={change} onClose={() => setChange(undefined)} onChanged={onChanged} />
      )}
    </Panel>
  )
}

/** What a change says before it is made. */
function changeWords({ agreement, act }: Change) {
  const { name, text, agree, stop, stopText } = agreementWords[agreement]
  if (act === 'agree') return { title: `${agree}?`, text, confirm: agree }
  if (act === 'stop') return { title: `${stop}?`, text: stopText, confirm: stop }
  return {
    title: `Decline: ${name}`,
    text: 'Nothing changes for your practice. You can still agree later on this page.',
    confirm: 'Decline',
  }
}

type AgreementDialogProps = Pick<GroupAgreementListProps, 'onChanged'> & {
  change: Change
  onClose: () => void
}

function AgreementDialog({ change, onClose, onChanged }: AgreementDialogProps) {
  const toast = useToast()
  const { agreement, act } = change
  return (
    <FormDialog
      {...changeWords(change)}
      danger={act === 'stop'}
      onClose={onClose}
      read={() => async () => {
        try {
          if (act === 'agree') await api.practiceGroups.agree({ agreement })
          else await api.practiceGroups.stopAgreement({ agreement, declines: act === 'decline' })
        } catch (error) {
          if ((error as Problem).reason === 'agreed-meanwhile') await onChanged()
          throw error
        }
        toast(act === 'decline' ? 'Declined' : 'Agreement saved')
        await onChanged()
      }}
    >
      {() => null}
    </FormDialog>
  )
}
