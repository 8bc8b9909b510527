import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgPolicy, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import {
  adminRole,
  clinicRole,
  currentClinic,
  instantColumn,
  integrationRole,
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
    /** IANA name: login hours and days are told in it. */
    timeZone: text('time_zone').notNull().default('Europe/London'),
    sessionIdleMinutes: integer('session_idle_minutes').notNull().default(30),
    sessionHours: integer('session_hours').notNull().default(12),
    requiresSecondFactor: boolean('requires_second_factor').notNull().default(false),
    /** A template's version is used only once somebody other than its author has approved it. */
    templatesNeedApproval: boolean('templates_need_approval').notNull().default(false),
    plan: text('plan').notNull().default('starter'),
    /** Until when the plan is a trial; null for one that is paid or agreed. */
    trialEndsAt: instantColumn('trial_ends_at'),
    createdAt: instantColumn('created_at').notNull().defaultNow(),
    updatedAt: instantColumn('updated_at').notNull().defaultNow(),
  },
  () => [
    check('clinics_sessions', sql`session_idle_minutes between 2 and 240 and session_hours between 1 and 12`),
    check('clinics_plan', sql`plan in ('starter', 'growth', 'growth-pro', 'enterprise')`),
    check('clinics_status', sql`status in ('active', 'inactive', 'suspended')`),
    pgPolicy('clinic', { to: [clinicRole, integrationRole], using: itself, withCheck: itself }),
    pgPolicy('patient', { for: 'select', to: [linkRole, patientRole], using: itself }),
    readableBy('admin', adminRole),
    readableBy('opener', openerRole),
    /** A practice that signs itself up. */
    pgPolicy('founding', { for: 'insert', to: openerRole, withCheck: sql`status = 'active'` }),
    readableBy('job', jobRole),
  ],
)
