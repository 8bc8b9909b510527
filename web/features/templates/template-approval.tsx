import { GitCompareArrows } from 'lucide-react'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import type { TemplateContext } from './template-context.ts'
import type { TemplateVersion } from './template-operations.ts'
import {
  canDecide,
  personText,
  pendingVersionOf,
  type Decision,
  type PendingVersion,
} from './pending-version.ts'
import type { Template } from './template-wording-dialog.tsx'
import { useTemplateApproval } from './use-template-approval.ts'
import { useVersionComparison } from './use-version-comparison.tsx'

type TemplateApprovalProps = {
  template: Template
  versions: readonly TemplateVersion[]
  acting: TemplateContext
  /** Somebody other than the author of a version has to approve it. */
  needsApproval: boolean
}

/** What of a template is not in use yet: who wrote it, what was said of it, and what can be done about it. */
export function TemplateApproval(props: TemplateApprovalProps) {
  const waiting = pendingVersionOf(props.template, props.versions)
  return waiting && <PendingVersionPanel key={waiting.versionId} {...props} pendingVersion={waiting} />
}

const titles: Record<PendingVersion['stage'], (label: string) => string> = {
  proposal: (label) => `Version ${label} is awaiting approval`,
  review: (label) => `Version ${label} is in review`,
  draft: () => 'This template is a draft',
}
const meanings: Record<PendingVersion['stage'], string> = {
  proposal: 'The version in use stays until this one is approved.',
  review: 'No consents can use it until someone approves it.',
  draft: 'No consents can use it yet. When complete, send it for review.',
}
const changeWords = { cosmetic: 'Cosmetic change', material: 'Material change' }

type PendingVersionPanelProps = TemplateApprovalProps & { pendingVersion: PendingVersion }

function PendingVersionPanel({ template, acting, needsApproval, pendingVersion }: PendingVersionPanelProps) {
  const { stage, label, byName, at, reason, change, decision } = pendingVersion
  const { operations, paths } = acting
  const approval = useTemplateApproval(template, acting)
  const { compare, busy, problem, differences } = useVersionComparison((versionId) =>
    operations.version({ templateId: template.id, versionId }),
  )
  const { inUseId, versionId } = pendingVersion
  const isAsked = decision?.decision === 'changes asked'
  return (
    <Panel title={titles[stage](label)} lead={meanings[stage]} className="mt-5 border-warn/40">
      <p className="wrap-anywhere">
        {`${stage === 'proposal' ? `${changeWords[change]}, saved` : 'Saved'} by ${byName || 'not named'} on ${momentText(at)}: `}
        <span dir="auto">{reason || 'no reason given'}</span>
      </p>
      {isAsked && <RequestedChanges decision={decision} />}
      <div className="mt-4 flex flex-wrap items-center gap-3">
        {inUseId && (
          <Button
            variant="quiet"
            icon={GitCompareArrows}
            busy={busy}
            onClick={() => compare([inUseId, versionId])}
          >
            Compare with the version in use
          </Button>
        )}
        <ApprovalActions {...{ stage, approval, pendingVersion, needsApproval }} />
        {isAsked && (
          <ButtonLink href={paths.edit(template.id)} variant="quiet">
            Change the text
          </ButtonLink>
        )}
      </div>
      <ProblemMessage problem={problem ?? approval.problem} className="mt-4" />
      {differences}
      {approval.deciding && (
        <DecisionDialog
          {...approval.deciding}
          name={template.name}
          onDecide={approval.decide}
          onClose={approval.close}
        />
      )}
    </Panel>
  )
}

function RequestedChanges({ decision }: { decision: Decision }) {
  const { byName, gdcNumber, at, comment } = decision
  return (
    <InlineMessage
      tone="warn"
      title={`${personText({ name: byName, gdcNumber })} requested changes on ${momentText(at)}`}
      className="mt-4"
    >
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        {comment}
      </p>
    </InlineMessage>
  )
}

type ApprovalActionsProps = {
  stage: PendingVersion['stage']
  approval: ReturnType<typeof useTemplateApproval>
  pendingVersion: PendingVersion
  needsApproval: boolean
}

/** What this person may answer, or why nothing. */
function ApprovalActions({ stage, approval, pendingVersion, needsApproval }: ApprovalActionsProps) {
  return (
    <>
      {canDecide(pendingVersion, needsApproval) && (
        <>
          <Button onClick={() => approval.ask('approved', pendingVersion)}>Approve</Button>
          <Button variant="quiet" onClick={() => approval.ask('changes asked', pendingVersion)}>
            Request changes
          </Button>
        </>
      )}
      {stage === 'draft' && (
        <Button busy={approval.busy} onClick={() => void approval.sendToReview()}>
          Send for review
        </Button>
      )}
      {stage !== 'draft' && !canDecide(pendingVersion, needsApproval) && (
        <p className="font-medium">Someone else must approve this.</p>
      )}
      {stage === 'proposal' && (
        <Button variant="quiet" busy={approval.busy} onClick={() => void approval.takeBack(pendingVersion)}>
          Withdraw from review
        </Button>
      )}
    </>
  )
}
