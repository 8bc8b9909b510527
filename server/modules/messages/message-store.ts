import { and, eq } from 'drizzle-orm'
import type { JobScope, StaffSide } from '../../platform/database/transaction.ts'
import type { MessageKind } from './message-rules.ts'
import { messages } from './message-schema.ts'

type MessageRow = typeof messages.$inferSelect
export type MessageStatus = 'queued' | 'sending' | 'sent' | 'failed' | 'unconfirmed'
export type Message = Omit<MessageRow, 'kind' | 'status'> & { kind: MessageKind; status: MessageStatus }

export type Queued = { kind: MessageKind; aboutId: string; recipient: string }

/** Queues a message with the caller's own change and answers its id; it is composed when it is sent. */
export async function queueMessage(scope: StaffSide, queued: Queued): Promise<string> {
  const { clinicId, now } = scope
  const [made] = await scope.tx
    .insert(messages)
    .values({ ...queued, clinicId, createdAt: now, updatedAt: now })
    .returning({ id: messages.id })
  scope.enqueue('messages.send', { clinicId, messageId: made!.id })
  return made!.id
}

const isMessage = (scope: StaffSide, id: string) =>
  and(eq(messages.clinicId, scope.clinicId), eq(messages.id, id))

/** One message with its row locked until the transaction ends: whoever sends starts here. */
export async function lockMessage(scope: JobScope, id: string): Promise<Message | undefined> {
  const [found] = await scope.tx.select().from(messages).where(isMessage(scope, id)).for('update')
  return found as Message | undefined
}

export type Outcome = { status: MessageStatus; failure?: string | null; providerId?: string }

/** Writes down how far a locked message has come, and tells whoever shows it. */
export async function markMessage(scope: JobScope, id: string, outcome: Outcome): Promise<void> {
  await scope.tx
    .update(messages)
    .set({ ...outcome, updatedAt: scope.now })
    .where(isMessage(scope, id))
  scope.enqueue('message.changed', { clinicId: scope.clinicId, messageId: id })
}
