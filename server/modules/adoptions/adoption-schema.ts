import { sql } from 'drizzle-orm'
import { check, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { clinicIdColumn, clinicPolicy, idColumn, instantColumn } from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { staff } from '../staff/staff-schema.ts'
import { templates, templateVersions } from '../templates/template-schema.ts'

/**
 * Which wording of the platform a practice's clinicians stand behind. Every adoption and every withdrawal adds a row that
 * nothing changes again; the newest row of a template counts. Insert and read only.
 */
export const templateAdoptions = pgTable(
  'template_adoptions',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    templateId: uuid('template_id')
      .notNull()
      .references(() => templates.id),
    /** The version that was current, and so the one that was read. */
    versionId: uuid('version_id')
      .notNull()
      .references(() => templateVersions.id),
    kind: text('kind').$type<'adopted' | 'withdrawn'>().notNull(),
    byStaffId: uuid('by_staff_id').notNull(),
    byName: text('by_name').notNull(),
    /** Of the person's staff record at that time; null only for whoever withdrew without having one. */
    gdcNumber: text('gdc_number'),
    /** Why an adoption was withdrawn; empty for an adoption. */
    reason: text('reason').notNull().default(''),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    foreignKey({ columns: [table.clinicId, table.byStaffId], foreignColumns: [staff.clinicId, staff.id] }),
    index('template_adoptions_newest').on(table.clinicId, table.templateId, table.at, table.id),
    check('template_adoptions_kind', sql`kind in ('adopted', 'withdrawn')`),
    check('template_adoptions_gdc_number', sql`gdc_number ~ '^[0-9]{5,7}$'`),
    check('template_adoptions_registered', sql`kind = 'withdrawn' or gdc_number is not null`),
    check('template_adoptions_reason', sql`(kind = 'withdrawn') = (reason <> '')`),
    clinicPolicy(),
  ],
)
