import { createHmac, randomBytes } from 'node:crypto'
import { webhookEvents, type WebhookEvent } from '../../../contract/integration-scopes.ts'
import { webhook_days_max } from '../../../contract/limits.ts'
import { day_ms } from '../../platform/clock.ts'

/** How long to wait after each failed try, in seconds: soon at first, at last nearly a day. */
const backoff_seconds = [5, 60, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000] as const

/** Until when news is tried to be delivered. */
export const deliveryDeadline = (now: Date): Date => new Date(now.getTime() + webhook_days_max * day_ms)

/** When a delivery is tried again after `tries` failed ones; null when its time is over. */
export function nextDeliveryAt(tries: number, now: Date, giveUpAt: Date): Date | null {
  const pause_seconds = backoff_seconds[Math.min(tries, backoff_seconds.length) - 1]!
  const next = new Date(now.getTime() + pause_seconds * 1000)
  return next <= giveUpAt ? next : null
}

/** Whether a webhook has failed for so long that nothing more is sent to it. */
export const hasFailedTooLong = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= webhook_days_max * day_ms

const isWebhookEvent = (event: string): event is WebhookEvent =>
  webhookEvents.some((known) => known === event)

type ChainEvent = { number: number; event: string; at: Date }
export type WebhookEventRecord = { number: number; event: WebhookEvent; at: Date }

/**
 * Which events of a consent a webhook is to be told: those it asked for, since it is there or, where a key asked for
 * it, since it was last approved; and not from so long ago that they are no news.
 */
export function selectWebhookEvents(
  {
    events: wanted,
    createdAt,
    approvedAt = null,
  }: { events: readonly WebhookEvent[]; createdAt: Date; approvedAt?: Date | null },
  chain: readonly ChainEvent[],
  now: Date,
): WebhookEventRecord[] {
  const oldest = new Date(now.getTime() - webhook_days_max * day_ms)
  const since = approvedAt ?? createdAt
  return chain.flatMap(({ number, event, at }) =>
    isWebhookEvent(event) && wanted.includes(event) && at >= since && at >= oldest
      ? [{ number, event, at }]
      : [],
  )
}

/** What news says: ids, its kind and its time; nothing about anybody's health, for whoever may read it asks the API. */
export type WebhookBody = {
  type: WebhookEvent
  timestamp: string
  data: { clinicId: string; consentId: string; documentId?: string }
}

const secret_bytes = 32
const secretPrefix = 'whsec_'

/** A new signing secret, as its bytes. */
export const generateSigningSecret = (): Buffer => randomBytes(secret_bytes)

/** The secret as receivers' libraries take it. */
export const formatSecret = (secret: Uint8Array): string =>
  secretPrefix + Buffer.from(secret).toString('base64')

type SignedPayload = { id: string; at: Date; body: string }

/** The headers of Standard Webhooks: which news it is, when it was sent, and a signature by each valid secret. */
export function signatureHeaders(secrets: readonly Uint8Array[], { id, at, body }: SignedPayload) {
  const seconds = String(Math.floor(at.getTime() / 1000))
  const sign = (secret: Uint8Array) =>
    `v1,${createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64')}`
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': secrets.map(sign).join(' '),
  }
}
