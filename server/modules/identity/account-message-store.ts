import { randomUUID } from 'node:crypto'
import { and, eq, lt } from 'drizzle-orm'
import type { JobData } from '../../platform/database/transaction.ts'
import type { AccountChange, AccountMessageKind } from './account-message-rules.ts'
import type { Auth } from './auth.ts'
import { accountMessages, verifications } from './identity-schema.ts'

type Db = Auth['db']

type MessageRow = typeof accountMessages.$inferSelect
type Status = 'queued' | 'sending' | 'sent' | 'failed' | 'unconfirmed' | 'pointless'
export type AccountMessage = Omit<MessageRow, 'kind' | 'status'> & {
  kind: AccountMessageKind
  status: Status
}

export type QueuedAccountMessage =
  | {
      kind: Exclude<AccountMessageKind, 'account-changed'>
      recipient: string
      details?: Record<string, string>
    }
  | { kind: 'account-changed'; recipient: string; details: { change: AccountChange } }

type QueueDeps = { auth: Pick<Auth, 'db'>; enqueue(queue: string, data: JobData): Promise<void> }

export const accountMessageQueue = 'identity.send-message'

/**
 * Queues a message about an account to an address or a number. Whether anybody has it is found out when it is sent: what
 * happens here is the same for all, in what is written and in the time it takes.
 */
export async function queueAccountMessage(deps: QueueDeps, queued: QueuedAccountMessage): Promise<void> {
  const id = randomUUID()
  const { kind, recipient, details = {} } = queued
  await deps.auth.db.insert(accountMessages).values({ id, kind, recipient, details })
  await deps.enqueue(accountMessageQueue, { messageId: id })
}

/** Tells whoever has an account, at the address it has, that something about signing in to it was changed. */
export const queueAccountNotice = (
  deps: QueueDeps,
  recipient: string,
  change: AccountChange,
): Promise<void> => queueAccountMessage(deps, { kind: 'account-changed', recipient, details: { change } })

/** Marks a queued message as being sent and answers it; null when it is not ours to send, or another run has it. */
export async function claimAccountMessage(db: Db, id: string, now: Date): Promise<AccountMessage | null> {
  const [taken] = await db
    .update(accountMessages)
    .set({ status: 'sending', updatedAt: now })
    .where(and(eq(accountMessages.id, id), eq(accountMessages.status, 'queued')))
    .returning()
  return (taken as AccountMessage | undefined) ?? null
}

export type AccountMessageOutcome = { status: Status; failure: string | null }

/** Writes down what became of a message. */
export async function saveAccountMessageOutcome(
  db: Db,
  id: string,
  outcome: AccountMessageOutcome,
  now: Date,
): Promise<void> {
  await db
    .update(accountMessages)
    .set({ ...outcome, updatedAt: now })
    .where(eq(accountMessages.id, id))
}

const withStatusBefore = (status: Status, before: Date) =>
  and(eq(accountMessages.status, status), lt(accountMessages.updatedAt, before))

/** Gives up on messages whose sending was interrupted before then: they may have arrived, so nobody sends them again. */
export async function failInterruptedMessages(db: Db, before: Date, now: Date): Promise<void> {
  await db
    .update(accountMessages)
    .set({ status: 'unconfirmed', failure: 'Sending was interrupted', updatedAt: now })
    .where(withStatusBefore('sending', before))
}

/** The messages that wait since before then; each is answered once for each time it has waited so long. */
export async function findOverdueMessages(db: Db, before: Date, now: Date): Promise<string[]> {
  const overdue = await db
    .update(accountMessages)
    .set({ updatedAt: now })
    .where(withStatusBefore('queued', before))
    .returning({ id: accountMessages.id })
  return overdue.map(({ id }) => id)
}

/** Forgets messages that were asked for before then. */
export async function deleteOldAccountMessages(db: Db, before: Date): Promise<void> {
  await db.delete(accountMessages).where(lt(accountMessages.createdAt, before))
}

/** Forgets links and codes that ended before then: until then we can say that they have expired. */
export async function deleteExpiredLinks(db: Db, before: Date): Promise<void> {
  await db.delete(verifications).where(lt(verifications.expiresAt, before))
}

/** Ends every link to set a new password of an account: they alone hold nothing but its id. */
export async function revokeResetLinks(db: Db, userId: string): Promise<void> {
  await db.delete(verifications).where(eq(verifications.value, userId))
}
