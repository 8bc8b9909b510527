import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgPolicy,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Template, TemplateStatus } from '../../../contract/templates.ts'
import {
  adminRole,
  clinicIdColumn,
  clinicRole,
  currentClinic,
  currentGroup,
  clinicPolicy,
  groupRole,
  instantColumn,
  jobRole,
  readPolicy,
} from '../../platform/database/tenancy.ts'
import { staff } from '../staff/staff-schema.ts'

type Risk = Template['risks'][number]

/** What a version says; the part of a template that is never changed once saved. */
export type Wording = {
  sections: Template['sections']
  /** Versions saved before risks had figures name none. */
  risks: (Omit<Risk, 'figure'> & Partial<Pick<Risk, 'figure'>>)[]
  questions: Template['questions']
  cautions: string[]
  evidence: { claim: string; source: string }[]
  /** Ids of the product's pictures; absent in versions saved before there were any. */
  pictures?: string[]
  placeholders: string[]
}

/** What a version says about the template as a whole. */
export type Heading = Pick<
  Template,
  'name' | 'description' | 'treatmentType' | 'treatmentSubtype' | 'requiresTooth' | 'requiresDiagnosis'
>

const groupOfClinic = sql`(select m.group_id from practice_group_members m where m.clinic_id = ${currentClinic})`
const usableSql = sql`(owner_clinic_id is null and offered_to_all) or owner_clinic_id = ${currentClinic}
  or owner_group_id = ${groupOfClinic}`
/** Also what the clinic made consents of, though it is offered no longer: their text stands in its versions. */
const readableSql = sql`${usableSql} or id in (select u.template_id from template_uses u where u.clinic_id = ${currentClinic})`

const ownedByClinic = sql`owner_clinic_id = ${currentClinic}`
const ownedByPlatform = sql`owner_clinic_id is null and owner_group_id is null`
const ownedByGroup = sql`owner_group_id = ${currentGroup}`
/**
 * What a group shares, what it may share, and what every practice has: of templates in use, those of the practices that
 * agreed to it, and the platform's.
 */
const readableByGroup = sql`${ownedByGroup} or (deleted_at is null and status = 'active' and (offered_to_all
  or owner_clinic_id = any(array(select m.clinic_id from practice_group_members m
    where m.group_id = ${currentGroup} and m.shares_templates_since is not null))))`
/**
 * Every version of what the group shares; of a practice's template the one in use, and the one that the group's copy was
 * made of. What was proposed, refused or replaced at a practice stays there.
 */
const versionReadableByGroup = sql`exists (select from templates t where t.id = template_id and (
  t.owner_group_id = ${currentGroup} or t.current_version_id = template_versions.id or exists (
    select from templates c where c.owner_group_id = ${currentGroup} and c.origin_version_id = template_versions.id and c.deleted_at is null)))`

/** Who made the templates and versions that came with the product; anybody else's are edits. */
export const libraryAuthor = 'library'

/**
 * Consent templates. The owner is the platform (neither clinic nor group), one clinic, or a group of practices; the
 * specification's `isGlobal`, `isPersonal` and `clinicId` are made from it at the edge. Platform rows belong to no tenant,
 * so the key is the id alone.
 */
export const templates = pgTable(
  'templates',
  {
    id: uuid('id')
      .primaryKey()
      .default(sql`uuidv7()`),
    ownerClinicId: uuid('owner_clinic_id'),
    /** The group that shares it with its practices: a copy of a template of one of them, which `duplicated_from` names. */
    ownerGroupId: uuid('owner_group_id'),
    offeredToAll: boolean('offered_to_all').notNull().default(false),
    /** Which entry of the shipped library it came from, so that starting twice seeds once. */
    libraryId: text('library_id'),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    treatmentType: text('treatment_type').notNull(),
    treatmentSubtype: text('treatment_subtype').notNull().default(''),
    status: text('status').$type<TemplateStatus>().notNull().default('active'),
    /** A copy that a clinic saved for itself (specification section 4, 'Save as personal'). */
    isPersonal: boolean('is_personal').notNull().default(false),
    duplicatedFrom: uuid('duplicated_from'),
    savedFrom: uuid('saved_from'),
    requiresTooth: boolean('requires_tooth').notNull().default(true),
    requiresDiagnosis: boolean('requires_diagnosis').notNull().default(true),
    currentVersionId: uuid('current_version_id').notNull(),
    /** A newer version that waits for approval, where the practice asks for it; never the current one. */
    proposedVersionId: uuid('proposed_version_id'),
    /** The version of its source, or of the shipped library, that it was last brought in line with, or left out. */
    originVersionId: uuid('origin_version_id'),
    clinicalOwnerName: text('clinical_owner_name').notNull().default(''),
    clinicalOwnerGdc: text('clinical_owner_gdc'),
    reviewDue: date('review_due', { mode: 'string' }),
    /** The day of the newest reminder of that date. */
    reviewRemindedOn: date('review_reminded_on', { mode: 'string' }),
    createdBy: text('created_by').notNull().default(libraryAuthor),
    createdByName: text('created_by_name').notNull().default(''),
    updatedBy: text('updated_by').notNull().default(libraryAuthor),
    updatedByName: text('updated_by_name').notNull().default(''),
    createdAt: instantColumn('created_at').notNull().defaultNow(),
    updatedAt: instantColumn('updated_at').notNull().defaultNow(),
    /** Deleted: nobody finds it any more, and consents that were made of it still read their version. */
    deletedAt: instantColumn('deleted_at'),
  },
  (table) => [
    unique('templates_library').on(table.libraryId),
    index('templates_by_type').on(table.treatmentType, table.name),
    uniqueIndex('templates_shared_once')
      .on(table.ownerGroupId, table.duplicatedFrom)
      .where(sql`owner_group_id is not null and deleted_at is null`),
    check('templates_status', sql`status in ('active', 'inactive', 'draft', 'in review', 'retired')`),
    check('templates_proposed', sql`proposed_version_id <> current_version_id`),
    check('templates_clinical_owner', sql`(clinical_owner_name = '') = (clinical_owner_gdc is null)`),
    check('templates_clinical_owner_gdc', sql`clinical_owner_gdc ~ '^[0-9]{5,7}$'`),
    check('templates_personal', sql`not is_personal or owner_clinic_id is not null`),
    check(
      'templates_offered',
      sql`not offered_to_all or (owner_clinic_id is null and owner_group_id is null)`,
    ),
    check('templates_one_owner', sql`owner_clinic_id is null or owner_group_id is null`),
    pgPolicy('clinic_read', { for: 'select', to: clinicRole, using: readableSql }),
    pgPolicy('clinic_insert', { for: 'insert', to: clinicRole, withCheck: ownedByClinic }),
    pgPolicy('clinic_update', {
      for: 'update',
      to: clinicRole,
      using: ownedByClinic,
      withCheck: ownedByClinic,
    }),
    pgPolicy('group', { for: 'select', to: groupRole, using: readableByGroup }),
    pgPolicy('group_insert', { for: 'insert', to: groupRole, withCheck: ownedByGroup }),
    pgPolicy('group_update', { for: 'update', to: groupRole, using: ownedByGroup, withCheck: ownedByGroup }),
    readPolicy('job', jobRole),
    readPolicy('admin', adminRole, ownedByPlatform),
    pgPolicy('admin_insert', { for: 'insert', to: adminRole, withCheck: ownedByPlatform }),
    pgPolicy('admin_update', {
      for: 'update',
      to: adminRole,
      using: ownedByPlatform,
      withCheck: ownedByPlatform,
    }),
  ],
)

/**
 * Of a table whose rows are parts of a template and are written once: a part shows exactly when its template does, since
 * the inner query is under the policy of `templates`, and is added by whoever the template belongs to.
 */
export const childTablePolicies = () => [
  pgPolicy('clinic_read', {
    for: 'select',
    to: clinicRole,
    using: sql`template_id in (select t.id from templates t)`,
  }),
  pgPolicy('clinic_insert', {
    for: 'insert',
    to: clinicRole,
    withCheck: sql`template_id in (select t.id from templates t where t.owner_clinic_id = ${currentClinic})`,
  }),
  readPolicy('admin', adminRole, sql`template_id in (select t.id from templates t)`),
  pgPolicy('admin_insert', {
    for: 'insert',
    to: adminRole,
    withCheck: sql`template_id in (select t.id from templates t)`,
  }),
]

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
    heading: jsonb('heading').$type<Heading>().notNull(),
    wording: jsonb('wording').$type<Wording>().notNull(),
    hash: text('hash').notNull(),
    /** How much a patient reads and how hard it is, by the SMOG formula; null for what was saved before it was measured. */
    words: integer('words'),
    readingGrade: doublePrecision('reading_grade'),
    createdBy: text('created_by').notNull(),
    createdByName: text('created_by_name').notNull().default(''),
    reason: text('reason').notNull(),
    /** A cosmetic change asks nobody who has signed to confirm anew (rulings 9). */
    change: text('change').$type<'cosmetic' | 'material'>().notNull().default('material'),
    createdAt: instantColumn('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('template_versions_number').on(table.templateId, table.number),
    ...childTablePolicies(),
    pgPolicy('group', {
      for: 'select',
      to: groupRole,
      using: versionReadableByGroup,
    }),
    pgPolicy('group_insert', {
      for: 'insert',
      to: groupRole,
      withCheck: sql`template_id in (select t.id from templates t where t.owner_group_id = ${currentGroup})`,
    }),
    check('template_versions_change', sql`change in ('cosmetic', 'material')`),
  ],
)

/** What was said of versions that waited for approval. Written once, like the versions themselves. */
export const templateDecisions = pgTable(
  'template_decisions',
  {
    id: uuid('id')
      .primaryKey()
      .default(sql`uuidv7()`),
    templateId: uuid('template_id')
      .notNull()
      .references(() => templates.id),
    versionId: uuid('version_id')
      .notNull()
      .references(() => templateVersions.id),
    decision: text('decision').$type<'approved' | 'changes asked'>().notNull(),
    comment: text('comment').notNull().default(''),
    by: text('by').notNull(),
    byName: text('by_name').notNull(),
    /** Of the person's staff record at that time; null for people who have none. */
    gdcNumber: text('gdc_number'),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    index('template_decisions_by_template').on(table.templateId),
    check('template_decisions_decision', sql`decision in ('approved', 'changes asked')`),
    ...childTablePolicies(),
  ],
)

/** A reviewer's answer to one item of the pack: what was asked, and what they say of it. */
export type ReviewAnswer = { item: string; text: string; agrees: boolean; remark: string }

/**
 * Clinical reviews of the platform's templates: a registered clinician, outside any practice, reviewed one text, which the
 * hash names. Written once. Practices read who reviewed and when, and nothing of what was remarked.
 */
export const templateReviews = pgTable(
  'template_reviews',
  {
    id: uuid('id')
      .primaryKey()
      .default(sql`uuidv7()`),
    templateId: uuid('template_id')
      .notNull()
      .references(() => templates.id),
    versionId: uuid('version_id')
      .notNull()
      .references(() => templateVersions.id),
    /** Of the version's text: another version with the same text has the same review. */
    hash: text('hash').notNull(),
    reviewerName: text('reviewer_name').notNull(),
    gdcNumber: text('gdc_number').notNull(),
    reviewedOn: date('reviewed_on', { mode: 'string' }).notNull(),
    remarks: text('remarks').notNull().default(''),
    /** One for each item of the reviewer's pack; none where the version was signed as a whole. */
    answers: jsonb('answers').$type<ReviewAnswer[]>().notNull(),
    /** How many of the answers disagree; a version that has any is not signed. */
    disagreements: integer('disagreements').notNull(),
    recordedBy: text('recorded_by').notNull(),
    recordedByName: text('recorded_by_name').notNull(),
    recordedAt: instantColumn('recorded_at').notNull(),
  },
  (table) => [
    index('template_reviews_by_template').on(table.templateId),
    check('template_reviews_gdc_number', sql`gdc_number ~ '^[0-9]{5,7}$'`),
    check('template_reviews_reviewer', sql`reviewer_name <> ''`),
    pgPolicy('clinic_read', {
      for: 'select',
      to: clinicRole,
      using: sql`template_id in (select t.id from templates t)`,
    }),
    readPolicy('admin', adminRole, sql`template_id in (select t.id from templates t)`),
    pgPolicy('admin_insert', {
      for: 'insert',
      to: adminRole,
      withCheck: sql`template_id in (select t.id from templates t)`,
    }),
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
    readPolicy('admin', adminRole),
  ],
)

/** Templates that one of the staff keeps within reach; nobody else's lists change by it. */
export const templateFavourites = pgTable(
  'template_favourites',
  {
    clinicId: clinicIdColumn(),
    staffId: uuid('staff_id').notNull(),
    templateId: uuid('template_id')
      .notNull()
      .references(() => templates.id),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.staffId, table.templateId] }),
    foreignKey({ columns: [table.clinicId, table.staffId], foreignColumns: [staff.clinicId, staff.id] }),
    clinicPolicy(),
  ],
)
