import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { answerModes, questionEntryKinds, closedReasons, type Question } from '../../../contract/questions.ts'
import { sealedText } from '../../platform/database/sealed-column.ts'
import {
  staffPolicy,
  clinicIdColumn,
  onePatientConsentPolicy,
  patientPolicy,
  idColumn,
  instantColumn,
} from '../../platform/database/tenancy.ts'
import { consents } from '../consents/consent-schema.ts'
import { staff } from '../staff/staff-schema.ts'

const listOf = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '))
type Entry = Question['entries'][number]

/**
 * What a patient asked about a consent and what was answered, numbered through the consent. Insert and read only: an
 * event of the consent's chain carries each entry's hash.
 */
export const questionEntries = pgTable(
  'question_entries',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    consentId: uuid('consent_id').notNull(),
    number: integer('number').notNull(),
    /** The entry that asked first; null for that entry itself. */
    questionId: uuid('question_id'),
    kind: text('kind').$type<Entry['kind']>().notNull(),
    /** The part of the frozen text, from 1; null where the whole is asked about, and for what follows a question. */
    part: integer('part'),
    partTitle: text('part_title').notNull().default(''),
    isBlocking: boolean('is_blocking').notNull().default(false),
    mode: text('mode').$type<NonNullable<Entry['mode']>>(),
    why: text('why').$type<NonNullable<Entry['why']>>(),
    text: sealedText('text').notNull(),
    staffId: uuid('staff_id'),
    byName: text('by_name').notNull().default(''),
    hash: text('hash').notNull(),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    foreignKey({
      name: 'question_entries_of_question',
      columns: [table.clinicId, table.questionId],
      foreignColumns: [table.clinicId, table.id],
    }),
    foreignKey({ columns: [table.clinicId, table.staffId], foreignColumns: [staff.clinicId, staff.id] }),
    uniqueIndex('question_entries_number').on(table.clinicId, table.consentId, table.number),
    check('question_entries_kind', sql`kind in (${listOf(questionEntryKinds)})`),
    check('question_entries_mode', sql`mode in (${listOf(answerModes)})`),
    check('question_entries_why', sql`why in (${listOf(closedReasons)})`),
    check(
      'question_entries_shape',
      sql`(kind = 'asked') = (question_id is null) and (kind = 'answered') = (mode is not null)
        and (kind = 'answered') = (staff_id is not null) and (kind = 'settled') = (why is not null)
        and (kind = 'settled') = (text = '') and (kind in ('asked', 'added') or not is_blocking)`,
    ),
    staffPolicy(),
    onePatientConsentPolicy('question_entries'),
    patientPolicy('consent_id'),
  ],
)
