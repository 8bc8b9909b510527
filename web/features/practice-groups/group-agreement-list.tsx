import { useState } from 'react'
import type { GroupAgreement, GroupMembership } from '../../../contract/practice-groups.ts'
import { api } from '../../api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { useToast } from '../../ui/toast.tsx'

type Words = { name: string; text: string; agree: string; stop: string; stopText: string }

/** What each agreement means for the practice. */
const agreementWords: Record<GroupAgreement, Words> = {
  figures: {
    name: 'Monthly figures',
    text: 'The group sees how many consents you sent in each month, earlier ones included, and what became of them: opened, signed, declined, withdrawn, expired or with questions. Small numbers are hidden. It sees no patients, treatments or staff.',
    agree: 'Show monthly figures',
    stop: 'Stop showing monthly figures',
    stopText:
      'The group no longer sees what became of your consents by month. The figures of its board stay. Nothing changes for patients.',
  },
  fees: {
    name: 'Group fees',
    text: 'Where you have set no fee, the group’s fee is shown and used in new consents. A fee that you set comes first. Consents already prepared keep their price.',
    agree: 'Use group fees',
    stop: 'Stop using group fees',
    stopText:
      'New consents no longer use the group’s fees: a treatment without a fee of your own has none. Your own fees stay, and consents already prepared keep their price.',
  },
  policies: {
    name: 'State of your policies',
    text: 'The group sees which version of each policy you have adopted, when, and whether its review is overdue. It sees no wording of your own and no staff.',
    agree: 'Show policy status',
    stop: 'Stop showing policy status',
    stopText:
      'The group no longer sees which policies you have adopted or when their review is due. You keep your policies and can still adopt the group’s wording. Nothing changes for patients.',
  },
  branding: {
    name: 'Group branding',
    text: 'Patients’ pages, messages and new documents show the logo and colour of the group where you have none of your own.',
    agree: 'Use group branding',
    stop: 'Stop using group branding',
    stopText:
      'Patients’ pages, messages and new documents no longer show the logo and colour of the group. Your own branding stays. Documents already made keep what they show.',
  },
  billing: {
    name: 'One bill',
    text: 'The group chooses your plan and pays for it. Your practice gets no invoices and cannot change its plan itself.',
    agree: 'Let the group pay',
    stop: 'Stop the group paying',
    stopText:
      'The group no longer pays for your plan. Its features stay for 30 days; choose a plan of your own under Billing before then, or only Starter features can be added. Nothing is deleted, and consents can still be sent and signed.',
  },
}

/** Never part of joining: what is about money is asked by itself. */
const separate_agreement: GroupAgreement = 'billing'

/** All that joining agrees to besides, in one paragraph. */
export const agreementsText = (Object.keys(agreementWords) as GroupAgreement[])
  .filter((agreement) => agreement !== separate_agreement)
  .map((agreement) => agreementWords[agreement].text)
  .join(' ')

type GroupAgreementListProps = {
  group: NonNullable<GroupMembership['group']>
  onChanged: () => Promise<void>
}

/** What a practice agreed to in its group, each by itself, and stops at any time. */
export function GroupAgreementList({ group, onChanged }: GroupAgreementListProps) {
  const [changed, setChanged] = useState<GroupAgreement>()
  return (
    <Panel title="Agreements" lead="You can change each of these at any time.">
      <ul className="divide-y divide-line">
        {(Object.keys(agreementWords) as GroupAgreement[]).map((agreement) => {
          const { name, text, agree, stop } = agreementWords[agreement]
          const isGiven = group.agreements.includes(agreement)
          return (
            <li
              key={agreement}
              className="flex flex-wrap items-start justify-between gap-3 py-3 first:pt-0 last:pb-0"
            >
              <div className="min-w-0 flex-1 basis-60">
                <h3>{name}</h3>
                <p className="text-small text-muted">{text}</p>
              </div>
              <Button
                variant={isGiven ? 'quiet' : 'primary'}
                size="small"
                onClick={() => setChanged(agreement)}
              >
                {isGiven ? stop : agree}
              </Button>
            </li>
          )
        })}
      </ul>
      {changed && (
        <AgreementDialog
          agreement={changed}
          group={group}
          onClose={() => setChanged(undefined)}
          onChanged={onChanged}
        />
      )}
    </Panel>
  )
}

type AgreementDialogProps = GroupAgreementListProps & { agreement: GroupAgreement; onClose: () => void }

function AgreementDialog({ agreement, group, onClose, onChanged }: AgreementDialogProps) {
  const toast = useToast()
  const { text, agree, stop, stopText } = agreementWords[agreement]
  const isGiven = group.agreements.includes(agreement)
  return (
    <FormDialog
      title={`${isGiven ? stop : agree}?`}
      text={isGiven ? stopText : text}
      confirm={isGiven ? stop : agree}
      danger={isGiven}
      onClose={onClose}
      read={() => async () => {
        await (isGiven
          ? api.practiceGroups.stopAgreement({ agreement })
          : api.practiceGroups.agree({ agreement }))
        toast('Agreement saved')
        await onChanged()
      }}
    >
      {() => null}
    </FormDialog>
  )
}
