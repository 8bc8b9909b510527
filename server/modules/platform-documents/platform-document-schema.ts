import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  integer,
  pgPolicy,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { PlatformDocumentKind } from '../../../contract/platform-documents.ts'
import {
  adminRole,
  clinicIdColumn,
  clinicRole,
  clinicPolicy,
  idColumn,
  instantColumn,
  readPolicy,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { staff } from '../staff/staff-schema.ts'

const kinds = sql`kind in ('terms', 'privacy', 'data-processing', 'safety-case', 'hazard-log', 'dpia')`

/** Documents of the platform, version by version. What is published never changes again. */
export const platformDocumentVersions = pgTable(
  'platform_document_versions',
  {
    id: idColumn().primaryKey(),
    kind: text('kind').$type<PlatformDocumentKind>().notNull(),
    number: integer('number').notNull(),
    status: text('status').$type<'draft' | 'published'>().notNull().default('draft'),
    title: text('title').notNull(),
    /** As Markdown. */
    text: text('text').notNull(),
    needsAcceptance: boolean('needs_acceptance').notNull().default(false),
    asksAgain: boolean('asks_again').notNull().default(false),
    change: text('change').notNull().default(''),
    /** Of a text that came with the product: its hash, so that none is brought in twice. */
    shippedHash: text('shipped_hash'),
    byName: text('by_name').notNull(),
    at: instantColumn('at').notNull(),
    publishedBy: text('published_by'),
    publishedAt: instantColumn('published_at'),
  },
  (table) => [
    uniqueIndex('platform_document_versions_number').on(table.kind, table.number),
    uniqueIndex('platform_document_versions_draft')
      .on(table.kind)
      .where(sql`status = 'draft'`),
    check('platform_document_versions_kind', kinds),
    check('platform_document_versions_status', sql`status in ('draft', 'published')`),
    check(
      'platform_document_versions_published',
      sql`num_nulls(published_by, published_at) = case when status = 'published' then 0 else 2 end`,
    ),
    pgPolicy('admin', { to: adminRole, using: sql`true`, withCheck: sql`true` }),
    pgPolicy('clinic', { for: 'select', to: clinicRole, using: sql`status = 'published'` }),
  ],
)

/** Who accepted which version for a practice. Insert and read only. */
export const documentAcceptances = pgTable(
  'platform_document_acceptances',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    versionId: uuid('version_id')
      .notNull()
      .references(() => platformDocumentVersions.id),
    staffId: uuid('staff_id').notNull(),
    byName: text('by_name').notNull(),
    role: text('role').notNull(),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    foreignKey({ columns: [table.clinicId, table.staffId], foreignColumns: [staff.clinicId, staff.id] }),
    uniqueIndex('platform_document_acceptances_once').on(table.clinicId, table.versionId),
    clinicPolicy(),
    readPolicy('admin', adminRole),
  ],
)
