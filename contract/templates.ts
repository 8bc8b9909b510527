import { z } from 'zod'
import { id, instant, operation, pageOf, paging, optionalText } from './kit.ts'

const riskBands = ['very common', 'common', 'uncommon', 'rare', 'varies'] as const

export const Section = z.object({ id: z.int(), title: z.string(), content: z.string() })
export const Risk = z.object({
  label: z.string(),
  band: z.enum(riskBands),
  serious: z.boolean(),
  source: z.string(),
})

/** A consent template as specification section 3 names its fields; inside, `isGlobal`, `isPersonal` and `clinicId` are one owner. */
export const TemplateSummary = z.object({
  id,
  name: z.string(),
  description: z.string(),
  treatmentType: z.string(),
  treatmentSubtype: z.string(),
  status: z.string(),
  isGlobal: z.boolean(),
  isPersonal: z.boolean(),
  usageCount: z.int(),
  lastUsedAt: instant.nullable(),
  updatedAt: instant,
  requiresTooth: z.boolean(),
  requiresDiagnosis: z.boolean(),
})

export const Template = TemplateSummary.extend({
  versionId: id,
  version: z.string(),
  sections: z.array(Section),
  risks: z.array(Risk),
  /** The placeholders its text uses, by name without braces; sending is refused while one has no value. */
  placeholders: z.array(z.string()),
})
export type Template = z.infer<typeof Template>

export const templates = {
  list: operation({
    method: 'GET',
    path: '/api/clinic/templates',
    summary: "Active templates the clinic may use, its own and the platform's, by treatment type and name",
    access: 'clinic',
    audit: null,
    input: z.object({ ...paging, search: optionalText(120) }),
    output: pageOf(TemplateSummary),
    example: { search: 'root' },
  }),
  get: operation({
    method: 'GET',
    path: '/api/clinic/templates/{templateId}',
    summary: 'One template with its current wording',
    access: 'clinic',
    audit: null,
    input: z.object({ templateId: id }),
    output: Template,
    refusals: { 'not-found': { code: 'not-found', message: 'Template not found' } },
    example: { templateId: ':templateId' },
  }),
}
