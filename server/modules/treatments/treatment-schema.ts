import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgPolicy, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import {
  adminRole,
  clinicRole,
  currentClinic,
  instantColumn,
  readPolicy,
} from '../../platform/database/tenancy.ts'

const ownedByClinic = sql`owner_clinic_id = ${currentClinic}`
const ownedByPlatform = sql`owner_clinic_id is null`
const usableSql = sql`owner_clinic_id is null or owner_clinic_id = ${currentClinic}`

/** A clinic reads the platform's and its own and changes its own; super administrators see and change the platform's. */
const policies = () => [
  pgPolicy('clinic_read', { for: 'select', to: clinicRole, using: usableSql }),
  pgPolicy('clinic_insert', { for: 'insert', to: clinicRole, withCheck: ownedByClinic }),
  pgPolicy('clinic_update', {
    for: 'update',
    to: clinicRole,
    using: ownedByClinic,
    withCheck: ownedByClinic,
  }),
  pgPolicy('clinic_delete', { for: 'delete', to: clinicRole, using: ownedByClinic }),
  readPolicy('admin', adminRole, ownedByPlatform),
  pgPolicy('admin_insert', { for: 'insert', to: adminRole, withCheck: ownedByPlatform }),
  pgPolicy('admin_update', {
    for: 'update',
    to: adminRole,
    using: ownedByPlatform,
    withCheck: ownedByPlatform,
  }),
  pgPolicy('admin_delete', { for: 'delete', to: adminRole, using: ownedByPlatform }),
]

/** Treatment types: the platform's (no clinic) and what clinics add. Names may repeat until they are tidied. */
export const treatmentTypes = pgTable(
  'treatment_types',
  {
    id: uuid('id')
      .primaryKey()
      .default(sql`uuidv7()`),
    ownerClinicId: uuid('owner_clinic_id'),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: instantColumn('created_at').notNull().defaultNow(),
    updatedAt: instantColumn('updated_at').notNull().defaultNow(),
  },
  (table) => [index('treatment_types_by_name').on(table.name), ...policies()],
)

/** Subtypes are rows of their own, so that changes made at once do not overwrite each other. */
export const treatmentSubtypes = pgTable(
  'treatment_subtypes',
  {
    id: uuid('id')
      .primaryKey()
      .default(sql`uuidv7()`),
    treatmentId: uuid('treatment_id')
      .notNull()
      .references(() => treatmentTypes.id, { onDelete: 'cascade' }),
    ownerClinicId: uuid('owner_clinic_id'),
    name: text('name').notNull(),
    /** Shipped ones stand in the order of the catalogue, before what people add. */
    position: integer('position').notNull(),
    createdAt: instantColumn('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('treatment_subtypes_name').on(
      table.treatmentId,
      sql`coalesce(owner_clinic_id, '00000000-0000-0000-0000-000000000000'::uuid)`,
      sql`lower(name)`,
    ),
    ...policies(),
  ],
)
