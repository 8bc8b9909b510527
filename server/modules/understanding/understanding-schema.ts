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
import { checkEntryKinds, type CheckEntryKind } from '../../../contract/understanding-state.ts'
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

const kinds = sql.raw(checkEntryKinds.map((kind) => `'${kind}'`).join(', '))

/**
 * What a patient answered to the questions of their consent, and what was talked through since, numbered through the
 * consent. Insert and read only: each entry carries the hash of the one before, and an event of the consent's chain the
 * last one's.
 */
export const understandingEntries = pgTable(
  'understanding_entries',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    consentId: uuid('consent_id').notNull(),
    number: integer('number').notNull(),
    kind: text('kind').$type<CheckEntryKind>().notNull(),
    /** The question of the frozen text by its id; null where all of the check is meant. */
    question: text('question'),
    /** The answer chosen, by its place in the frozen text. */
    answer: integer('answer'),
    isRight: boolean('is_right'),
    text: sealedText('text')
      .notNull()
      .default(sql`''`),
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
    foreignKey({ columns: [table.clinicId, table.staffId], foreignColumns: [staff.clinicId, staff.id] }),
    uniqueIndex('understanding_entries_number').on(table.clinicId, table.consentId, table.number),
    check('understanding_entries_kind', sql`kind in (${kinds})`),
    check(
      'understanding_entries_shape',
      sql`(kind = 'answered') = (answer is not null) and (kind = 'answered') = (is_right is not null)
        and (kind <> 'answered' or question is not null) and (kind in ('answered', 'talk') or question is null)
        and (kind = 'explained') = (staff_id is not null) and (kind <> 'explained' or text <> '')
        and (kind in ('finished', 'explained') or text = '')`,
    ),
    staffPolicy(),
    onePatientConsentPolicy('understanding_entries'),
    patientPolicy('consent_id'),
  ],
)
