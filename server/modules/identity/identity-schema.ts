import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgSchema, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instantColumn } from '../../platform/database/tenancy.ts'

/** Accounts and sessions, as better-auth keeps them; reached by their own login and small pool (rulings 12). */
export const authSchema = pgSchema('auth')

const timestampColumns = () => ({
  createdAt: instantColumn('created_at').notNull().defaultNow(),
  updatedAt: instantColumn('updated_at').notNull().defaultNow(),
})

export const accountHolders = authSchema.table(
  'user',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull().unique(),
    emailVerified: boolean('email_verified').notNull().default(false),
    /** SHA-256 of the profile photo, which names its file; null without one. */
    image: text('image'),
    /** Lower case; another name to sign in with. */
    username: text('username').unique(),
    phoneNumber: text('phone_number').unique(),
    phoneNumberVerified: boolean('phone_number_verified').default(false),
    /** 'super_admin' for those who run the platform; everyone else is 'member' and gets rights from staff records. */
    platformRole: text('platform_role').notNull().default('member'),
    isActive: boolean('is_active').notNull().default(true),
    /** The clinic that took them on, kept when they leave: whose clean-up an account without staff record is. */
    clinicId: uuid('clinic_id'),
    /** Hash of the PIN that unlocks a shared computer. */
    pinHash: text('pin_hash'),
    /** An address that waits to be proved. */
    emailPending: text('email_pending'),
    ...timestampColumns(),
  },
  (table) => [index('user_clinic').on(table.clinicId)],
)

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
    /**
     * How far it has come. The library makes every session `proving`, which opens nothing: only what admits a person
     * moves it on, so that no first factor gives a session by itself.
     */
    stage: text('stage').notNull().default('proving'),
    /** What it was opened with: 'password', 'email-link', 'google', 'passkey' and so on. */
    way: text('way').notNull().default(''),
    /** What this browser was handed to a patient for: until it is unlocked, the session opens nothing. */
    lockedTo: uuid('locked_to'),
    /** When a factor was proved last. */
    provedAt: instantColumn('proved_at').notNull().defaultNow(),
    /** When it was used last, to the minute. */
    seenAt: instantColumn('seen_at').notNull().defaultNow(),
    ...timestampColumns(),
  },
  (table) => [
    index('session_user').on(table.userId),
    index('session_expiry').on(table.expiresAt),
    check('session_stage', sql`stage in ('proving', 'second-factor', 'enrol', 'open', 'locked')`),
  ],
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
    ...timestampColumns(),
  },
  (table) => [
    index('account_user').on(table.userId),
    // Whoever a provider knows is one account here.
    unique('account_provider').on(table.providerId, table.accountId),
  ],
)

export const verifications = authSchema.table(
  'verification',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
    ...timestampColumns(),
  },
  (table) => [index('verification_identifier').on(table.identifier)],
)

/** Public keys of passkeys, as the library keeps them. */
export const passkeys = authSchema.table(
  'passkey',
  {
    id: text('id').primaryKey(),
    name: text('name'),
    publicKey: text('public_key').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => accountHolders.id, { onDelete: 'cascade' }),
    credentialID: text('credential_id').notNull(),
    counter: integer('counter').notNull(),
    deviceType: text('device_type').notNull(),
    backedUp: boolean('backed_up').notNull(),
    transports: text('transports'),
    createdAt: instantColumn('created_at').defaultNow(),
    aaguid: text('aaguid'),
  },
  (table) => [index('passkey_user').on(table.userId), unique('passkey_credential').on(table.credentialID)],
)

/** Authenticator apps: the secret wrapped by the keyring, recovery codes as hashes of what is left. */
export const secondFactors = authSchema.table('second_factor', {
  userId: text('user_id')
    .primaryKey()
    .references(() => accountHolders.id, { onDelete: 'cascade' }),
  secret: text('secret').notNull(),
  recoveryHashes: text('recovery_hashes').array().notNull(),
  /** Null until a code of the app was right: until then nothing is asked. */
  confirmedAt: instantColumn('confirmed_at'),
  /** The time step of the last right code: no code is taken twice. */
  lastStep: integer('last_step').notNull().default(0),
  createdAt: instantColumn('created_at').notNull().defaultNow(),
})

/** Devices that are not asked for the second factor again: the hash of what their cookie holds. */
export const trustedDevices = authSchema.table(
  'trusted_device',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => accountHolders.id, { onDelete: 'cascade' }),
    expiresAt: instantColumn('expires_at').notNull(),
    createdAt: instantColumn('created_at').notNull().defaultNow(),
  },
  (table) => [index('trusted_device_user').on(table.userId)],
)

/**
 * What is sent to people about their account, by mail or to a phone. Every request is written down alike, known
 * address or not; the job that sends finds out. The text is not kept: it holds a link or a code.
 */
export const accountMessages = authSchema.table(
  'account_message',
  {
    id: text('id').primaryKey(),
    kind: text('kind').notNull(),
    /** The address or the phone number it goes to. */
    recipient: text('recipient').notNull(),
    /** What it needs besides: the page to go on to, whose account it is. */
    details: jsonb('details').$type<Record<string, string>>().notNull().default({}),
    status: text('status').notNull().default('queued'),
    failure: text('failure'),
    ...timestampColumns(),
  },
  (table) => [
    index('account_message_waiting')
      .on(table.createdAt)
      .where(sql`status in ('queued', 'sending')`),
    check(
      'account_message_kind',
      sql`kind in ('email-link', 'phone-code', 'phone-change', 'reset', 'registration', 'email-change', 'account-changed')`,
    ),
    check(
      'account_message_status',
      sql`status in ('queued', 'sending', 'sent', 'failed', 'unconfirmed', 'pointless')`,
    ),
  ],
)

/** The one-time set-up token, as its hash. No row: it was used, and the next start makes another. */
export const setupTokens = authSchema.table('setup_token', {
  tokenHash: text('token_hash').primaryKey(),
  createdAt: instantColumn('created_at').notNull().defaultNow(),
})
