import { sql } from 'drizzle-orm'
import { boolean, check, jsonb, pgPolicy, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import {
  adminRole,
  authenticatorRole,
  clinicRole,
  currentClinic,
  currentGroup,
  groupRole,
  idColumn,
  instantColumn,
  readPolicy,
} from '../../platform/database/tenancy.ts'
import { providerFitsProtocol } from './single-sign-on-schema.ts'

const isOwnGroup = sql`group_id = ${currentGroup}`

/** Their group's, for practices that use it: nobody signs in through it to another. */
const usedByClinic = () =>
  pgPolicy('clinic', {
    for: 'select',
    to: clinicRole,
    using: sql`group_id = (select m.group_id from practice_group_members m
      where m.clinic_id = ${currentClinic} and m.uses_sign_on_since is not null)`,
  })

/** The identity provider of a group of practices: one at most. That the group exists is asked by a key of the migration. */
export const groupSignInConnections = pgTable(
  'group_sign_in_connections',
  {
    id: idColumn().primaryKey(),
    groupId: uuid('group_id').notNull(),
    name: text('name').notNull(),
    protocol: text('protocol').$type<'oidc' | 'saml'>().notNull(),
    issuer: text('issuer').notNull(),
    clientId: text('client_id'),
    /** The client secret, wrapped by the keyring. */
    secret: text('secret'),
    signInAddress: text('sign_in_address'),
    certificates: jsonb('certificates').$type<string[]>(),
    trustsEmails: boolean('trusts_emails').notNull(),
    countsSecondFactor: boolean('counts_second_factor').notNull(),
    groupClaim: text('group_claim').notNull(),
    /** Who is let in where, by the groups of the provider. */
    practiceLevels: jsonb('practice_levels')
      .$type<{ group: string; practiceId: string; level: number }[]>()
      .notNull(),
    createdAt: instantColumn('created_at').notNull(),
    updatedAt: instantColumn('updated_at').notNull(),
  },
  (table) => [
    unique('group_sign_in_connections_one').on(table.groupId),
    check('group_sign_in_connections_protocol', providerFitsProtocol),
    pgPolicy('group', { to: groupRole, using: isOwnGroup, withCheck: isOwnGroup }),
    usedByClinic(),
    readPolicy('opener', authenticatorRole),
  ],
)

/** The e-mail domains of a group: only addresses in a verified one are let in through its provider. */
export const groupSignInDomains = pgTable(
  'group_sign_in_domains',
  {
    id: idColumn().primaryKey(),
    groupId: uuid('group_id').notNull(),
    domain: text('domain').notNull(),
    /** What the DNS record says, so that whoever writes it is of this group. */
    token: text('token').notNull(),
    verifiedAt: instantColumn('verified_at'),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    unique('group_sign_in_domains_domain').on(table.groupId, table.domain),
    pgPolicy('group', { to: groupRole, using: isOwnGroup, withCheck: isOwnGroup }),
    usedByClinic(),
    readPolicy('opener', authenticatorRole),
    /** The record is looked for after the request of the group, and found by the platform. */
    pgPolicy('admin', { to: adminRole, using: sql`true`, withCheck: sql`true` }),
  ],
)
