import { minute_ms } from '../../platform/clock.ts'
import type { JobData, JobScope } from '../../platform/database/transaction.ts'
import type { OutboundHttp, OutboundResult } from '../../platform/http/outbound-http.ts'
import type { JobAuditEntry, RunJob } from '../../platform/jobs/job-runner.ts'
import type { Keyring } from '../../platform/keys/keyring.ts'
import { eventsOf } from '../consents/index.ts'
import { notificationBundle } from './fhir-subscription-resources.ts'
import { notifyWebhookDisabled } from './webhook-notice.ts'
import {
  deliveryDeadline,
  hasFailedTooLong,
  selectWebhookEvents,
  nextDeliveryAt,
  signatureHeaders,
  type WebhookBody,
} from './webhook-rules.ts'
import { webhookSecrets } from './webhook-secrets.ts'
import {
  findWebhook,
  insertAttempt,
  insertDeliveries,
  listWebhooks,
  lockDelivery,
  lockWebhook,
  numberDeliveries,
  findSealedDocumentId,
  updateDelivery,
  updateWebhook,
  type DeliveryRow,
  type WebhookRow,
} from './webhook-store.ts'

export type WebhookDeps = { runJob: RunJob; keyring: Keyring; outside: OutboundHttp; address: string }

/** For so long one try may take; whoever finds it still open after that tries again. */
const attempt_minutes_max = 2

/** Queues, for every webhook of the clinic, what happened to a consent and was not told yet. */
export const queueWebhookEvents = (runJob: RunJob, { clinicId, consentId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope) => {
    const told = (await listWebhooks(scope)).filter(({ status }) => status === 'active')
    if (told.length === 0) return
    const chain = await eventsOf(scope, consentId!)
    for (const webhook of told) {
      const place = { webhookId: webhook.id, consentId: consentId!, giveUpAt: deliveryDeadline(scope.now) }
      const added = await insertDeliveries(scope, place, selectWebhookEvents(webhook, chain, scope.now))
      if (webhook.subscription) await numberDeliveries(scope, webhook.id, added)
      for (const deliveryId of added)
        scope.enqueue('integrations.deliver', { clinicId: clinicId!, deliveryId })
    }
  })

type WebhookRequest = { url: string; headers: Record<string, string>; body: string }

/**
 * Tries one delivery. Its row says so before anybody is called, and no transaction is open meanwhile: if we die there, it
 * is tried again later, under the same id, by which receivers know what they have.
 */
export async function deliverWebhook(deps: WebhookDeps, { clinicId, deliveryId }: JobData): Promise<void> {
  const { runJob, outside } = deps
  const claimed = await runJob(clinicId!, (scope) => claimDelivery(scope, deps, deliveryId!))
  if (!claimed) return
  const { webhookId, posting } = claimed
  const result = await outside.post(posting.url, posting)
  await runJob(clinicId!, (scope, note) =>
    recordAttempt(scope, note, { webhookId, deliveryId: deliveryId! }, result),
  )
}

async function claimDelivery(
  scope: JobScope,
  { keyring, address }: WebhookDeps,
  deliveryId: string,
): Promise<{ webhookId: string; posting: WebhookRequest } | null> {
  const delivery = await lockDelivery(scope, deliveryId)
  if (!delivery?.nextAttemptAt || delivery.nextAttemptAt > scope.now) return null
  const webhook = await findWebhook(scope, delivery.webhookId)
  if (webhook?.status !== 'active') {
    await updateDelivery(scope, deliveryId, { status: 'failed', nextAttemptAt: null })
    return null
  }
  await updateDelivery(scope, deliveryId, {
    tries: delivery.tries + 1,
    nextAttemptAt: new Date(scope.now.getTime() + attempt_minutes_max * minute_ms),
  })
  const { type, body } = await payloadOf(scope, webhook, delivery, address)
  const secrets = webhookSecrets(keyring).validOf(webhook, scope.now)
  const headers = {
    ...(type === null ? {} : { 'content-type': type }),
    'user-agent': 'Candour-Webhooks/1',
    ...signatureHeaders(secrets, { id: deliveryId, at: scope.now, body }),
  }
  return { webhookId: webhook.id, posting: { url: webhook.url, headers, body } }
}

/** What is posted: the event as ids, as a FHIR notification where a Subscription asked for it, or nothing at all. */
async function payloadOf(
  scope: JobScope,
  webhook: WebhookRow,
  delivery: DeliveryRow,
  address: string,
): Promise<{ type: string | null; body: string }> {
  if (webhook.subscription?.payload === 'none') return { type: null, body: '' }
  const event = await buildEventBody(scope, delivery)
  if (!webhook.subscription) return { type: 'application/json', body: JSON.stringify(event) }
  const notification = notificationBundle({ webhook, delivery, event }, address)
  return { type: 'application/fhir+json', body: JSON.stringify(notification) }
}

async function buildEventBody(scope: JobScope, delivery: DeliveryRow): Promise<WebhookBody> {
  const { clinicId, consentId, event, eventNumber, occurredAt } = delivery
  const data = { clinicId, consentId }
  const news = { type: event, timestamp: occurredAt.toISOString() }
  if (event !== 'document.sealed') return { ...news, data }
  const sealing = (await eventsOf(scope, consentId)).find(({ number }) => number === eventNumber)
  const documentId = sealing && (await findSealedDocumentId(scope, consentId, sealing.details))
  return { ...news, data: { ...data, ...(documentId ? { documentId } : {}) } }
}

type WriteNote = (entry: JobAuditEntry) => void

async function recordAttempt(
  scope: JobScope,
  note: WriteNote,
  { webhookId, deliveryId }: { webhookId: string; deliveryId: string },
  result: OutboundResult,
): Promise<void> {
  // The webhook first, as where a program changes it and ends its deliveries: neither waits for the other.
  const webhook = await lockWebhook(scope, webhookId)
  const delivery = (await lockDelivery(scope, deliveryId))!
  await insertAttempt(scope, deliveryId, result)
  if (result.failure === null) {
    await updateDelivery(scope, deliveryId, { status: 'delivered', nextAttemptAt: null })
    if (webhook?.failingSince) await updateWebhook(scope, webhook.id, { failingSince: null })
    return
  }
  // Another try has got through meanwhile: that it arrived once is all that counts.
  if (delivery.status !== 'queued') return
  const next = nextDeliveryAt(delivery.tries, scope.now, delivery.giveUpAt)
  await updateDelivery(scope, deliveryId, { status: next ? 'queued' : 'failed', nextAttemptAt: next })
  if (webhook?.status === 'active') await auditFailure(scope, note, webhook)
}

/** A webhook to which nothing has got through for days is switched off, and people are told so. */
async function auditFailure(scope: JobScope, note: WriteNote, webhook: WebhookRow): Promise<void> {
  const failingSince = webhook.failingSince ?? scope.now
  if (!hasFailedTooLong(failingSince, scope.now)) {
    if (!webhook.failingSince) await updateWebhook(scope, webhook.id, { failingSince })
    return
  }
  await updateWebhook(scope, webhook.id, {
    status: 'disabled',
    disabledBecause: 'failures',
    disabledAt: scope.now,
  })
  note({
    action: 'webhook.disabled',
    subject: webhook.id,
    details: { failingSince: failingSince.toISOString() },
  })
  await notifyWebhookDisabled(scope)
}
