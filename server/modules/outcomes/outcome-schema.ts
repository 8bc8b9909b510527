import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { outcomeResults, type OutcomeResult } from '../../../contract/outcomes.ts'
import { outcomeMethods, type OutcomeMethod } from '../../../contract/own-figures.ts'
import { sealedText } from '../../platform/database/sealed-column.ts'
import {
  clinicIdColumn,
  clinicPolicy,
  idColumn,
  instantColumn,
  jobRole,
  readPolicy,
  sqlList,
} from '../../platform/database/tenancy.ts'
import { treatmentsDone } from '../aftercare/aftercare-schema.ts'
import { consents } from '../consents/consent-schema.ts'
import { staff } from '../staff/staff-schema.ts'
import { templates } from '../templates/template-schema.ts'

/** What came of a treatment, as a clinician found out. Insert and read only: of several the newest counts. */
export const treatmentOutcomes = pgTable(
  'treatment_outcomes',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    consentId: uuid('consent_id').notNull(),
    doneId: uuid('done_id').notNull(),
    place: integer('place').notNull(),
    templateId: uuid('template_id')
      .notNull()
      .references(() => templates.id),
    result: text('result').$type<OutcomeResult>().notNull(),
    /** Risks that the patient was told of for this treatment: what was looked for. */
    listed: jsonb('listed').$type<string[]>().notNull(),
    occurred: jsonb('occurred').$type<string[]>().notNull(),
    note: sealedText('note').notNull(),
    method: text('method').$type<OutcomeMethod>().notNull(),
    assessedAt: instantColumn('assessed_at').notNull(),
    staffId: uuid('staff_id').notNull(),
    byName: text('by_name').notNull(),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      name: 'treatment_outcomes_consent',
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    foreignKey({
      name: 'treatment_outcomes_done',
      columns: [table.clinicId, table.doneId],
      foreignColumns: [treatmentsDone.clinicId, treatmentsDone.id],
    }),
    foreignKey({ columns: [table.clinicId, table.staffId], foreignColumns: [staff.clinicId, staff.id] }),
    index('treatment_outcomes_of_consent').on(table.clinicId, table.consentId),
    index('treatment_outcomes_of_treatment').on(table.clinicId, table.doneId, table.place, table.at),
    check('treatment_outcomes_result', sql`result in (${sqlList(outcomeResults)})`),
    check('treatment_outcomes_method', sql`method in (${sqlList(outcomeMethods)})`),
    check('treatment_outcomes_known', sql`result = 'known' or occurred = '[]'::jsonb`),
    clinicPolicy(),
    readPolicy('job', jobRole),
  ],
)
