import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  boolean,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { CompletedSection } from '../../../contract/capacity.ts'
import {
  capacityChoices,
  capacityForms,
  capacityResults,
  type CapacityAnswers,
  type CapacityChoice,
  type CapacityFormName,
  type CapacityResult,
} from '../../../contract/capacity-rules.ts'
import { destroyed_text, sealedJson, sealedText } from '../../platform/database/sealed-column.ts'
import {
  staffPolicy,
  clinicIdColumn,
  onePatientConsentPolicy,
  patientPolicy,
  idColumn,
  instantColumn,
  sqlList,
} from '../../platform/database/tenancy.ts'
import { consents } from '../consents/consent-schema.ts'
import { staff } from '../staff/staff-schema.ts'

/** What is read of a form whose key was destroyed. */
const destroyedForm: CompletedSection[] = [{ title: destroyed_text, lines: [] }]

/** A form as it was filled in: the answers, and all of it in the words of that day, since forms change. */
const filledColumns = () => ({
  clinicId: clinicIdColumn(),
  id: idColumn(),
  consentId: uuid('consent_id').notNull(),
  number: integer('number').notNull(),
  form: text('form').$type<CapacityFormName>().notNull(),
  formVersion: text('form_version').notNull(),
  law: text('law').notNull(),
  title: text('title').notNull(),
  answers: sealedJson<CapacityAnswers>('answers', {}).notNull(),
  told: sealedJson<CompletedSection[]>('told', destroyedForm).notNull(),
  staffId: uuid('staff_id').notNull(),
  byName: text('by_name').notNull(),
  post: text('post').notNull(),
  gdcNumber: text('gdc_number'),
  hash: text('hash').notNull(),
  recordedAt: instantColumn('recorded_at').notNull(),
})

/** Whether the patient of a consent can decide it, as somebody found. Insert and read only: another look is another row. */
export const capacityAssessments = pgTable(
  'capacity_assessments',
  {
    ...filledColumns(),
    result: text('result').$type<CapacityResult>().notNull(),
    decision: sealedText('decision').notNull(),
    assessedAt: instantColumn('assessed_at').notNull(),
    place: sealedText('place').notNull(),
    again: sealedText('again').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    foreignKey({ columns: [table.clinicId, table.staffId], foreignColumns: [staff.clinicId, staff.id] }),
    unique('capacity_assessments_number').on(table.clinicId, table.consentId, table.number),
    check('capacity_assessments_form', sql`form in (${sqlList(capacityForms)})`),
    check('capacity_assessments_result', sql`result in (${sqlList(capacityResults)})`),
    check('capacity_assessments_again', sql`(number = 1) = (again = '')`),
    staffPolicy(),
    onePatientConsentPolicy('capacity_assessments'),
    patientPolicy('consent_id'),
  ],
)

/** What was decided for a patient who cannot decide it, by an assessment that says so. Insert and read only. */
export const capacityDecisions = pgTable(
  'capacity_decisions',
  {
    ...filledColumns(),
    choice: text('choice').$type<CapacityChoice>().notNull(),
    assessment: integer('assessment').notNull(),
    /** Whether somebody was consulted, which figures count; null of what is from before answers were encrypted. */
    wasConsulted: boolean('was_consulted'),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    foreignKey({
      name: 'capacity_decisions_assessment',
      columns: [table.clinicId, table.consentId, table.assessment],
      foreignColumns: [
        capacityAssessments.clinicId,
        capacityAssessments.consentId,
        capacityAssessments.number,
      ],
    }),
    foreignKey({ columns: [table.clinicId, table.staffId], foreignColumns: [staff.clinicId, staff.id] }),
    unique('capacity_decisions_number').on(table.clinicId, table.consentId, table.number),
    check('capacity_decisions_form', sql`form in (${sqlList(capacityForms)})`),
    check('capacity_decisions_choice', sql`choice in (${sqlList(capacityChoices)})`),
    staffPolicy(),
    onePatientConsentPolicy('capacity_decisions'),
    patientPolicy('consent_id'),
  ],
)
