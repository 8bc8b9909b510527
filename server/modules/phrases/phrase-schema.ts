import { sql } from 'drizzle-orm'
import { check, foreignKey, pgPolicy, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import {
  phraseChoiceKinds,
  phraseFields,
  type PhraseChoice,
  type PhraseField,
} from '../../../contract/phrases.ts'
import {
  clinicIdColumn,
  clinicPolicy,
  clinicRole,
  currentClinic,
  currentGroup,
  groupRole,
  idColumn,
  instantColumn,
  sqlList,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { staff } from '../staff/staff-schema.ts'
import { templates } from '../templates/template-schema.ts'

/** Phrases that are pinned or hidden for a clinician in the gaps of a template; none holds a fact of a patient. */
export const phraseChoices = pgTable(
  'phrase_choices',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    staffId: uuid('staff_id').notNull(),
    templateId: uuid('template_id')
      .notNull()
      .references(() => templates.id),
    field: text('field').$type<PhraseField>().notNull(),
    text: text('text').notNull(),
    choice: text('choice').$type<PhraseChoice>().notNull(),
    createdAt: instantColumn('created_at').notNull(),
    updatedAt: instantColumn('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    foreignKey({
      columns: [table.clinicId, table.staffId],
      foreignColumns: [staff.clinicId, staff.id],
    }).onDelete('cascade'),
    unique('phrase_choices_once').on(
      table.clinicId,
      table.staffId,
      table.templateId,
      table.field,
      table.text,
    ),
    check('phrase_choices_field', sql`field in (${sqlList(phraseFields)})`),
    check('phrase_choices_choice', sql`choice in (${sqlList(phraseChoiceKinds)})`),
    clinicPolicy(),
  ],
)

const ofOwnGroup = sql`group_id = ${currentGroup}`

/** Phrases that a group of practices offers for the gaps of a template; none holds a fact of a patient. */
export const groupPhrases = pgTable(
  'group_phrases',
  {
    id: idColumn().primaryKey(),
    groupId: uuid('group_id').notNull(),
    templateId: uuid('template_id')
      .notNull()
      .references(() => templates.id),
    field: text('field').$type<PhraseField>().notNull(),
    text: text('text').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    unique('group_phrases_once').on(table.groupId, table.templateId, table.field, table.text),
    check('group_phrases_field', sql`field in (${sqlList(phraseFields)})`),
    pgPolicy('group', { to: groupRole, using: ofOwnGroup, withCheck: ofOwnGroup }),
    pgPolicy('clinic', {
      for: 'select',
      to: clinicRole,
      using: sql`group_id = (select m.group_id from practice_group_members m where m.clinic_id = ${currentClinic})`,
    }),
  ],
)
