import { omitEmpty } from './fhir-codes.ts'
import { fhirBaseUrl } from './fhir-resources.ts'
import { payloadContentUrl } from './fhir-subscription-rules.ts'
import type { WebhookBody } from './webhook-rules.ts'
import type { DeliveryRow, WebhookRow } from './webhook-store.ts'

type SubscriptionStatus = 'requested' | 'active' | 'error' | 'off'

function statusOf({ status, failingSince }: WebhookRow): SubscriptionStatus {
  if (status === 'requested') return 'requested'
  if (status !== 'active') return 'off'
  return failingSince ? 'error' : 'active'
}

function errorOf({ disabledBecause, failingSince }: WebhookRow): string | undefined {
  if (disabledBecause === 'failures') return 'Switched off: no notification has been delivered for days.'
  return failingSince ? `No notification has been delivered since ${failingSince.toISOString()}.` : undefined
}

/** Which version of a subscription this is, as If-Match names it. */
export const subscriptionTag = ({ version }: Pick<WebhookRow, 'version'>): string => `W/"${version}"`

/** A webhook that a key asked for, as FHIR R4's Subscription. */
export function subscriptionResource(webhook: WebhookRow): object {
  const { id, name, url, version, updatedAt, subscription } = webhook
  const idOnly = {
    payload: 'application/fhir+json',
    _payload: { extension: [{ url: payloadContentUrl, valueCode: 'id-only' }] },
  }
  return omitEmpty({
    resourceType: 'Subscription',
    id,
    meta: { versionId: String(version), lastUpdated: updatedAt.toISOString() },
    status: statusOf(webhook),
    reason: name,
    criteria: subscription!.criteria,
    error: errorOf(webhook),
    channel: { type: 'rest-hook', endpoint: url, ...(subscription!.payload === 'ids' ? idOnly : {}) },
  })
}

type Notified = { webhook: WebhookRow; delivery: DeliveryRow; event: WebhookBody }

/**
 * One event as a notification of ids alone, in the shape that the Subscriptions R5 Backport gives it: which subscription
 * it is for, its place in the order, and what was changed. Whoever may read that asks for it.
 */
export function notificationBundle({ webhook, delivery, event }: Notified, address: string): object {
  const { consentId, documentId } = event.data
  const focus = documentId ? `DocumentReference/${documentId}` : `Consent/${consentId}`
  const subscription = `${fhirBaseUrl(address)}/Subscription/${webhook.id}`
  const number = String(delivery.sequence ?? 1)
  const parameter = [
    { name: 'subscription', valueReference: { reference: subscription } },
    { name: 'status', valueCode: 'active' },
    { name: 'type', valueCode: 'event-notification' },
    { name: 'events-since-subscription-start', valueString: number },
    {
      name: 'notification-event',
      part: [
        { name: 'event-number', valueString: number },
        { name: 'timestamp', valueInstant: event.timestamp },
        { name: 'focus', valueReference: { reference: `${fhirBaseUrl(address)}/${focus}` } },
      ],
    },
  ]
  return {
    resourceType: 'Bundle',
    type: 'history',
    timestamp: event.timestamp,
    entry: [
      {
        fullUrl: `urn:uuid:${delivery.id}`,
        resource: { resourceType: 'Parameters', id: delivery.id, parameter },
        request: { method: 'GET', url: subscription },
        response: { status: '200' },
      },
      {
        fullUrl: `${fhirBaseUrl(address)}/${focus}`,
        request: { method: 'PUT', url: focus },
        response: { status: '200' },
      },
    ],
  }
}
