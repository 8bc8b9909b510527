import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  pgPolicy,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  staffPolicy,
  adminRole,
  appRole,
  clinicIdColumn,
  onePatientConsentPolicy,
  patientPolicy,
  idColumn,
  instantColumn,
  jobRole,
  readPolicy,
} from '../../platform/database/tenancy.ts'
import { documentKinds } from '../../../contract/consents.ts'
import { consents } from '../consents/consent-schema.ts'

/** The installation's sealing keys: certificate and wrapped private key. Rows are added and retired, never changed. */
export const sealingKeys = pgTable(
  'sealing_keys',
  {
    id: uuid('id')
      .primaryKey()
      .default(sql`uuidv7()`),
    /** Of a key whose algorithm has no certificates yet, the public key; both PEM. */
    certificate: text('certificate').notNull(),
    /** By its name in the table of algorithms. */
    algorithm: text('algorithm').notNull().default('RSA-3072'),
    wrappedKey: text('wrapped_key').notNull(),
    createdAt: instantColumn('created_at').notNull().defaultNow(),
    retiredAt: instantColumn('retired_at'),
  },
  () => [
    pgPolicy('app', { to: appRole, using: sql`true`, withCheck: sql`true` }),
    pgPolicy('admin', { for: 'select', to: adminRole, using: sql`true` }),
  ],
)

/** Sealed files, append-only: an id names one version, and a version's bytes never change (rulings 18). */
export const documentVersions = pgTable(
  'document_versions',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    consentId: uuid('consent_id').notNull(),
    kind: text('kind').$type<(typeof documentKinds)[number]>().notNull(),
    /** Of an annex the number of the event that it tells of, of a renewed version that of the one it continues; else nought. */
    about: integer('about').notNull().default(0),
    number: integer('number').notNull(),
    /** SHA-256 of the whole file, which is also its name in the store. */
    sha256: text('sha256').notNull(),
    bytes: integer('bytes').notNull(),
    sealingKeyId: uuid('sealing_key_id')
      .notNull()
      .references(() => sealingKeys.id),
    createdAt: instantColumn('created_at').notNull(),
    /** Of an archived version, until when its time stamp may be relied on. */
    stampedUntil: instantColumn('stamped_until'),
    /** The algorithms of its last seal or stamp by their names in the table; null where it is older than that table. */
    sealedWith: text('sealed_with').array(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    uniqueIndex('document_versions_number').on(table.clinicId, table.consentId, table.number),
    index('document_versions_by_time').on(table.clinicId, table.createdAt, table.id),
    uniqueIndex('document_versions_kind').on(table.clinicId, table.consentId, table.kind, table.about),
    foreignKey({
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    check(
      'document_versions_kind_known',
      sql`kind in ('signed', 'finalised', 'annex', 'archived', 'annex-archived', 'resealed', 'annex-resealed')`,
    ),
    check(
      'document_versions_stamp_ends',
      sql`(stamped_until is not null) = (kind in ('archived', 'annex-archived'))`,
    ),
    staffPolicy(),
    onePatientConsentPolicy('document_versions'),
    patientPolicy('consent_id'),
    readPolicy('job', jobRole),
    readPolicy('admin', adminRole),
  ],
)
