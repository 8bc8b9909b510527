import type { FhirSubscription } from '../../../contract/fhir-subscriptions.ts'
import { webhookEvents, type WebhookEvent } from '../../../contract/integration-scopes.ts'
import type { SubscriptionTerms } from './webhook-schema.ts'

/** Which events bring a consent into a state of FHIR's, or change it there (fhir-rules.ts). */
const eventsByStatus: Record<string, readonly WebhookEvent[]> = {
  proposed: ['consent.sent', 'consent.viewed'],
  active: [
    'consent.verbal',
    'consent.signed',
    'consent.finalised',
    'consent.treatments_withdrawn',
    'consent.reconfirm_needed',
  ],
  rejected: ['consent.declined'],
  inactive: ['consent.withdrawn', 'consent.expired', 'consent.superseded'],
  'entered-in-error': ['consent.voided'],
}

const documentEvents: readonly WebhookEvent[] = ['document.sealed']

/** The events that criteria ask for; null for criteria that we cannot tell. */
export function eventsOfCriteria(criteria: string): WebhookEvent[] | null {
  if (criteria === 'DocumentReference') return [...documentEvents]
  if (criteria === 'Consent') return webhookEvents.filter((event) => !documentEvents.includes(event))
  const [, listed] = /^Consent\?status=([a-z,-]+)$/.exec(criteria) ?? []
  const statuses = new Set(listed?.split(','))
  if (statuses.size === 0 || ![...statuses].every((status) => Object.hasOwn(eventsByStatus, status)))
    return null
  return [...statuses].flatMap((status) => eventsByStatus[status]!)
}

/** Where the Subscriptions R5 Backport says how much of a payload is sent. */
export const payloadContentUrl =
  'http://hl7.org/fhir/uv/subscriptions-backport/StructureDefinition/backport-payload-content'

/** What is sent, as the channel asks for it: ids, or nothing; null for everything that we do not send. */
export function payloadOfChannel({ end, channel }: FhirSubscription): SubscriptionTerms['payload'] | null {
  const { type, payload, _payload, header = [] } = channel
  if (type !== 'rest-hook' || end !== undefined || header.length > 0) return null
  if (payload === undefined) return _payload ? null : 'none'
  const content = _payload?.extension.find(({ url }) => url === payloadContentUrl)?.valueCode
  return payload === 'application/fhir+json' && content === 'id-only' ? 'ids' : null
}
