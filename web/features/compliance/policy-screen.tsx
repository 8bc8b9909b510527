import { useState } from 'react'
import type { Policy } from '../../../contract/policies.ts'
import { api } from '../../api.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { calendarDayText, dayText, momentText } from '../../ui/plain/date-text.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { compliancePaths, complianceTrail } from './compliance-paths.ts'
import { GroupOfferMessage } from './group-offer-message.tsx'
import { PolicyForm } from './policy-form.tsx'
import { PolicyText } from './policy-text.tsx'

type PolicyScreenProps = { policy: Policy; mayAdopt: boolean; onChanged: () => Promise<void> }

/** One policy: its wording, who has read it, and its next version. */
export function PolicyScreen({ policy, mayAdopt, onChanged }: PolicyScreenProps) {
  const { version, title, text } = policy
  const [isEditing, setEditing] = useState(false)
  return (
    <>
      <PageHeader
        back={
          <Breadcrumbs
            trail={complianceTrail(mayAdopt, { href: compliancePaths.policies, label: 'Policies' })}
          />
        }
        title={title}
        lead={leadText(policy)}
        badge={version?.isOverdue && <Badge tone="bad">Review overdue</Badge>}
        actions={
          mayAdopt &&
          !isEditing && (
            <Button variant={version ? 'quiet' : 'primary'} onClick={() => setEditing(true)}>
              {version ? 'Write new version' : 'Adopt this policy'}
            </Button>
          )
        }
      />
      {mayAdopt && !isEditing && version && <GroupOfferMessage policy={policy} onChanged={onChanged} />}
      {isEditing ? (
        <PolicyForm
          policy={policy.policy}
          title={title}
          text={text}
          reviewOn={policy.suggestedReviewOn}
          after={version?.number ?? 0}
          onCancel={() => setEditing(false)}
          onDone={async () => {
            setEditing(false)
            await onChanged()
          }}
        />
      ) : (
        <div className="mt-5 grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <Panel title="Wording">
            <PolicyText text={text} />
            {version && !version.hasRead && <ConfirmReadButton policy={policy} onChanged={onChanged} />}
          </Panel>
          <div className="space-y-5">
            {version && <ReaderPanel policy={policy} />}
            {policy.earlier.length > 0 && (
              <Panel title="Earlier versions">
                <ul className="space-y-1 text-small text-muted">
                  {policy.earlier.map(({ number, by, at }) => (
                    <li key={number}>
                      Version {number}, {dayText(at)}, <bdi>{by}</bdi>
                    </li>
                  ))}
                </ul>
              </Panel>
            )}
          </div>
        </div>
      )}
    </>
  )
}

/** Whose wording it is, and since when. */
function leadText({ version, offer }: Policy): string {
  if (!version)
    return offer
      ? `From ${offer.group}, not yet adopted by the practice.`
      : 'Starter wording, not yet adopted by the practice.'
  const source =
    version.groupNumber !== null && offer ? ` From ${offer.group}, version ${version.groupNumber}.` : ''
  return `Version ${version.number}, adopted ${dayText(version.at)} by ${version.by}. Review ${calendarDayText(version.reviewOn)}.${source}`
}

function ConfirmReadButton({
  policy: { policy, version },
  onChanged,
}: Pick<PolicyScreenProps, 'policy' | 'onChanged'>) {
  const { busy, problem, run } = useTask()
  const toast = useToast()
  async function acknowledge() {
    const done = await run(async () => {
      await api.policies.acknowledge({ policy, versionId: version!.id })
      await onChanged()
    })
    if (done) toast('Recorded as read.')
  }
  return (
    <div className="mt-6 border-t border-line pt-5">
      <Button busy={busy} onClick={() => void acknowledge()}>
        I have read this policy
      </Button>
      <ProblemMessage problem={problem} className="mt-3" />
    </div>
  )
}

const ReaderPanel = ({ policy: { people, version } }: Pick<PolicyScreenProps, 'policy'>) => (
  <Panel title="Read by" lead={`${version!.readers} of ${version!.staff}`}>
    {version!.readers === version!.staff && <InlineMessage tone="ok">All staff have read it.</InlineMessage>}
    <ul className="divide-y divide-line">
      {people.map(({ name, readAt }) => (
        <li key={name} className="flex flex-wrap justify-between gap-2 py-2">
          <bdi>{name}</bdi>
          <span className="text-small text-muted">{readAt ? momentText(readAt) : 'Not yet'}</span>
        </li>
      ))}
    </ul>
  </Panel>
)
