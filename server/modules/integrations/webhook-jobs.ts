import { minute_ms } from '../../platform/clock.ts'
import type { JobData, JobScope } from '../../platform/database/transaction.ts'
import type { Outside, OutsideResult } from '../../platform/http/outside-call.ts'
import type { JobNote, RunJob } from '../../platform/jobs/job-runner.ts'
import type { Keyring } from '../../platform/keys/keyring.ts'
import { eventsOf } from '../consents/index.ts'
import { tellOfSwitchOff } from './webhook-notice.ts'
import {
  giveUpAfter,
  isBeyondHope,
  newsFor,
  nextTry,
  signatureHeaders,
  type NewsBody,
} from './webhook-rules.ts'
import { webhookSecrets } from './webhook-secrets.ts'
import {
  findWebhook,
  insertAttempt,
  insertDeliveries,
  listWebhooks,
  lockDelivery,
  lockWebhook,
  sealedDocumentOf,
  updateDelivery,
  updateWebhook,
  type DeliveryRow,
  type WebhookRow,
} from './webhook-store.ts'

export type WebhookParts = { runJob: RunJob; keyring: Keyring; outside: Outside }

/** For so long one try may take; whoever finds it still open after that tries again. */
const try_minutes_max = 2

/** Queues, for every webhook of the clinic, what happened to a consent and was not told yet. */
export const announceNews = (runJob: RunJob, { clinicId, consentId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope) => {
    const told = (await listWebhooks(scope)).filter(({ status }) => status === 'active')
    if (told.length === 0) return
    const chain = await eventsOf(scope, consentId!)
    for (const webhook of told) {
      const place = { webhookId: webhook.id, consentId: consentId!, giveUpAt: giveUpAfter(scope.now) }
      for (const deliveryId of await insertDeliveries(scope, place, newsFor(webhook, chain, scope.now)))
        scope.enqueue('integrations.deliver', { clinicId: clinicId!, deliveryId })
    }
  })

type Posting = { url: string; headers: Record<string, string>; body: string }

/**
 * Tries one delivery. Its row says so before anybody is called, and no transaction is open meanwhile: if we die there, it
 * is tried again later, under the same id, by which receivers know what they have.
 */
export async function deliverNews(parts: WebhookParts, { clinicId, deliveryId }: JobData): Promise<void> {
  const { runJob, outside } = parts
  const posting = await runJob(clinicId!, (scope) => takeDelivery(scope, parts, deliveryId!))
  if (!posting) return
  const result = await outside.post(posting.url, posting)
  await runJob(clinicId!, (scope, note) => concludeTry(scope, note, deliveryId!, result))
}

async function takeDelivery(
  scope: JobScope,
  { keyring }: WebhookParts,
  deliveryId: string,
): Promise<Posting | null> {
  const delivery = await lockDelivery(scope, deliveryId)
  if (!delivery?.nextAttemptAt || delivery.nextAttemptAt > scope.now) return null
  const webhook = await findWebhook(scope, delivery.webhookId)
  if (webhook?.status !== 'active') {
    await updateDelivery(scope, deliveryId, { status: 'failed', nextAttemptAt: null })
    return null
  }
  await updateDelivery(scope, deliveryId, {
    tries: delivery.tries + 1,
    nextAttemptAt: new Date(scope.now.getTime() + try_minutes_max * minute_ms),
  })
  const body = JSON.stringify(await bodyOf(scope, delivery))
  const secrets = webhookSecrets(keyring).validOf(webhook, scope.now)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Candour-Webhooks/1',
    ...signatureHeaders(secrets, { id: deliveryId, at: scope.now, body }),
  }
  return { url: webhook.url, headers, body }
}

async function bodyOf(scope: JobScope, delivery: DeliveryRow): Promise<NewsBody> {
  const { clinicId, consentId, event, eventNumber, occurredAt } = delivery
  const data = { clinicId, consentId }
  const news = { type: event, timestamp: occurredAt.toISOString() }
  if (event !== 'document.sealed') return { ...news, data }
  const sealing = (await eventsOf(scope, consentId)).find(({ number }) => number === eventNumber)
  const documentId = sealing && (await sealedDocumentOf(scope, consentId, sealing.details))
  return { ...news, data: { ...data, ...(documentId ? { documentId } : {}) } }
}

type Note = (entry: JobNote) => void

async function concludeTry(
  scope: JobScope,
  note: Note,
  deliveryId: string,
  result: OutsideResult,
): Promise<void> {
  const delivery = (await lockDelivery(scope, deliveryId))!
  const webhook = await lockWebhook(scope, delivery.webhookId)
  await insertAttempt(scope, deliveryId, result)
  if (result.failure === null) {
    await updateDelivery(scope, deliveryId, { status: 'delivered', nextAttemptAt: null })
    if (webhook?.failingSince) await updateWebhook(scope, webhook.id, { failingSince: null })
    return
  }
  // Another try has got through meanwhile: that it arrived once is all that counts.
  if (delivery.status !== 'queued') return
  const next = nextTry(delivery.tries, scope.now, delivery.giveUpAt)
  await updateDelivery(scope, deliveryId, { status: next ? 'queued' : 'failed', nextAttemptAt: next })
  if (webhook?.status === 'active') await noteFailure(scope, note, webhook)
}

/** A webhook to which nothing has got through for days is switched off, and people are told so. */
async function noteFailure(scope: JobScope, note: Note, webhook: WebhookRow): Promise<void> {
  const failingSince = webhook.failingSince ?? scope.now
  if (!isBeyondHope(failingSince, scope.now)) {
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
  await tellOfSwitchOff(scope)
}
