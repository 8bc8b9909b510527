import { and, asc, count, eq, gt, inArray } from 'drizzle-orm'
import {
  nextMessageStatus,
  isUndelivered,
  type DeliveryEvent,
  type MessageStatus,
  type SendingChannel,
} from '../../../contract/delivery-states.ts'
import type {
  ClinicScope,
  JobScope,
  PatientScope,
  StaffScope,
  SweepScope,
} from '../../platform/database/transaction.ts'
import type { MessageKind } from './message-rules.ts'
import { messageEvents, messages } from './message-schema.ts'

type MessageRow = typeof messages.$inferSelect
export type Message = Omit<MessageRow, 'kind'> & { kind: MessageKind | 'letter' }
export type MessageDeliveryEvent = Pick<
  typeof messageEvents.$inferSelect,
  'messageId' | 'news' | 'status' | 'at'
>

/** A message without a channel goes by e-mail. */
export type QueuedMessage = {
  kind: MessageKind
  aboutId: string
  recipient: string
  channel?: SendingChannel
}

type NewMessageRow = Omit<QueuedMessage, 'kind' | 'channel'> & Pick<Message, 'kind' | 'channel' | 'status'>

async function insertMessage(
  scope: StaffScope,
  added: NewMessageRow,
  news: 'queue' | 'print',
): Promise<string> {
  const { clinicId, now } = scope
  const [made] = await scope.tx
    .insert(messages)
    .values({ ...added, clinicId, createdAt: now, updatedAt: now })
    .returning({ id: messages.id })
  const messageId = made!.id
  await scope.tx.insert(messageEvents).values({ clinicId, messageId, news, status: added.status, at: now })
  return messageId
}

/** Queues a message with the caller's own change and answers its id; it is composed when it is sent. */
export async function queueMessage(scope: StaffScope, queued: QueuedMessage): Promise<string> {
  const added = { channel: 'email', status: 'queued', ...queued } as const
  const messageId = await insertMessage(scope, added, 'queue')
  scope.enqueue('messages.send', { clinicId: scope.clinicId, messageId })
  return messageId
}

/** Keeps that a letter was printed; people post it, and nobody tells us whether it came. Answers its id. */
export const recordPrintedLetter = (scope: StaffScope, aboutId: string): Promise<string> =>
  insertMessage(
    scope,
    { kind: 'letter', channel: 'letter', status: 'printed', aboutId, recipient: '' },
    'print',
  )

const messageById = (scope: StaffScope, id: string) =>
  and(eq(messages.clinicId, scope.clinicId), eq(messages.id, id))

/** One message with its row locked until the transaction ends: whoever sends starts here. */
export async function lockMessage(scope: StaffScope, id: string): Promise<Message | undefined> {
  const [found] = await scope.tx.select().from(messages).where(messageById(scope, id)).for('update')
  return found as Message | undefined
}

/** The clinic of a message that a provider names; undefined when there is none such. */
export async function findClinicOfMessage(scope: SweepScope, id: string): Promise<string | undefined> {
  const [found] = await scope.tx
    .select({ clinicId: messages.clinicId })
    .from(messages)
    .where(eq(messages.id, id))
  return found?.clinicId
}

export type ReportedDelivery = {
  news: DeliveryEvent
  failure?: string | null
  providerId?: string
  eventId?: string
}

/**
 * Writes down news of a locked message, once for each name a provider gives it, and what it made of the message; null
 * where that is nothing, because it was known or other news came first. Who shows it is told, and who listens of one that did not arrive.
 */
export async function insertDeliveryEvent(
  scope: JobScope,
  message: Message,
  { news, failure, providerId, eventId }: ReportedDelivery,
): Promise<MessageStatus | null> {
  const { clinicId, now: at } = scope
  const status = nextMessageStatus(message.status, news)
  const kept = await scope.tx
    .insert(messageEvents)
    .values({ clinicId, messageId: message.id, news, status, eventId: eventId ?? null, at })
    .onConflictDoNothing()
    .returning({ id: messageEvents.id })
  if (kept.length === 0) return null
  // What it is called over there is worth knowing, though its fate was told before.
  const named = providerId && !message.providerId ? { providerId } : {}
  const changed = status ? { status, failure: failure ?? null, updatedAt: at } : {}
  if (status || providerId)
    await scope.tx
      .update(messages)
      .set({ ...named, ...changed })
      .where(messageById(scope, message.id))
  if (status) scope.enqueue('message.changed', { clinicId, messageId: message.id })
  if (status && isUndelivered(status))
    scope.enqueue('message.undelivered', { clinicId, messageId: message.id })
  return status
}

/** The messages about one thing, oldest first. */
export const listMessagesAbout = (scope: StaffScope, aboutId: string): Promise<Message[]> =>
  scope.tx
    .select()
    .from(messages)
    .where(and(eq(messages.clinicId, scope.clinicId), eq(messages.aboutId, aboutId)))
    .orderBy(asc(messages.createdAt), asc(messages.id)) as Promise<Message[]>

/** How many messages of a kind there were about one thing since then. */
export async function countMessages(
  scope: StaffScope | PatientScope,
  { aboutId, kind, since }: { aboutId: string; kind: MessageKind; since: Date },
): Promise<number> {
  const [counted] = await scope.tx
    .select({ total: count() })
    .from(messages)
    .where(
      and(
        eq(messages.clinicId, scope.clinicId),
        eq(messages.aboutId, aboutId),
        eq(messages.kind, kind),
        gt(messages.createdAt, since),
      ),
    )
  return counted!.total
}

/** All that was heard of these messages, oldest first. */
export const listDeliveryEvents = (
  scope: ClinicScope,
  messageIds: string[],
): Promise<MessageDeliveryEvent[]> =>
  scope.tx
    .select({
      messageId: messageEvents.messageId,
      news: messageEvents.news,
      status: messageEvents.status,
      at: messageEvents.at,
    })
    .from(messageEvents)
    .where(and(eq(messageEvents.clinicId, scope.clinicId), inArray(messageEvents.messageId, messageIds)))
    .orderBy(asc(messageEvents.at), asc(messageEvents.id))
