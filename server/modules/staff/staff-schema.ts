import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgPolicy,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { LoginHours } from '../../../contract/identity.ts'
import type { Flag } from '../../../contract/permissions.ts'
import {
  adminRole,
  clinicIdColumn,
  clinicPolicy,
  idColumn,
  instantColumn,
  authenticatorRole,
  readPolicy,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'

/** People of a clinic. One account may hold a record in several clinics (rulings 6). */
export const staff = pgTable(
  'staff',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    userId: text('user_id'),
    email: text('email').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    role: text('role').notNull().default('clinic_staff'),
    /** What they are in the practice: 'Dentist', 'Dental nurse', 'Receptionist'. */
    jobTitle: text('job_title').notNull().default(''),
    /** Set for people of a clinical role who may be the treating clinician. */
    isClinician: boolean('is_clinician').notNull().default(false),
    gdcNumber: text('gdc_number'),
    permissions: jsonb('permissions').$type<Partial<Record<Flag, boolean>>>().notNull().default({}),
    permissionLevel: integer('permission_level').notNull().default(1),
    loginHoursRestricted: boolean('login_hours_restricted').notNull().default(false),
    loginHours: jsonb('login_hours').$type<LoginHours>().notNull().default({}),
    registered: boolean('registered').notNull().default(false),
    status: text('status').notNull().default('active'),
    /** Answers for the practice's account: one of its administrators, who is neither demoted nor deactivated. */
    isOwner: boolean('is_owner').notNull().default(false),
    /** When the last invitation was asked for; null for those who never needed one. */
    invitedAt: instantColumn('invited_at'),
    lastLoginAt: instantColumn('last_login_at'),
    lastLoginIp: text('last_login_ip'),
    createdAt: instantColumn('created_at').notNull().defaultNow(),
    updatedAt: instantColumn('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    unique('staff_email').on(table.clinicId, table.email),
    uniqueIndex('staff_owner')
      .on(table.clinicId)
      .where(sql`is_owner`),
    index('staff_user').on(table.userId),
    index('staff_address').on(table.email),
    check('staff_role', sql`role in ('clinic_admin', 'clinic_staff')`),
    check('staff_level', sql`permission_level between 1 and 4`),
    check('staff_status', sql`status in ('active', 'inactive')`),
    check('staff_owner_stays', sql`not is_owner or (role = 'clinic_admin' and status = 'active')`),
    check('staff_gdc_number', sql`gdc_number ~ '^[0-9]{5,7}$'`),
    clinicPolicy(),
    readPolicy('admin', adminRole),
    /** Those who run the platform invite administrators, and say whose the practice is; which columns, grants say. */
    pgPolicy('admin_insert', {
      for: 'insert',
      to: adminRole,
      withCheck: sql`role = 'clinic_admin' and status = 'active' and not registered and user_id is null`,
    }),
    pgPolicy('admin_update', { for: 'update', to: adminRole, using: sql`true`, withCheck: sql`true` }),
    readPolicy('opener', authenticatorRole),
  ],
)
