import { z } from 'zod'
import type { RequiredPermissions } from './access.ts'
import { fileField } from './encoded-files.ts'
import { fileRoute, id, invalidArgument, isoDate, notFound, operation, typedText } from './kit.ts'
import { languageTags } from './languages.ts'
import {
  imported_files_max,
  imported_text_length_max,
  section_markup_length_max,
  template_name_length_max,
} from './limits.ts'
import { TemplateInput } from './templates.ts'
import { translationFormats } from './translations.ts'
import { templateNeeds } from './treatments.ts'

/** A template as one file holds it: what is saved of it, and its translations. */
const ExportedTemplate = TemplateInput.extend({
  clinicalOwner: z
    .object({ name: z.string().max(120), gdcNumber: z.string().max(20) })
    .nullable()
    .default(null),
  reviewDue: isoDate.nullable().default(null),
  translations: z
    .array(
      z.object({
        language: z.enum(['en', ...languageTags]),
        format: z.enum(translationFormats),
        sections: z.array(
          z.object({
            sectionId: z.int(),
            title: z.string().max(template_name_length_max),
            content: z.string().max(section_markup_length_max),
            status: z.enum(['machine', 'checked']),
          }),
        ),
      }),
    )
    .max(40)
    .default([]),
})
export type ExportedTemplate = z.infer<typeof ExportedTemplate>

/** What a JSON file of templates holds; its JSON Schema is published at `/api/template-file.schema.json`. */
export const TemplateFile = z.object({
  format: z.literal('candour-templates'),
  version: z.literal(1),
  exportedAt: z.iso.datetime(),
  templates: z.array(ExportedTemplate),
})
export type TemplateFile = z.infer<typeof TemplateFile>

const importOutcomeNames = ['created', 'new version', 'unchanged', 'kept', 'refused'] as const

/** What became of one template of a file, or would. */
const ImportRow = z.object({
  file: z.string(),
  /** As far as it could be read. */
  name: z.string(),
  outcome: z.enum(importOutcomeNames),
  templateId: id.nullable(),
  /** Something of it was written, or would be: its text, who answers for it and its review date, or a translation. */
  isWritten: z.boolean(),
  /** Why it was refused, or what was left out; each a sentence. */
  remarks: z.array(z.string()),
})
export const ImportReport = z.object({
  rows: z.array(ImportRow),
  counts: z.record(z.enum(importOutcomeNames), z.int()),
  /** Nothing was written. */
  isTrial: z.boolean(),
})
export type ImportReport = z.infer<typeof ImportReport>

const import_bytes_max = 12 * 1024 * 1024

type Side = 'clinic' | 'admin'
type SideNeeds<S extends Side> = S extends 'clinic' ? RequiredPermissions : never

function importOperation<S extends Side>(access: S, needs?: SideNeeds<S>) {
  return operation({
    access,
    ...(needs ? { needs } : {}),
    method: 'POST',
    path: `/api/${access}/template-files` as const,
    summary:
      'Take templates in from files, JSON or Markdown, with a report of each; as a trial nothing is written',
    audit: { done: 'template.imported' },
    idempotent: true,
    bodyBytesMax: import_bytes_max,
    input: z.object({
      files: z
        .array(
          z.object({
            name: typedText().min(1).max(200),
            text: fileField('text', z.string().max(imported_text_length_max)),
          }),
        )
        .min(1)
        .max(imported_files_max),
      /** What happens to an own template of the same name, type and subtype. */
      existing: z.enum(['new version', 'keep']).default('new version'),
      isTrial: z.boolean(),
    }),
    output: ImportReport,
    refusals: { 'nothing-to-import': invalidArgument('These files contain no templates.') },
    example: {
      files: [
        {
          name: 'splint.md',
          text: '---\nname: Snoring splint\ntreatmentType: Other\n---\n\n## Treatment Description\n\nA splint that you wear at night.\n',
        },
      ],
      existing: 'keep',
      isTrial: true,
    },
  })
}

export const templateFiles = { import: importOperation('clinic', templateNeeds) }
export const adminTemplateFiles = { import: importOperation('admin') }

const uuid = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`

const templateExportParams = z.object({
  format: z.enum(['json', 'markdown']),
  /** Ids with commas between them; all of the caller's own without. */
  templateIds: z
    .string()
    .regex(new RegExp(`^${uuid}(?:,${uuid})*$`), 'Give template ids with commas between them')
    .optional(),
})
const exportRefusals = {
  'not-found': notFound('Template'),
  'nothing-to-export': invalidArgument('There are no templates to export.'),
}

/** Templates as files: one JSON document, or a ZIP archive with one Markdown file for each. */
export const templateFileRoutes = {
  forClinic: fileRoute({
    path: '/api/clinic/template-files/:format',
    summary: 'The clinic’s own templates, or those named, as JSON or Markdown',
    access: 'clinic',
    needs: templateNeeds,
    audit: { done: 'template.exported' },
    params: templateExportParams,
    refusals: exportRefusals,
    example: { format: 'json', templateIds: ':templateId' },
  }),
  forAdmin: fileRoute({
    path: '/api/admin/template-files/:format',
    summary: 'The platform’s templates, or those named, as JSON or Markdown',
    access: 'admin',
    audit: { done: 'template.exported' },
    params: templateExportParams,
    refusals: exportRefusals,
    example: { format: 'json' },
  }),
  schema: fileRoute({
    path: '/api/template-file.schema.json',
    summary: 'The JSON Schema of a file of templates',
    access: 'anyone',
    audit: null,
    params: z.object({}),
    example: {},
  }),
}
