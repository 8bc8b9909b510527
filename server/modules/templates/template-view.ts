import type { z } from 'zod'
import type {
  Template,
  TemplateSummary,
  TemplateVersion,
  TemplateVersionText,
} from '../../../contract/templates.ts'
import type { TemplateRow, TemplateUse, VersionRow } from './template-store.ts'

/** A template as lists show it: the one owner inside, as the fields of the specification. */
export const summaryOf = (
  row: TemplateRow,
  { use, clinicName }: { use: TemplateUse | undefined; clinicName: string | null },
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
})

/** A template with the wording of its current version. */
export const templateOf = (
  summary: TemplateSummary,
  row: TemplateRow,
  { id: versionId, label: version, wording }: VersionRow,
): Template => ({
  ...summary,
  versionId,
  version,
  sections: wording.sections,
  risks: wording.risks,
  questions: wording.questions,
  cautions: wording.cautions,
  placeholders: wording.placeholders,
  metadata: {
    version,
    templateType: 'consent',
    isGlobal: row.offeredToAll,
    requiresTooth: row.requiresTooth,
    requiresDiagnosis: row.requiresDiagnosis,
    isPersonal: row.isPersonal,
    duplicatedFrom: row.duplicatedFrom,
    savedFromTemplate: row.savedFrom,
  },
})

/** One saved state, without what it said. */
export const versionOf = (
  { id, number, label, createdAt, createdByName, reason, change }: Omit<VersionRow, 'heading' | 'wording'>,
  currentVersionId: string,
): z.infer<typeof TemplateVersion> => ({
  id,
  number,
  label,
  createdAt: createdAt.toISOString(),
  createdByName,
  reason,
  change,
  isCurrent: id === currentVersionId,
})

/** What one version said. */
export const versionTextOf = (
  version: VersionRow,
  currentVersionId: string,
): z.infer<typeof TemplateVersionText> => ({
  ...versionOf(version, currentVersionId),
  ...version.heading,
  sections: version.wording.sections,
  risks: version.wording.risks,
  questions: version.wording.questions,
  cautions: version.wording.cautions,
})
