import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgPolicy,
  pgTable,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Template } from '../../../contract/templates.ts'
import {
  adminRole,
  clinicRole,
  currentClinic,
  instantColumn,
  readableBy,
} from '../../platform/database/tenancy.ts'

export type Question = { question: string; answers: { text: string; right: boolean }[]; explanation: string }

/** What a version says; the part of a template that is never changed once saved. */
export type Wording = {
  sections: Template['sections']
  risks: Template['risks']
  questions: Question[]
  cautions: string[]
  evidence: { claim: string; source: string }[]
  placeholders: string[]
}

const usable = sql`(owner_clinic_id is null and offered_to_all) or owner_clinic_id = ${currentClinic}`

/**
 * Consent templates. The owner is the platform (no clinic) or one clinic; the specification's `isGlobal`, `isPersonal`
 * and `clinicId` are made from it at the edge. Platform rows belong to no tenant, so the key is the id alone.
 */
export const templates = pgTable(
  'templates',
  {
    id: uuid('id')
      .primaryKey()
      .default(sql`uuidv7()`),
    ownerClinicId: uuid('owner_clinic_id'),
    offeredToAll: boolean('offered_to_all').notNull().default(false),
    /** Which entry of the shipped library it came from, so that starting twice seeds once. */
    libraryId: text('library_id'),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    treatmentType: text('treatment_type').notNull(),
    treatmentSubtype: text('treatment_subtype').notNull().default(''),
    status: text('status').notNull().default('active'),
    requiresTooth: boolean('requires_tooth').notNull().default(true),
    requiresDiagnosis: boolean('requires_diagnosis').notNull().default(true),
    currentVersionId: uuid('current_version_id').notNull(),
    createdAt: instantColumn('created_at').notNull().defaultNow(),
    updatedAt: instantColumn('updated_at').notNull().defaultNow(),
  },
  (table) => [
    unique('templates_library').on(table.libraryId),
    index('templates_by_type').on(table.treatmentType, table.name),
    check('templates_status', sql`status in ('active', 'inactive')`),
    pgPolicy('clinic_read', { for: 'select', to: clinicRole, using: usable }),
    readableBy('admin', adminRole),
  ],
)

/** Immutable versions; a consent pins the one it was made from. */
export const templateVersions = pgTable(
  'template_versions',
  {
    id: uuid('id')
      .primaryKey()
      .default(sql`uuidv7()`),
    templateId: uuid('template_id')
      .notNull()
      .references(() => templates.id),
    number: integer('number').notNull(),
    label: text('label').notNull(),
    wording: jsonb('wording').$type<Wording>().notNull(),
    hash: text('hash').notNull(),
    createdBy: text('created_by').notNull(),
    reason: text('reason').notNull(),
    createdAt: instantColumn('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('template_versions_number').on(table.templateId, table.number),
    // The inner query is under the policy of `templates`, so a version shows exactly when its template does.
    pgPolicy('clinic_read', {
      for: 'select',
      to: clinicRole,
      using: sql`template_id in (select t.id from templates t)`,
    }),
    readableBy('admin', adminRole),
  ],
)

/** How often each clinic used a template; summed for the specification's usageCount of that clinic's view. */
export const templateUses = pgTable(
  'template_uses',
  {
    clinicId: uuid('clinic_id').notNull(),
    templateId: uuid('template_id').notNull(),
    count: integer('count').notNull().default(0),
    lastUsedAt: instantColumn('last_used_at').notNull(),
  },
  (table) => [
    unique('template_uses_key').on(table.clinicId, table.templateId),
    pgPolicy('clinic', {
      to: clinicRole,
      using: sql`clinic_id = ${currentClinic}`,
      withCheck: sql`clinic_id = ${currentClinic}`,
    }),
  ],
)
