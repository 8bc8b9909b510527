import type { LibraryTemplate } from '../../../build/content/types.d.ts'
import type { Template, TemplateSummary } from '../../../contract/templates.ts'
import { sanitiseRichText } from '../../platform/rich-text.ts'
import type { z } from 'zod'
import type { Wording } from './template-schema.ts'
import type { ListedTemplate, TemplateWithVersion } from './template-store.ts'

/** A template as lists show it: the one owner inside, as the three fields of the specification. */
export const summaryOf = ({ template, uses }: ListedTemplate): z.infer<typeof TemplateSummary> => ({
  id: template.id,
  name: template.name,
  description: template.description,
  treatmentType: template.treatmentType,
  treatmentSubtype: template.treatmentSubtype,
  status: template.status,
  isGlobal: template.ownerClinicId === null,
  isPersonal: template.ownerClinicId !== null,
  usageCount: uses?.count ?? 0,
  lastUsedAt: uses?.lastUsedAt.toISOString() ?? null,
  updatedAt: template.updatedAt.toISOString(),
  requiresTooth: template.requiresTooth,
  requiresDiagnosis: template.requiresDiagnosis,
})

/** A template with the wording of one version. */
export const templateOf = (
  listed: ListedTemplate,
  { versionId, versionLabel, wording }: TemplateWithVersion,
): Template => ({
  ...summaryOf(listed),
  versionId,
  version: versionLabel,
  sections: wording.sections,
  risks: wording.risks,
  placeholders: wording.placeholders,
})

/** What a version of the shipped library says, in the form that is stored. */
export const wordingOf = ({
  sections,
  risks,
  questions,
  cautions,
  evidence,
  placeholders,
}: LibraryTemplate): Wording => ({
  sections: sections.map(({ id, title, html }) => ({ id, title, content: sanitiseRichText(html) })),
  risks,
  questions,
  cautions,
  evidence,
  placeholders,
})
