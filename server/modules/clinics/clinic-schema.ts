import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  integer,
  jsonb,
  pgPolicy,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ClinicStatus } from '../../../contract/clinic-states.ts'
import type { PlanName } from '../../../contract/plans.ts'
import type { Nation } from '../../../contract/retention-rules.ts'
import {
  adminRole,
  clinicIdColumn,
  clinicRole,
  currentClinic,
  clinicPolicy,
  groupPolicy,
  idColumn,
  instantColumn,
  integrationRole,
  jobRole,
  linkRole,
  authenticatorRole,
  patientRole,
  readPolicy,
} from '../../platform/database/tenancy.ts'

/** A plan that is over and still holds for a while, so that nobody loses overnight what they work with. */
export type Grace = { plan: PlanName; until: string; from: 'hand' | 'payments' }

/** Why a practice does without a second factor, in its own words, and who said so when. */
export type SecondFactorOptOut = { reason: string; byName: string; at: string }

const isOwnClinic = sql`id = ${currentClinic}`

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
    status: text('status').$type<ClinicStatus>().notNull().default('active'),
    /** IANA name: login hours and days are told in it. */
    timeZone: text('time_zone').notNull().default('Europe/London'),
    sessionIdleMinutes: integer('session_idle_minutes').notNull().default(30),
    sessionHours: integer('session_hours').notNull().default(12),
    requiresSecondFactor: boolean('requires_second_factor').notNull().default(false),
    /** From when on it is asked for, where it is required; null: since it was required. */
    secondFactorFrom: instantColumn('second_factor_from'),
    /** Null where it is required, and in a practice that never decided. */
    secondFactorOptOut: jsonb('second_factor_opt_out').$type<SecondFactorOptOut>(),
    /** A template's version is used only once somebody other than its author has approved it. */
    templatesNeedApproval: boolean('templates_need_approval').notNull().default(false),
    website: text('website').notNull().default(''),
    nation: text('nation').$type<Nation>().notNull().default('england'),
    codeWord: text('code_word').notNull().default(''),
    brandColour: text('brand_colour'),
    /** Which of its logos is shown: the hash of its bytes. */
    logo: text('logo'),
    /** What the contract calls ClinicPolicies; what is absent has the contract's default. */
    policies: jsonb('policies').$type<Record<string, unknown>>().notNull().default({}),
    /** Raised by each save of profile, branding or policies. */
    settingsVersion: integer('settings_version').notNull().default(1),
    /** When its own people closed the account; it is inactive since. */
    closedAt: instantColumn('closed_at'),
    plan: text('plan').$type<PlanName>().notNull().default('starter'),
    /** Until when the plan is a trial; null for one that is paid or agreed. */
    trialEndsAt: instantColumn('trial_ends_at'),
    /** Larger plans that hold for a while longer, and whether people or payments ended them. */
    graces: jsonb('graces').$type<Grace[]>().notNull().default([]),
    /** Since when no payment came for the plan; null while payments come, or none is due. */
    unpaidSince: instantColumn('unpaid_since'),
    createdAt: instantColumn('created_at').notNull().defaultNow(),
    updatedAt: instantColumn('updated_at').notNull().defaultNow(),
  },
  () => [
    check('clinics_sessions', sql`session_idle_minutes between 2 and 240 and session_hours between 1 and 12`),
    check('clinics_plan', sql`plan in ('starter', 'growth', 'growth-pro', 'enterprise')`),
    check('clinics_status', sql`status in ('active', 'inactive', 'suspended')`),
    check('clinics_nation', sql`nation in ('england', 'wales', 'scotland', 'northern-ireland')`),
    check('clinics_colour', sql`brand_colour ~ '^#[0-9a-f]{6}$'`),
    check('clinics_second_factor', sql`second_factor_opt_out is null or not requires_second_factor`),
    check('clinics_logo', sql`logo ~ '^[0-9a-f]{64}$'`),
    pgPolicy('clinic', { to: [clinicRole, integrationRole], using: isOwnClinic, withCheck: isOwnClinic }),
    pgPolicy('patient', { for: 'select', to: [linkRole, patientRole], using: isOwnClinic }),
    readPolicy('admin', adminRole),
    groupPolicy('id'),
    /** Those who run the platform add practices and look after their accounts; which columns, grants say. */
    pgPolicy('admin_insert', { for: 'insert', to: adminRole, withCheck: sql`status = 'active'` }),
    pgPolicy('admin_update', { for: 'update', to: adminRole, using: sql`true`, withCheck: sql`true` }),
    readPolicy('opener', authenticatorRole),
    /** A practice that signs itself up. */
    pgPolicy('founding', { for: 'insert', to: authenticatorRole, withCheck: sql`status = 'active'` }),
    readPolicy('job', jobRole),
  ],
)

/** Logos of practices. A mail once sent goes on showing the one it was sent with, so none is ever changed or removed. */
export const clinicLogos = pgTable(
  'clinic_logos',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    sha256: text('sha256').notNull(),
    /** The PNG in base64. */
    content: text('content').notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    unique('clinic_logos_once').on(table.clinicId, table.sha256),
    clinicPolicy(),
    readPolicy('opener', authenticatorRole),
  ],
)
