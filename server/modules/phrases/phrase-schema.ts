import { sql } from 'drizzle-orm'
import { check, foreignKey, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import {
  phraseChoiceKinds,
  phraseFields,
  type PhraseChoice,
  type PhraseField,
} from '../../../contract/phrases.ts'
import {
  clinicIdColumn,
  clinicPolicy,
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
