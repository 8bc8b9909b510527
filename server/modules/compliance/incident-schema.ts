import { sql } from 'drizzle-orm'
import { boolean, check, date, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { incidentKinds, type Incident } from '../../../contract/incidents.ts'
import { sealedText } from '../../platform/database/sealed-column.ts'
import { clinicIdColumn, clinicPolicy, idColumn, instantColumn } from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'

/** Incidents and complaints, what was learned of them and how it was shared. */
export const complianceIncidents = pgTable(
  'compliance_incidents',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    kind: text('kind').$type<Incident['kind']>().notNull(),
    happenedOn: date('happened_on', { mode: 'string' }).notNull(),
    /** What happened, without anybody's name. */
    summary: sealedText('summary').notNull(),
    isAboutConsent: boolean('is_about_consent').notNull(),
    /** The consent that it is about, by its id alone: that record may end before this one. */
    consentId: uuid('about_consent'),
    /** What was told to the person concerned, openly; empty while nothing was, or where nobody was harmed. */
    candour: sealedText('candour')
      .notNull()
      .default(sql`''`),
    learning: sealedText('learning')
      .notNull()
      .default(sql`''`),
    shared: sealedText('shared')
      .notNull()
      .default(sql`''`),
    recordedBy: text('recorded_by').notNull(),
    at: instantColumn('at').notNull(),
    closedBy: text('closed_by'),
    closedAt: instantColumn('closed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    index('compliance_incidents_by_day').on(table.clinicId, table.happenedOn, table.id),
    check(
      'compliance_incidents_kind',
      sql`kind in (${sql.raw(incidentKinds.map((kind) => `'${kind}'`).join(', '))})`,
    ),
    check('compliance_incidents_closed', sql`num_nulls(closed_by, closed_at) in (0, 2)`),
    check('compliance_incidents_learned', sql`closed_at is null or (learning <> '' and shared <> '')`),
    clinicPolicy(),
  ],
)
