import { sql } from 'drizzle-orm'
import { check, pgPolicy, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import {
  adminRole,
  clinicRole,
  currentClinic,
  instantColumn,
  jobRole,
  linkRole,
  openerRole,
  patientRole,
  readableBy,
} from '../../platform/database/tenancy.ts'

const itself = sql`id = ${currentClinic}`

/** The tenants. The specification's `isActive` and `isSuspended` are one status inside. */
export const clinics = pgTable(
  'clinics',
  {
    id: uuid('id')
      .primaryKey()
      .default(sql`uuidv7()`),
    name: text('name').notNull(),
    address: text('address').notNull().default(''),
    phone: text('phone').notNull().default(''),
    outOfHours: text('out_of_hours').notNull().default(''),
    email: text('email').notNull().default(''),
    status: text('status').notNull().default('active'),
    createdAt: instantColumn('created_at').notNull().defaultNow(),
    updatedAt: instantColumn('updated_at').notNull().defaultNow(),
  },
  () => [
    check('clinics_status', sql`status in ('active', 'inactive', 'suspended')`),
    pgPolicy('clinic', { to: clinicRole, using: itself, withCheck: itself }),
    pgPolicy('patient', { for: 'select', to: [linkRole, patientRole], using: itself }),
    readableBy('admin', adminRole),
    readableBy('opener', openerRole),
    readableBy('job', jobRole),
  ],
)
