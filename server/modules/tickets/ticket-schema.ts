import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  foreignKey,
  index,
  integer,
  jsonb,
  pgPolicy,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { TicketKind, TicketPriority, TicketStatus } from '../../../contract/ticket-states.ts'
import type { ticketFileTypes, TicketPost } from '../../../contract/tickets.ts'
import {
  adminRole,
  clinicIdColumn,
  clinicRole,
  currentClinic,
  clinicPolicy,
  idColumn,
  instantColumn,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { staff } from '../staff/staff-schema.ts'

const alwaysTrue = sql`true`
const adminPolicy = () => pgPolicy('admin', { to: adminRole, using: alwaysTrue, withCheck: alwaysTrue })

const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value),
})

/** What somebody of a practice asks those who run the platform. */
export const tickets = pgTable(
  'tickets',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    /** Told in mails and on the telephone; one row of numbers for the whole platform. */
    number: bigint('number', { mode: 'number' }).notNull().generatedAlwaysAsIdentity({ startWith: 1001 }),
    staffId: uuid('staff_id').notNull(),
    subject: text('subject').notNull(),
    kind: text('kind').$type<TicketKind>().notNull(),
    status: text('status').$type<TicketStatus>().notNull(),
    priority: text('priority').$type<TicketPriority>().notNull(),
    /** The account of a super administrator, and what they were called then. */
    assigneeId: text('assignee_id'),
    assigneeName: text('assignee_name'),
    createdAt: instantColumn('created_at').notNull(),
    updatedAt: instantColumn('updated_at').notNull(),
    firstAnsweredAt: instantColumn('first_answered_at'),
    firstAnswerDueAt: instantColumn('first_answer_due_at').notNull(),
    solutionDueAt: instantColumn('solution_due_at').notNull(),
    pausedAt: instantColumn('paused_at'),
    solvedAt: instantColumn('solved_at'),
    closedAt: instantColumn('closed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    foreignKey({ columns: [table.clinicId, table.staffId], foreignColumns: [staff.clinicId, staff.id] }),
    index('tickets_of_clinic').on(table.clinicId, table.updatedAt),
    index('tickets_by_status').on(table.status, table.solutionDueAt),
    index('tickets_by_number').on(table.number),
    check('tickets_kind', sql`kind in ('question', 'problem', 'account', 'billing', 'privacy', 'idea')`),
    check(
      'tickets_status',
      sql`status in ('open', 'waiting-for-practice', 'waiting-for-us', 'solved', 'closed')`,
    ),
    check('tickets_priority', sql`priority in ('urgent', 'high', 'normal', 'low')`),
    clinicPolicy(),
    adminPolicy(),
  ],
)

const readByPractice = sql`clinic_id = ${currentClinic} and kind <> 'note'`
const writtenByPractice = sql`clinic_id = ${currentClinic} and kind <> 'note' and author <> 'platform'`

/** The thread of a ticket. A note is for those who run the platform, and no role of a practice sees it. */
export const ticketPosts = pgTable(
  'ticket_posts',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    ticketId: uuid('ticket_id').notNull(),
    author: text('author').$type<TicketPost['author']>().notNull(),
    kind: text('kind').$type<TicketPost['kind']>().notNull(),
    via: text('via').$type<TicketPost['via']>().notNull(),
    name: text('name').notNull(),
    isStranger: boolean('is_stranger').notNull().default(false),
    words: text('words').notNull(),
    leftOut: jsonb('left_out').$type<string[]>().notNull().default([]),
    /** What became of the mail that tells the other side of it. */
    delivery: text('delivery').$type<TicketPost['delivery']>().notNull(),
    deliveryAt: instantColumn('delivery_at').notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.ticketId],
      foreignColumns: [tickets.clinicId, tickets.id],
    }).onDelete('cascade'),
    index('ticket_posts_of_ticket').on(table.clinicId, table.ticketId, table.id),
    index('ticket_posts_by_delivery').on(table.delivery, table.deliveryAt),
    check('ticket_posts_author', sql`author in ('practice', 'platform', 'system')`),
    check('ticket_posts_kind', sql`kind in ('message', 'note', 'event', 'automatic')`),
    check('ticket_posts_via', sql`via in ('web', 'email')`),
    check(
      'ticket_posts_delivery',
      sql`delivery in ('none', 'queued', 'sending', 'sent', 'failed', 'unconfirmed')`,
    ),
    pgPolicy('clinic', { to: clinicRole, using: readByPractice, withCheck: writtenByPractice }),
    adminPolicy(),
  ],
)

/** What was attached. Notes have no files, so that no policy has to hide any. */
export const ticketFiles = pgTable(
  'ticket_files',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    ticketId: uuid('ticket_id').notNull(),
    postId: uuid('post_id').notNull(),
    name: text('name').notNull(),
    type: text('type').$type<(typeof ticketFileTypes)[number]>().notNull(),
    bytes: integer('bytes').notNull(),
    /** SHA-256 of the bytes. */
    sha256: text('sha256').notNull(),
    /** The bytes from the moment they are added until the file store has them; then null. */
    waitingBytes: bytes('waiting_bytes'),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.ticketId],
      foreignColumns: [tickets.clinicId, tickets.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.clinicId, table.postId],
      foreignColumns: [ticketPosts.clinicId, ticketPosts.id],
    }).onDelete('cascade'),
    index('ticket_files_of_ticket').on(table.clinicId, table.ticketId, table.id),
    check(
      'ticket_files_type',
      sql`type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf', 'text/plain')`,
    ),
    clinicPolicy(),
    adminPolicy(),
  ],
)

/** Answers that are kept to be used again: the platform's. */
export const cannedAnswers = pgTable(
  'canned_answers',
  {
    id: uuid('id')
      .primaryKey()
      .default(sql`uuidv7()`),
    title: text('title').notNull(),
    words: text('words').notNull(),
    updatedAt: instantColumn('updated_at').notNull(),
    updatedBy: text('updated_by').notNull(),
  },
  (table) => [unique('canned_answers_title').on(table.title), adminPolicy()],
)

/** Which mails were taken, by a hash of their names, so that one that comes again is not. */
export const ticketMails = pgTable(
  'ticket_mails',
  { hash: text('hash').primaryKey(), heardAt: instantColumn('heard_at').notNull() },
  (table) => [index('ticket_mails_by_time').on(table.heardAt), adminPolicy()],
)
