import { sql } from 'drizzle-orm'
import { check, foreignKey, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { givenModes, matterAnswerModes, matterEntryKinds } from '../../../contract/matters.ts'
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

const modes = [...matterAnswerModes, ...givenModes] as const

const listOf = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '))

/**
 * What a patient told of themselves and of their choice, and what was answered, numbered through the consent. Insert and
 * read only: what holds now is what was said last, and an event of the consent's chain carries each entry's hash.
 */
export const matterEntries = pgTable(
  'matter_entries',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    consentId: uuid('consent_id').notNull(),
    number: integer('number').notNull(),
    kind: text('kind').$type<(typeof matterEntryKinds)[number]>().notNull(),
    /** What it is about: a prompt, an option's place, an additional consent, times of a call; '' for none of these. */
    about: text('about').notNull().default(''),
    text: sealedText('text')
      .notNull()
      .default(sql`''`),
    /** The telling that an answer answers. */
    answersId: uuid('answers_id'),
    /** How an answer was given; of an additional consent that staff wrote down, how the patient gave it. */
    mode: text('mode').$type<(typeof modes)[number]>(),
    /** When it was talked about, or said, where that is not when it was written down. */
    talkedAt: instantColumn('talked_at'),
    remindDays: integer('remind_days'),
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
      name: 'matter_entries_answered',
      columns: [table.clinicId, table.answersId],
      foreignColumns: [table.clinicId, table.id],
    }),
    foreignKey({ columns: [table.clinicId, table.staffId], foreignColumns: [staff.clinicId, staff.id] }),
    uniqueIndex('matter_entries_number').on(table.clinicId, table.consentId, table.number),
    check('matter_entries_kind', sql`kind in (${listOf(matterEntryKinds)})`),
    check('matter_entries_mode', sql`mode in (${listOf(modes)})`),
    check(
      'matter_entries_shape',
      sql`(kind = 'answered') = (answers_id is not null)
        and (kind = 'answered') = (mode is not null and mode not in ('paper', 'verbal'))
        and (kind in ('allowed', 'refused', 'blank') and staff_id is not null) = (mode is not null and mode in ('paper', 'verbal'))
        and (kind <> 'blank' or (mode is not null and mode = 'paper'))
        and (talked_at is not null) = (mode is not null and mode <> 'message')
        and (kind = 'thinking' or remind_days is null) and (kind <> 'answered' or staff_id is not null)
        and (kind in ('answered', 'withdrawn', 'allowed', 'refused', 'blank') or staff_id is null) and (mode is distinct from 'message' or text <> '')`,
    ),
    staffPolicy(),
    onePatientConsentPolicy('matter_entries'),
    patientPolicy('consent_id'),
  ],
)
