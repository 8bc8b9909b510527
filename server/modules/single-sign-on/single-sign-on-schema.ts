import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  authenticatorRole,
  clinicIdColumn,
  clinicPolicy,
  idColumn,
  instantColumn,
  readPolicy,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { staff } from '../staff/staff-schema.ts'

/** A connection has what its protocol needs, and nothing of the other. */
export const providerFitsProtocol = sql`case protocol
        when 'oidc' then client_id is not null and secret is not null and sign_in_address is null and certificates is null
        when 'saml' then client_id is null and secret is null and sign_in_address is not null
          and coalesce(jsonb_array_length(certificates), 0) > 0
        else false end`

/** The identity provider of a practice: one at most. */
export const signInConnections = pgTable(
  'sign_in_connections',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    name: text('name').notNull(),
    protocol: text('protocol').$type<'oidc' | 'saml'>().notNull().default('oidc'),
    issuer: text('issuer').notNull(),
    clientId: text('client_id'),
    /** The client secret, wrapped by the keyring. */
    secret: text('secret'),
    /** Where a SAML provider is asked, and the certificates that it signs with, as PEM. */
    signInAddress: text('sign_in_address'),
    certificates: jsonb('certificates').$type<string[]>(),
    trustsEmails: boolean('trusts_emails').notNull(),
    countsSecondFactor: boolean('counts_second_factor').notNull(),
    groupClaim: text('group_claim').notNull(),
    groupLevels: jsonb('group_levels').$type<{ group: string; level: number }[]>().notNull(),
    /** For people in none of the groups; null: they are not let in. */
    defaultLevel: integer('default_level'),
    /** Staff sign in with it and in no other way, but for one administrator. */
    isForced: boolean('is_forced').notNull().default(false),
    breakGlassId: uuid('break_glass_id'),
    lastSignInAt: instantColumn('last_sign_in_at'),
    createdAt: instantColumn('created_at').notNull(),
    updatedAt: instantColumn('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    foreignKey({ columns: [table.clinicId, table.breakGlassId], foreignColumns: [staff.clinicId, staff.id] }),
    unique('sign_in_connections_one').on(table.clinicId),
    check('sign_in_connections_protocol', providerFitsProtocol),
    check('sign_in_connections_level', sql`default_level between 1 and 4`),
    // Nobody is shut out: there is somebody who signs in when the provider does not answer.
    check('sign_in_connections_break_glass', sql`not is_forced or break_glass_id is not null`),
    clinicPolicy(),
    readPolicy('opener', authenticatorRole),
  ],
)

/** The e-mail domains of a practice: only addresses in a verified one are let in through its provider. */
export const signInDomains = pgTable(
  'sign_in_domains',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    domain: text('domain').notNull(),
    /** What the DNS record says, so that whoever writes it is of this practice. */
    token: text('token').notNull(),
    verifiedAt: instantColumn('verified_at'),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    unique('sign_in_domains_domain').on(table.clinicId, table.domain),
    clinicPolicy(),
    readPolicy('opener', authenticatorRole),
  ],
)

/** What a provider calls a member of staff whom it looks after by SCIM. */
export const scimUsers = pgTable(
  'scim_users',
  {
    clinicId: clinicIdColumn(),
    /** The staff record. */
    id: uuid('id').notNull(),
    externalId: text('external_id'),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId, table.id], foreignColumns: [staff.clinicId, staff.id] }),
    clinicPolicy(),
  ],
)

/** Groups of the provider, and which staff records are in each. */
export const scimGroups = pgTable(
  'scim_groups',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    displayName: text('display_name').notNull(),
    externalId: text('external_id'),
    members: jsonb('members').$type<string[]>().notNull(),
    createdAt: instantColumn('created_at').notNull(),
    updatedAt: instantColumn('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    unique('scim_groups_name').on(table.clinicId, table.displayName),
    clinicPolicy(),
  ],
)
