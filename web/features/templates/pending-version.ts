import type { TemplateVersion } from './template-operations.ts'
import type { Template } from './template-wording-dialog.tsx'

/** What was said of a version that waited. */
export type Decision = Template['approvals'][number]

/** A version that somebody has to look at before it is used. */
export type PendingVersion = {
  /** `proposal`: newer than the one in use; `review`: nothing is in use until then; `draft`: not even asked for. */
  stage: 'proposal' | 'review' | 'draft'
  versionId: string
  label: string
  byName: string
  at: string
  reason: string
  change: TemplateVersion['change']
  /** Whoever looks at it wrote it. */
  isOwn: boolean
  /** The newest answer to it. */
  decision: Decision | null
  /** The version in use, to compare it with. */
  inUseId: string | null
}

type ApprovalFields = Pick<Template, 'status' | 'proposal' | 'isOwn'>

/** What of a template waits, as the newest of its versions stands. */
export function pendingVersionOf(
  { status, proposal, isOwn }: ApprovalFields,
  versions: readonly TemplateVersion[],
): PendingVersion | null {
  const current = versions.find(({ isCurrent }) => isCurrent)
  const version = proposal ? versions.find(({ isProposed }) => isProposed) : current
  if (!version || (!proposal && status !== 'draft' && status !== 'in review')) return null
  const { id, label, createdByName, createdAt, reason, change, decisions } = version
  return {
    stage: proposal ? 'proposal' : status === 'draft' ? 'draft' : 'review',
    versionId: id,
    label,
    byName: createdByName,
    at: createdAt,
    reason,
    change,
    isOwn: proposal?.isOwn ?? isOwn,
    decision: decisions[0] ?? null,
    inUseId: (proposal && current?.id) ?? null,
  }
}

/** Whether this person may say yes or no; the author of a version may not where the practice asks for somebody else. */
export const canDecide = (
  { stage, isOwn }: Pick<PendingVersion, 'stage' | 'isOwn'>,
  needsApproval: boolean,
) => stage !== 'draft' && !(isOwn && needsApproval)

/** Somebody by name, with the number under which they are registered where they have one. */
export const personText = ({ name, gdcNumber }: { name: string; gdcNumber: string | null }): string =>
  gdcNumber === null ? name : `${name} (GDC ${gdcNumber})`

type Saved = {
  status: Template['status']
  proposal?: Pick<NonNullable<Template['proposal']>, 'label'> | null
}

/** What a saving came to. */
export function savedText({ status, proposal }: Saved, isNew: boolean): string {
  if (proposal)
    return `Saved. Version ${proposal.label} is awaiting approval; the version in use stays until then.`
  if (isNew && status === 'draft')
    return 'Template created as a draft. Send it for review so that someone else can approve it.'
  return isNew ? 'Template created.' : 'Template updated.'
}

/** What to know before saving, where the practice asks for approval. */
export function savingHint(template: Saved | null): string | undefined {
  if (!template)
    return 'Your practice requires approval: the new template is a draft until someone else approves it.'
  if (template.status === 'active')
    return 'Your practice requires approval: the version in use stays until someone else approves the new one.'
  return undefined
}
