import { and, asc, count, desc, eq, inArray, lte, ne, sql } from 'drizzle-orm'
import type { Slice } from '../../platform/database/list-slice.ts'
import type {
  ClinicScope,
  JobScope,
  ProgramScope,
  StaffScope,
  SweepScope,
} from '../../platform/database/transaction.ts'
import { documentVersions } from '../documents/document-schema.ts'
import { apiKeys } from './api-key-schema.ts'
import type { WebhookEventRecord } from './webhook-rules.ts'
import { webhookAttempts, webhookDeliveries, webhooks } from './webhook-schema.ts'

export type WebhookRow = typeof webhooks.$inferSelect
export type DeliveryRow = typeof webhookDeliveries.$inferSelect
export type AttemptRow = typeof webhookAttempts.$inferSelect

/** People, jobs, and keys that ask for a webhook of their own. */
type WebhookScope = StaffScope | ProgramScope

const isNotDeleted = (scope: WebhookScope) =>
  and(eq(webhooks.clinicId, scope.clinicId), ne(webhooks.status, 'removed'))
const webhookById = (scope: WebhookScope, id: string) => and(isNotDeleted(scope), eq(webhooks.id, id))

/** The webhooks of the clinic that were not removed, oldest first. */
export const listWebhooks = (scope: WebhookScope): Promise<WebhookRow[]> =>
  scope.tx
    .select()
    .from(webhooks)
    .where(isNotDeleted(scope))
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id))

/** One of them by its id. */
export async function findWebhook(scope: WebhookScope, id: string): Promise<WebhookRow | undefined> {
  const [found] = await scope.tx.select().from(webhooks).where(webhookById(scope, id))
  return found
}

/** The same with its row locked until the transaction ends. */
export async function lockWebhook(scope: WebhookScope, id: string): Promise<WebhookRow | undefined> {
  const [found] = await scope.tx.select().from(webhooks).where(webhookById(scope, id)).for('update')
  return found
}

type NewWebhook = Pick<WebhookRow, 'name' | 'url' | 'events' | 'secret' | 'createdBy'> &
  Partial<Pick<WebhookRow, 'status' | 'requestedBy' | 'subscription'>>

/** Adds a webhook. */
export async function insertWebhook(scope: WebhookScope, webhook: NewWebhook): Promise<WebhookRow> {
  const { clinicId, now } = scope
  const [made] = await scope.tx
    .insert(webhooks)
    .values({ ...webhook, clinicId, createdAt: now, updatedAt: now })
    .returning()
  return made!
}

/** Changes a locked webhook. */
export async function updateWebhook(
  scope: WebhookScope,
  id: string,
  change: Partial<Omit<WebhookRow, 'clinicId' | 'id' | 'createdBy' | 'createdAt' | 'version'>>,
): Promise<WebhookRow> {
  const [changed] = await scope.tx
    .update(webhooks)
    .set({ ...change, version: sql`${webhooks.version} + 1`, updatedAt: scope.now })
    .where(webhookById(scope, id))
    .returning()
  return changed!
}

/** What the audit log says of a webhook: where news goes, and which. */
export const webhookDetails = ({ url, events, status }: WebhookRow) => ({
  host: new URL(url).host,
  events,
  status,
})

export type Requester = { name: string; isRevoked: boolean }

/** The keys that asked for webhooks, by their ids. */
export async function findRequesters(
  scope: WebhookScope,
  rows: readonly WebhookRow[],
): Promise<ReadonlyMap<string, Requester>> {
  const ids = rows.flatMap(({ requestedBy }) => requestedBy ?? [])
  if (ids.length === 0) return new Map()
  const found = await scope.tx
    .select({ id: apiKeys.id, name: apiKeys.name, revokedAt: apiKeys.revokedAt })
    .from(apiKeys)
    .where(and(eq(apiKeys.clinicId, scope.clinicId), inArray(apiKeys.id, ids)))
  return new Map(found.map(({ id, name, revokedAt }) => [id, { name, isRevoked: revokedAt !== null }]))
}

/** Ends what a key asked for: what waits is removed, and what was switched on is switched off. */
export async function endWebhooksOfKey(scope: ClinicScope, keyId: string): Promise<void> {
  const isOfKey = and(isNotDeleted(scope), eq(webhooks.requestedBy, keyId))
  const change = { version: sql`${webhooks.version} + 1`, updatedAt: scope.now }
  await scope.tx
    .update(webhooks)
    .set({ ...change, status: 'removed' })
    .where(and(isOfKey, eq(webhooks.status, 'requested')))
  await scope.tx
    .update(webhooks)
    .set({ ...change, status: 'disabled', disabledBecause: 'staff', disabledAt: scope.now })
    .where(and(isOfKey, eq(webhooks.status, 'active')))
}

/** Counts on what a Subscription was told, its row locked; each of these deliveries has its place in the order. */
export async function numberDeliveries(
  scope: JobScope,
  webhookId: string,
  deliveryIds: readonly string[],
): Promise<void> {
  for (const deliveryId of deliveryIds) {
    const [counted] = await scope.tx
      .update(webhooks)
      .set({ eventCount: sql`${webhooks.eventCount} + 1` })
      .where(webhookById(scope, webhookId))
      .returning({ eventCount: webhooks.eventCount })
    await scope.tx
      .update(webhookDeliveries)
      .set({ sequence: counted!.eventCount })
      .where(deliveryById(scope, deliveryId))
  }
}

/** Adds what a webhook is to be told and answers the ids of what it was not told before. */
export async function insertDeliveries(
  scope: JobScope,
  { webhookId, consentId, giveUpAt }: Pick<DeliveryRow, 'webhookId' | 'consentId' | 'giveUpAt'>,
  news: readonly WebhookEventRecord[],
): Promise<string[]> {
  if (news.length === 0) return []
  const rows = await scope.tx
    .insert(webhookDeliveries)
    .values(
      news.map(({ number, event, at }) => ({
        ...{ clinicId: scope.clinicId, webhookId, consentId, eventNumber: number, event, occurredAt: at },
        ...{ nextAttemptAt: scope.now, giveUpAt, createdAt: scope.now },
      })),
    )
    .onConflictDoNothing()
    .returning({ id: webhookDeliveries.id })
  return rows.map(({ id }) => id)
}

const deliveryById = (scope: StaffScope, id: string) =>
  and(eq(webhookDeliveries.clinicId, scope.clinicId), eq(webhookDeliveries.id, id))

/** One delivery with its row locked until the transaction ends: whoever delivers starts here. */
export async function lockDelivery(scope: StaffScope, id: string): Promise<DeliveryRow | undefined> {
  const [found] = await scope.tx.select().from(webhookDeliveries).where(deliveryById(scope, id)).for('update')
  return found
}

/** Writes down how far a locked delivery has come. */
export async function updateDelivery(
  scope: StaffScope,
  id: string,
  change: Partial<Pick<DeliveryRow, 'status' | 'nextAttemptAt' | 'giveUpAt' | 'tries'>>,
): Promise<DeliveryRow> {
  const [changed] = await scope.tx
    .update(webhookDeliveries)
    .set(change)
    .where(deliveryById(scope, id))
    .returning()
  return changed!
}

/** Ends what a locked webhook was yet to be told: its deliveries are tried no more. */
export async function endQueuedDeliveries(scope: WebhookScope, webhookId: string): Promise<void> {
  await scope.tx
    .update(webhookDeliveries)
    .set({ status: 'failed', nextAttemptAt: null })
    .where(
      and(
        eq(webhookDeliveries.clinicId, scope.clinicId),
        eq(webhookDeliveries.webhookId, webhookId),
        eq(webhookDeliveries.status, 'queued'),
      ),
    )
}

/** Adds what came of a try of a locked delivery. */
export async function insertAttempt(
  scope: JobScope,
  deliveryId: string,
  attempt: Pick<AttemptRow, 'statusCode' | 'durationMs' | 'failure'>,
): Promise<void> {
  const earlier = (await listAttempts(scope, [deliveryId])).length
  await scope.tx
    .insert(webhookAttempts)
    .values({ ...attempt, clinicId: scope.clinicId, deliveryId, number: earlier + 1, at: scope.now })
}

/** The tries of some deliveries, in order. */
export const listAttempts = (scope: StaffScope, deliveryIds: readonly string[]): Promise<AttemptRow[]> =>
  scope.tx
    .select()
    .from(webhookAttempts)
    .where(
      and(
        eq(webhookAttempts.clinicId, scope.clinicId),
        inArray(webhookAttempts.deliveryId, [...deliveryIds]),
      ),
    )
    .orderBy(asc(webhookAttempts.deliveryId), asc(webhookAttempts.number))

/** A page of what a webhook was told, newest first, and how much there is in all. */
export async function listDeliveries(
  scope: ClinicScope,
  { webhookId, status }: { webhookId: string; status?: DeliveryRow['status'] | undefined },
  { limit, offset }: Slice,
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const where = and(
    eq(webhookDeliveries.clinicId, scope.clinicId),
    eq(webhookDeliveries.webhookId, webhookId),
    status ? eq(webhookDeliveries.status, status) : undefined,
  )
  const [counted] = await scope.tx.select({ total: count() }).from(webhookDeliveries).where(where)
  const rows = await scope.tx
    .select()
    .from(webhookDeliveries)
    .where(where)
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: counted!.total }
}

/** The id of the document that a sealing event is about. */
export async function findSealedDocumentId(
  scope: JobScope,
  consentId: string,
  details: Record<string, unknown>,
): Promise<string | undefined> {
  const [found] = await scope.tx
    .select({ id: documentVersions.id })
    .from(documentVersions)
    .where(
      and(
        eq(documentVersions.clinicId, scope.clinicId),
        eq(documentVersions.consentId, consentId),
        eq(documentVersions.number, Number(details.number)),
      ),
    )
  return found?.id
}

/** Deliveries whose time has come, longest first: ids alone. */
export const findDueDeliveries = (scope: SweepScope, limit: number) =>
  scope.tx
    .select({ clinicId: webhookDeliveries.clinicId, deliveryId: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(lte(webhookDeliveries.nextAttemptAt, scope.now))
    .orderBy(asc(webhookDeliveries.nextAttemptAt))
    .limit(limit)
