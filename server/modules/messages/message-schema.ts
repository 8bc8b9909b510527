import { sql } from 'drizzle-orm'
import { check, foreignKey, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import {
  messageStatuses,
  type DeliveryEvent,
  type MessageChannel,
  type MessageStatus,
} from '../../../contract/delivery-states.ts'
import {
  adminRole,
  clinicIdColumn,
  clinicPolicy,
  patientPolicy,
  idColumn,
  instantColumn,
  jobRole,
  readPolicy,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'

/** Kinds whose names alone tell of somebody's health, or of what they asked: they stay with the practice. */
const hiddenFromPlatform = sql.raw(`'question-notice', 'aftercare', 'survey', 'worry'`)
const statusList = sql.raw(messageStatuses.map((status) => `'${status}'`).join(', '))

/**
 * Messages of a practice to patients and staff, and what became of each. The text is not kept: it holds a link, and a link's token is
 * never stored. `about_id` is the consent it is about; for an invitation or a message to one of the staff the staff record, for a patient's own page its
 * link. A letter has no recipient here: the address stands on the paper.
 */
export const messages = pgTable(
  'messages',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    kind: text('kind').notNull(),
    channel: text('channel').$type<MessageChannel>().notNull().default('email'),
    aboutId: uuid('about_id').notNull(),
    recipient: text('recipient').notNull(),
    status: text('status').$type<MessageStatus>().notNull().default('queued'),
    providerId: text('provider_id'),
    failure: text('failure'),
    createdAt: instantColumn('created_at').notNull().defaultNow(),
    updatedAt: instantColumn('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    index('messages_about').on(table.clinicId, table.aboutId),
    index('messages_astray')
      .on(table.clinicId, table.aboutId)
      .where(sql`status in ('bounced', 'failed', 'unconfirmed')`),
    index('messages_by_time').on(table.createdAt),
    index('messages_astray_by_time')
      .on(table.createdAt)
      .where(sql`status in ('bounced', 'failed', 'unconfirmed')`),
    // A provider names a message, and knows of no clinic.
    index('messages_named').on(table.id),
    check(
      'messages_kind',
      sql`kind in ('consent-link', 'new-link', 'signed-copy', 'invitation', 'patient-home', 'template-review', 'data-request-due', 'review-due', 'webhook-disabled', 'write-back-failed', 'reminder', 'letter', 'question-answered', 'link-code', 'question-notice', 'supporter-link', 'aftercare', 'survey', 'worry', 'access-ended', 'access-restored', 'owner-changed', 'emergency-access', 'file-blocked', 'group-invitation')`,
    ),
    check('messages_channel', sql`channel in ('email', 'sms', 'letter')`),
    check('messages_status', sql`status in (${statusList})`),
    check('messages_letter', sql`(channel = 'letter') = (status = 'printed')`),
    clinicPolicy(),
    patientPolicy('about_id'),
    readPolicy('job', jobRole),
    // What became of messages is metadata; column grants leave out to whom they went.
    readPolicy('admin', adminRole, sql`kind not in (${hiddenFromPlatform})`),
  ],
)

/** What was heard of a message, by whom and when; `status` is what it made of the message, null where it came too late. */
export const messageEvents = pgTable(
  'message_news',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    messageId: uuid('message_id').notNull(),
    news: text('news').$type<DeliveryEvent | 'queue' | 'print'>().notNull(),
    status: text('status').$type<MessageStatus>(),
    /** The provider's name for this news, so that it is taken once however often it is posted. */
    eventId: text('event_id'),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.messageId],
      foreignColumns: [messages.clinicId, messages.id],
    }),
    index('message_news_of').on(table.clinicId, table.messageId),
    uniqueIndex('message_news_once').on(table.clinicId, table.messageId, table.eventId),
    check('message_news_status', sql`status in (${statusList})`),
    clinicPolicy(),
  ],
)

/** Texts to patients that a practice wrote in its own words; without a row the one shipped is used. */
export const messageTexts = pgTable(
  'message_texts',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    kind: text('kind').notNull(),
    channel: text('channel').notNull(),
    language: text('language').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    byName: text('by_name').notNull(),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    uniqueIndex('message_texts_once').on(table.clinicId, table.kind, table.channel, table.language),
    check(
      'message_texts_kind',
      sql`kind in ('consent-link', 'reminder', 'new-link', 'question-answered', 'signed-copy', 'aftercare', 'survey')`,
    ),
    check('message_texts_channel', sql`channel in ('email', 'sms')`),
    clinicPolicy(),
  ],
)
