import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgPolicy,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  copyOutcomes,
  discussionModes,
  interpreterOutcomes,
  understandingChecks,
  type ConsentItem,
  type ConsentPlan,
  type Discussion,
  type PlanChange,
} from '../../../contract/consent-plan.ts'
import type { PlanAmendment, FrozenContent } from '../../../contract/consents.ts'
import type { ScreenSignature } from '../../../contract/signing.ts'
import {
  consentKinds,
  consentStatuses,
  consentTransitions,
  type ConsentKind,
  type ConsentStatus,
} from '../../../contract/consent-states.ts'
import type { Area } from '../../../contract/teeth.ts'
import { packedJson } from '../../platform/database/packed-column.ts'
import { sealedText } from '../../platform/database/sealed-column.ts'
import {
  staffPolicy,
  adminRole,
  clinicIdColumn,
  clinicPolicy,
  onePatientConsentPolicy,
  groupPolicy,
  onePatientPolicy,
  patientPolicy,
  idColumn,
  instantColumn,
  jobRole,
  authenticatorRole,
  readPolicy,
  sqlList,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { patients } from '../patients/patient-schema.ts'
import { staff } from '../staff/staff-schema.ts'
import { templateVersions } from '../templates/template-schema.ts'

export type AskedQuestion = Pick<
  NonNullable<FrozenContent['understanding']>['questions'][number],
  'id' | 'question'
>

/** What is decided about a consent as a whole; what belongs to one treatment stands with its item. */
type StoredPlan = Omit<ConsentPlan, 'items' | 'diagnosis'>

/** A template made out to a patient. Its wording stands in its items; the text the patient sees is frozen at sending. */
export const consents = pgTable(
  'consents',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    patientId: uuid('patient_id').notNull(),
    clinicianId: uuid('clinician_id').notNull(),
    /** Who looks after it since its clinician left; what the patient was shown still names the clinician. */
    takeoverId: uuid('takeover_id'),
    status: text('status').$type<ConsentStatus>().notNull().default('draft'),
    kind: text('kind').$type<ConsentKind>().notNull().default('consent'),
    /** The consent that an addendum adds to. */
    parentId: uuid('parent_id'),
    diagnosis: text('diagnosis').notNull().default(''),
    plan: jsonb('plan').$type<StoredPlan>().notNull(),
    /** What lists show of the treatments, so that they need not read them. */
    treatment: text('treatment').notNull(),
    teeth: jsonb('teeth').$type<string[]>().notNull().default([]),
    content: jsonb('content').$type<FrozenContent>(),
    /**
     * Id and words of each question of the frozen text's understanding check, which the database takes out of it when it
     * is written: to read the text of a day's consents for them takes ten times as long as all else of a day. Null without
     * a text, and in what was frozen before there was this column.
     */
    askedQuestions: jsonb('asked_questions').$type<AskedQuestion[]>(),
    contentHash: text('content_hash'),
    reason: sealedText('reason'),
    replacesId: uuid('replaces_id'),
    createdBy: uuid('created_by').notNull(),
    sentAt: instantColumn('sent_at'),
    viewedAt: instantColumn('viewed_at'),
    /** When the patient was handed the text on paper, as staff tell. */
    paperGivenAt: instantColumn('paper_given_at'),
    signedAt: instantColumn('signed_at'),
    finalisedAt: instantColumn('finalised_at'),
    expiresAt: instantColumn('expires_at'),
    /** Hours to think that were frozen with the text, counted from when the patient first had it. */
    reflectionHours: integer('reflection_hours').notNull().default(0),
    /** Until when what was agreed holds; set when it is agreed to. */
    validUntil: instantColumn('valid_until'),
    changedPlan: jsonb('changed_plan').$type<PlanAmendment>(),
    reconfirmSince: instantColumn('reconfirm_since'),
    changes: jsonb('changes').$type<PlanChange[]>().notNull().default([]),
    /** Changes that the patient has agreed to since: they ask for nothing any more. */
    agreedChanges: jsonb('agreed_changes').$type<PlanChange[]>().notNull().default([]),
    confirmedAt: instantColumn('confirmed_at'),
    startedAt: instantColumn('started_at'),
    /** Since when a question of the patient has waited for its answer; null while none does. */
    questionsSince: instantColumn('questions_since'),
    /** When it is to be looked at again whether the patient can decide it, as whoever left that open said. */
    lookAgainAt: instantColumn('look_again_at'),
    startOverride: sealedText('start_override'),
    createdAt: instantColumn('created_at').notNull().defaultNow(),
    updatedAt: instantColumn('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    foreignKey({
      columns: [table.clinicId, table.patientId],
      foreignColumns: [patients.clinicId, patients.id],
    }),
    foreignKey({ columns: [table.clinicId, table.clinicianId], foreignColumns: [staff.clinicId, staff.id] }),
    foreignKey({ columns: [table.clinicId, table.takeoverId], foreignColumns: [staff.clinicId, staff.id] }),
    foreignKey({ columns: [table.clinicId, table.replacesId], foreignColumns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId, table.parentId], foreignColumns: [table.clinicId, table.id] }),
    index('consents_by_change').on(table.clinicId, table.updatedAt, table.id),
    index('consents_by_status').on(table.clinicId, table.status, table.updatedAt, table.id),
    // One for each view of the list that shows several states, in the order of the list.
    index('consents_drafted')
      .on(table.clinicId, table.updatedAt, table.id)
      .where(sql`status in ('draft', 'approved')`),
    index('consents_awaiting')
      .on(table.clinicId, table.updatedAt, table.id, table.expiresAt)
      .where(sql`status in ('sent', 'viewed')`),
    index('consents_agreed')
      .on(table.clinicId, table.updatedAt, table.id)
      .where(sql`status in ('verbal', 'signed', 'finalised')`),
    index('consents_refused')
      .on(table.clinicId, table.updatedAt, table.id)
      .where(sql`status in ('declined', 'withdrawn')`),
    index('consents_to_reconfirm')
      .on(table.clinicId, table.updatedAt, table.id)
      .where(sql`reconfirm_since is not null`),
    index('consents_with_questions')
      .on(table.clinicId, table.updatedAt, table.id)
      .where(sql`questions_since is not null`),
    index('consents_to_look_at_again')
      .on(table.clinicId, table.updatedAt, table.id, table.lookAgainAt)
      .where(sql`look_again_at is not null`),
    index('consents_of_carer').on(
      table.clinicId,
      sql`(coalesce(takeover_id, clinician_id))`,
      table.updatedAt,
      table.id,
    ),
    index('consents_by_treatment').on(table.clinicId, table.treatment, table.updatedAt, table.id),
    index('consents_by_signing')
      .on(table.clinicId, table.signedAt)
      .where(sql`signed_at is not null`),
    // What was finalised, and what was begun, in a time: the evidence of inspections is counted over it.
    index('consents_by_finalising')
      .on(table.clinicId, table.finalisedAt)
      .where(sql`finalised_at is not null`),
    index('consents_by_start')
      .on(table.clinicId, table.startedAt)
      .where(sql`started_at is not null`),
    index('consents_watched')
      .on(table.validUntil, table.clinicId)
      .where(
        sql`status in ('verbal', 'signed', 'finalised') and started_at is null and reconfirm_since is null`,
      ),
    index('consents_of_patient').on(table.clinicId, table.patientId, table.createdAt),
    index('consents_expiring')
      .on(table.expiresAt)
      .where(sql`status in ('sent', 'viewed')`),
    check('consents_status', sql`status in (${sqlList(consentStatuses)})`),
    check('consents_kind', sql`kind in (${sqlList(consentKinds)})`),
    check('consents_parent', sql`(kind = 'addendum') = (parent_id is not null)`),
    check(
      'consents_frozen',
      sql`status in ('draft', 'approved', 'voided') or (content is not null and content_hash is not null)`,
    ),
    staffPolicy(),
    onePatientPolicy('patient_id'),
    patientPolicy('id'),
    readPolicy('job', jobRole),
    readPolicy('opener', authenticatorRole),
    // Across clinics an admin sees metadata only: column grants leave out patient, wording and diagnosis.
    pgPolicy('admin', { for: 'select', to: adminRole, using: sql`true` }),
    groupPolicy(),
  ],
)

/** What is consented to: from the start one consent may hold several treatments (rulings 7). */
export const consentItems = pgTable(
  'consent_items',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    consentId: uuid('consent_id').notNull(),
    position: integer('position').notNull().default(1),
    templateId: uuid('template_id').notNull(),
    templateVersionId: uuid('template_version_id')
      .notNull()
      .references(() => templateVersions.id),
    teeth: jsonb('teeth').$type<string[]>().notNull().default([]),
    area: text('area').$type<Area>(),
    material: text('material').notNull().default(''),
    pricePence: integer('price_pence'),
    band: text('band').$type<NonNullable<ConsentItem['band']>>(),
    placeholders: jsonb('placeholders').$type<ConsentItem['placeholders']>().notNull().default({}),
    treatment: text('treatment').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    index('consent_items_of_template').on(table.clinicId, table.templateId, table.id),
    uniqueIndex('consent_items_position').on(table.clinicId, table.consentId, table.position),
    clinicPolicy(),
    patientPolicy('consent_id'),
  ],
)

/** What happened to a consent after its record was sealed and is told of in an annex beside it. */
export const annexedEvents = [
  'consent.withdrawn',
  'consent.treatments_withdrawn',
  'consent.voided',
  'consent.addendum_agreed',
] as const

/** What may become known of a consent outside its practice: none of these names says anything of anybody's health. */
const plainEvents = [
  ...Object.values(consentTransitions).map(({ event }) => event),
  'consent.created',
  'consent.given_on_paper',
  'consent.scan_added',
  'consent.read',
  'consent.discussed',
  'consent.plan_changed',
  'consent.reconfirm_needed',
  'consent.confirmed',
  'consent.reassigned',
  'consent.treatments_withdrawn',
  'document.sealed',
] as const

/** The tamper-evident chain of a consent: each event carries the hash of the one before. Insert and read only. */
export const consentEvents = pgTable(
  'consent_events',
  {
    clinicId: clinicIdColumn(),
    consentId: uuid('consent_id').notNull(),
    number: integer('number').notNull(),
    event: text('event').notNull(),
    at: instantColumn('at').notNull(),
    actor: text('actor').notNull(),
    ip: text('ip').notNull(),
    userAgent: text('user_agent').notNull(),
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
    previousHash: text('previous_hash').notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.consentId, table.number] }),
    foreignKey({
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    // What calls for an annex, which the sweep looks for.
    index('consent_events_annexed')
      .on(table.clinicId, table.consentId, table.number)
      .where(sql`event in (${sqlList(annexedEvents)})`),
    staffPolicy(),
    onePatientConsentPolicy('consent_events'),
    patientPolicy('consent_id'),
    readPolicy('job', jobRole),
    readPolicy('admin', adminRole, sql`event in (${sqlList(plainEvents)})`),
  ],
)

/** The clinician's countersignature of a consent; one for each. */
export const countersignatures = pgTable(
  'countersignatures',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    consentId: uuid('consent_id').notNull(),
    staffId: uuid('staff_id').notNull(),
    name: text('name').notNull(),
    gdcNumber: text('gdc_number').notNull(),
    contentHash: text('content_hash').notNull(),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    uniqueIndex('countersignatures_once').on(table.clinicId, table.consentId),
    foreignKey({
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    foreignKey({ columns: [table.clinicId, table.staffId], foreignColumns: [staff.clinicId, staff.id] }),
    staffPolicy(),
    onePatientConsentPolicy('countersignatures'),
    patientPolicy('consent_id'),
  ],
)

/** Conversations about a treatment, as they were told by whoever led them. Insert and read only. */
export const consentDiscussions = pgTable(
  'consent_discussions',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    consentId: uuid('consent_id').notNull(),
    staffId: uuid('staff_id').notNull(),
    byName: text('by_name').notNull(),
    on: instantColumn('on').notNull(),
    mode: text('mode').$type<Discussion['mode']>().notNull(),
    note: sealedText('note').notNull(),
    /** In characters, which figures count; null of what is from before notes were encrypted. */
    noteLength: integer('note_length'),
    whatMatters: sealedText('what_matters')
      .notNull()
      .default(sql`''`),
    understanding: text('understanding').$type<Discussion['understanding']>().notNull(),
    childView: sealedText('child_view'),
    interpreter: text('interpreter').$type<(typeof interpreterOutcomes)[number]>(),
    copy: text('copy').$type<(typeof copyOutcomes)[number]>(),
    recordedAt: instantColumn('recorded_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    foreignKey({ columns: [table.clinicId, table.staffId], foreignColumns: [staff.clinicId, staff.id] }),
    index('consent_discussions_of').on(table.clinicId, table.consentId),
    check('consent_discussions_mode', sql`mode in (${sqlList(discussionModes)})`),
    check('consent_discussions_understanding', sql`understanding in (${sqlList(understandingChecks)})`),
    check('consent_discussions_interpreter', sql`interpreter in (${sqlList(interpreterOutcomes)})`),
    check('consent_discussions_copy', sql`copy in (${sqlList(copyOutcomes)})`),
    staffPolicy(),
    onePatientConsentPolicy('consent_discussions'),
    patientPolicy('consent_id'),
  ],
)

/** Who stood by when a consent was given, and what they say they heard or did. Insert and read only. */
export const consentAttestations = pgTable(
  'consent_attestations',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    consentId: uuid('consent_id').notNull(),
    role: text('role').$type<'witness' | 'interpreter'>().notNull(),
    name: text('name').notNull(),
    capacity: text('capacity').notNull(),
    statement: text('statement').notNull(),
    /** Who put it on record; null for somebody who signed it themselves, with the consent. */
    staffId: uuid('staff_id'),
    mark: packedJson<ScreenSignature>('mark', 'strokes'),
    markHash: text('mark_hash'),
    contentHash: text('content_hash'),
    recordedBy: text('recorded_by').notNull(),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    foreignKey({ columns: [table.clinicId, table.staffId], foreignColumns: [staff.clinicId, staff.id] }),
    index('consent_attestations_of').on(table.clinicId, table.consentId),
    check('consent_attestations_role', sql`role in ('witness', 'interpreter')`),
    check(
      'consent_attestations_way',
      sql`num_nulls(mark, mark_hash, content_hash) = case when staff_id is null then 0 else 3 end`,
    ),
    staffPolicy(),
    onePatientConsentPolicy('consent_attestations'),
    patientPolicy('consent_id'),
  ],
)
