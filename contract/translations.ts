import { z } from 'zod'
import type { RequiredPermissions } from './access.ts'
import {
  aborted,
  id,
  instant,
  invalidArgument,
  notFound,
  operation,
  optionalText,
  printedText,
} from './kit.ts'
import { languageTags } from './languages.ts'
import { section_markup_length_max, template_name_length_max, template_sections_max } from './limits.ts'
import { sectionTooLong } from './templates.ts'
import { templateNeeds } from './treatments.ts'

/** `standard` says the same as the English; the others say it for people who need it easier, or larger. */
export const translationFormats = ['standard', 'easy-read', 'large-print'] as const
export type TranslationFormat = (typeof translationFormats)[number]

/** English has no standard rendering: it is what the others render. */
const Tag = z.enum(['en', ...languageTags])
export type RenderingLanguage = z.infer<typeof Tag>

const statuses = ['machine', 'checked'] as const

const TranslatedSection = z.object({
  /** The section of the template that it renders. */
  sectionId: z.int(),
  title: z.string(),
  /** Rich text as HTML, sanitised when it was saved. */
  content: z.string(),
  /** `machine`: no person has vouched for it yet. */
  status: z.enum(statuses),
  checkedByName: z.string().nullable(),
  checkedAt: instant.nullable(),
  /** The English has changed since this was written or last compared with it. */
  isStale: z.boolean(),
})

/** A template's text in another language, or in an easier or larger form; one saved state of it, which nothing changes. */
export const Translation = z.object({
  id,
  language: Tag,
  format: z.enum(translationFormats),
  sections: z.array(TranslatedSection),
  /** English sections that it does not have. */
  missing: z.array(z.int()),
  isStale: z.boolean(),
  /** `checked` once every section is. */
  status: z.enum(statuses),
  updatedAt: instant,
  updatedByName: z.string(),
})
export type Translation = z.infer<typeof Translation>

const refusals = {
  'not-found': notFound('Template'),
  'not-own': aborted('This is not your practice’s own template. Save a copy and edit that.'),
  'english-standard': invalidArgument(
    'English is the template itself. Choose Easy Read or large print, or another language.',
  ),
  'section-unknown': invalidArgument(
    'This section is no longer in the template. Reload and check the English.',
  ),
  'sections-missing': invalidArgument('Translate at least one section, or remove the translation.'),
  'section-too-long': sectionTooLong,
  'placeholder-unknown': invalidArgument('The text has a placeholder that does not exist.'),
  'placeholder-misplaced': invalidArgument(
    'Placeholders work only in the text of sections. Remove them from titles.',
  ),
  'english-changed': aborted('The English has changed. Check the new text, then save.'),
  'changed-meanwhile': aborted('Someone else has saved this translation. Reload to see it, then save.'),
}

const hasUniqueSections = (sections: readonly { sectionId: number }[]): boolean =>
  new Set(sections.map(({ sectionId }) => sectionId)).size === sections.length

const translation_bytes_max = 560 * 1024

type Side = 'clinic' | 'admin'
type SideNeeds<S extends Side> = S extends 'clinic' ? RequiredPermissions : never

function operationsFor<S extends Side>(access: S, needs?: SideNeeds<S>) {
  const all = `/api/${access}/templates/{templateId}/translations` as const
  const one = `${all}/{language}/{format}` as const
  const key = { templateId: id, language: Tag, format: z.enum(translationFormats) }
  const write = { access, ...(needs ? { needs } : {}) }
  const example = { templateId: ':templateId', language: 'cy', format: 'standard' } as const
  return {
    list: operation({
      access,
      audit: null,
      method: 'GET',
      path: all,
      summary: 'A template in other languages, and in Easy Read and large print',
      input: z.object({ templateId: id }),
      output: z.array(Translation),
      refusals: { 'not-found': refusals['not-found'] },
      example: { templateId: ':templateId' },
    }),
    save: operation({
      ...write,
      method: 'PUT',
      path: one,
      summary:
        'Save a template in another language or form; sections that say what they said keep who checked them',
      audit: { done: 'template.translated', refused: 'template.change_refused' },
      bodyBytesMax: translation_bytes_max,
      validatesOnlyChanges: true,
      input: z.object({
        ...key,
        /** The saved state that was changed; null where there was none. */
        translationId: id.nullable(),
        /** The version of the template whose English was looked at: what is saved counts as saying that. */
        versionId: id.optional(),
        sections: z
          .array(
            z.object({
              sectionId: z.int(),
              title: optionalText(template_name_length_max),
              content: printedText(section_markup_length_max),
              status: z.enum(statuses),
              /** Whoever saves it has compared it with the English as that is now. */
              isCompared: z.boolean(),
            }),
          )
          .max(template_sections_max)
          .refine(hasUniqueSections, 'Give each section once'),
      }),
      output: Translation,
      refusals,
      example: {
        ...example,
        translationId: null,
        sections: [
          {
            sectionId: 1,
            title: 'Disgrifiad',
            content: '<p>Testun.</p>',
            status: 'machine',
            isCompared: true,
          },
        ],
      },
    }),
    remove: operation({
      ...write,
      method: 'DELETE',
      path: one,
      summary: 'Take a translation away; what it said stays in the history',
      audit: { done: 'template.translation_removed', refused: 'template.change_refused' },
      input: z.object(key),
      output: z.object({ removed: z.literal(true) }),
      refusals: { 'not-found': refusals['not-found'], 'not-own': refusals['not-own'] },
      example,
    }),
  }
}

/** About a clinic's own templates, beside the platform's, which it reads. */
export const translations = operationsFor('clinic', templateNeeds)
/** About the platform's templates. */
export const adminTranslations = operationsFor('admin')
