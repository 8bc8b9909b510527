import type { z } from 'zod'
import type {
  Template,
  TemplateSummary,
  TemplateVersion,
  TemplateVersionText,
  TemplateWording,
} from '../../../contract/templates.ts'
import type { DecisionRow } from './template-approval-store.ts'
import type { TemplateUse } from './template-list-store.ts'
import type { TemplateRow, VersionRow } from './template-store.ts'

/** A template as lists show it: the one owner inside, as the fields of the specification. */
export const summaryOf = (
  row: TemplateRow,
  {
    use,
    clinicName,
    groupName,
    hasOffer,
    isFavourite,
  }: {
    use: TemplateUse | undefined
    clinicName: string | null
    groupName: string | null
    hasOffer: boolean
    isFavourite: boolean
  },
): TemplateSummary => ({
  id: row.id,
  name: row.name,
  description: row.description,
  treatmentType: row.treatmentType,
  treatmentSubtype: row.treatmentSubtype,
  status: row.status,
  isActive: row.status === 'active',
  isGlobal: row.offeredToAll,
  isPersonal: row.isPersonal,
  clinicId: row.ownerClinicId,
  clinicName: row.ownerClinicId ? clinicName : null,
  groupName: row.ownerGroupId ? groupName : null,
  usageCount: use?.count ?? 0,
  lastUsedAt: use?.lastUsedAt.toISOString() ?? null,
  createdBy: row.createdBy,
  createdByName: row.createdByName,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  updatedBy: row.updatedBy,
  updatedByName: row.updatedByName,
  requiresTooth: row.requiresTooth,
  requiresDiagnosis: row.requiresDiagnosis,
  clinicalOwner: row.clinicalOwnerGdc
    ? { name: row.clinicalOwnerName, gdcNumber: row.clinicalOwnerGdc }
    : null,
  reviewDue: row.reviewDue,
  hasProposal: row.proposedVersionId !== null,
  hasOffer,
  isFavourite,
})

const decisionOf = ({ decision, byName, gdcNumber, at, comment }: DecisionRow) => ({
  decision,
  byName,
  gdcNumber,
  at: at.toISOString(),
  comment,
})

const decisionsOfVersion = (decisions: DecisionRow[], id: string) =>
  decisions.filter(({ versionId }) => versionId === id)

type VersionSummary = Omit<VersionRow, 'heading' | 'wording'>

/** What surrounds the text of a version: decisions of all versions, the newest first, and the one that waits. */
export type ReviewContext = { decisions: DecisionRow[]; proposed: VersionSummary | null; readerId: string }

const proposalOf = ({ decisions, proposed, readerId }: ReviewContext): Template['proposal'] => {
  if (!proposed) return null
  const [newest] = decisionsOfVersion(decisions, proposed.id)
  return {
    versionId: proposed.id,
    label: proposed.label,
    byName: proposed.createdByName,
    at: proposed.createdAt.toISOString(),
    reason: proposed.reason,
    isOwn: proposed.createdBy === readerId,
    decision: newest ? decisionOf(newest) : null,
  }
}

/** What goes with the sections; versions saved before there were pictures and figures have none. */
const wordingListsOf = ({ risks, questions, cautions, pictures = [] }: VersionRow['wording']) => ({
  risks: risks.map((risk) => ({ ...risk, figure: risk.figure ?? null })),
  ...{ questions, cautions, pictures },
})

/** A template with the text of one version: also its name, type and requirements are those of that version. */
export const templateOf = (
  summary: TemplateSummary,
  row: TemplateRow,
  {
    version: { id: versionId, label: version, createdBy, heading, wording },
    clinicalReview,
    ...review
  }: ReviewContext & { version: VersionRow; clinicalReview: Template['clinicalReview'] },
): Template => ({
  ...summary,
  ...heading,
  versionId,
  version,
  sections: wording.sections,
  ...wordingListsOf(wording),
  placeholders: wording.placeholders,
  metadata: {
    version,
    templateType: 'consent',
    isGlobal: row.offeredToAll,
    requiresTooth: heading.requiresTooth,
    requiresDiagnosis: heading.requiresDiagnosis,
    isPersonal: row.isPersonal,
    duplicatedFrom: row.duplicatedFrom,
    savedFromTemplate: row.savedFrom,
  },
  isOwn: createdBy === review.readerId,
  approvals: decisionsOfVersion(review.decisions, versionId)
    .filter(({ decision }) => decision === 'approved')
    .map(decisionOf),
  proposal: proposalOf(review),
  clinicalReview,
})

/** Which versions of its template count, and what was said of each. */
export type VersionContext = {
  template: Pick<TemplateRow, 'currentVersionId' | 'proposedVersionId'>
  decisions: DecisionRow[]
}

/** One saved state, without what it said. */
export const versionOf = (
  { id, number, label, createdAt, createdByName, reason, change }: VersionSummary,
  { template, decisions }: VersionContext,
): z.infer<typeof TemplateVersion> => ({
  id,
  number,
  label,
  createdAt: createdAt.toISOString(),
  createdByName,
  reason,
  change,
  isCurrent: id === template.currentVersionId,
  isProposed: id === template.proposedVersionId,
  decisions: decisionsOfVersion(decisions, id).map(decisionOf),
})

/** What a text says. */
export const wordingViewOf = ({
  label,
  heading,
  wording,
}: Pick<VersionRow, 'label' | 'heading' | 'wording'>): z.infer<typeof TemplateWording> => ({
  label,
  ...heading,
  sections: wording.sections,
  ...wordingListsOf(wording),
})

/** What one version said. */
export const versionTextOf = (
  version: VersionRow,
  standing: VersionContext,
): z.infer<typeof TemplateVersionText> => ({ ...versionOf(version, standing), ...wordingViewOf(version) })
