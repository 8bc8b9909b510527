import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { TranslationFormat, RenderingLanguage } from '../../../contract/translations.ts'
import { instantColumn } from '../../platform/database/tenancy.ts'
import { childTablePolicies, templates } from '../templates/template-schema.ts'

/** One section in another language or form, and which English it was last compared with. */
export type RenderedSection = {
  sectionId: number
  title: string
  content: string
  status: 'machine' | 'checked'
  checkedBy: string | null
  checkedByName: string | null
  /** ISO instant. */
  checkedAt: string | null
  /** SHA-256 of the English title and content that it says. */
  englishHash: string
}

/**
 * Templates in other languages, in Easy Read and in large print. Every saving adds a row that nothing changes again; the
 * highest number counts, and one without sections says that the translation was taken away.
 */
export const templateTranslations = pgTable(
  'template_translations',
  {
    id: uuid('id')
      .primaryKey()
      .default(sql`uuidv7()`),
    templateId: uuid('template_id')
      .notNull()
      .references(() => templates.id),
    language: text('language').$type<RenderingLanguage>().notNull(),
    format: text('format').$type<TranslationFormat>().notNull(),
    number: integer('number').notNull(),
    sections: jsonb('sections').$type<RenderedSection[]>().notNull(),
    /** Of the library's own: the hash of what was shipped. */
    shippedHash: text('shipped_hash'),
    createdBy: text('created_by').notNull(),
    createdByName: text('created_by_name').notNull().default(''),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    unique('template_translations_number').on(table.templateId, table.language, table.format, table.number),
    check('template_translations_format', sql`format in ('standard', 'easy-read', 'large-print')`),
    check('template_translations_rendered', sql`language <> 'en' or format <> 'standard'`),
    ...childTablePolicies(),
  ],
)
