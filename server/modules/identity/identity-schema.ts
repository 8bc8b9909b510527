import { boolean, index, pgSchema, text, uuid } from 'drizzle-orm/pg-core'
import { instantColumn } from '../../platform/database/tenancy.ts'

/** Accounts and sessions, as better-auth keeps them; reached by their own login and small pool (rulings 12). */
export const authSchema = pgSchema('auth')

const stamps = () => ({
  createdAt: instantColumn('created_at').notNull().defaultNow(),
  updatedAt: instantColumn('updated_at').notNull().defaultNow(),
})

export const accountHolders = authSchema.table('user', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  /** 'super_admin' for those who run the platform; everyone else is 'member' and gets rights from staff records. */
  platformRole: text('platform_role').notNull().default('member'),
  isActive: boolean('is_active').notNull().default(true),
  ...stamps(),
})

export const sessions = authSchema.table(
  'session',
  {
    id: text('id').primaryKey(),
    expiresAt: instantColumn('expires_at').notNull(),
    token: text('token').notNull().unique(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    userId: text('user_id')
      .notNull()
      .references(() => accountHolders.id, { onDelete: 'cascade' }),
    /** Which staff record this session acts as; null for super administrators and accounts without one. */
    staffId: uuid('staff_id'),
    ...stamps(),
  },
  (table) => [index('session_user').on(table.userId)],
)

export const credentials = authSchema.table(
  'account',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => accountHolders.id, { onDelete: 'cascade' }),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: instantColumn('access_token_expires_at'),
    refreshTokenExpiresAt: instantColumn('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    ...stamps(),
  },
  (table) => [index('account_user').on(table.userId)],
)

export const verifications = authSchema.table(
  'verification',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
    ...stamps(),
  },
  (table) => [index('verification_identifier').on(table.identifier)],
)
