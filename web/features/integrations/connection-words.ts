import type {
  actionScopes,
  KeyScope,
  smartScopes,
  WebhookEvent,
} from '../../../contract/integration-scopes.ts'
import type { Api } from '../../api.ts'
import type { ConsentSection } from '../consents/index.ts'

export type ApiKey = Awaited<ReturnType<Api['integrations']['listKeys']>>[number]
export type Webhook = Awaited<ReturnType<Api['integrations']['listWebhooks']>>[number]
export type DeliveryPage = Awaited<ReturnType<Api['integrations']['listDeliveries']>>
export type Delivery = DeliveryPage['rows'][number]
export type HeldPatient = Awaited<ReturnType<Api['programDecisions']['listHeld']>>[number]
export type CodeMapping = Awaited<ReturnType<Api['programDecisions']['listCodes']>>[number]
export type EmbedOrigin = Awaited<ReturnType<Api['embeds']['listOrigins']>>[number]
export type WriteBackPage = Awaited<ReturnType<Api['integrations']['listWriteBacks']>>
export type WriteBack = WriteBackPage['rows'][number]

/** What a key may read by FHIR, for people. */
export const smartScopeWords: Record<(typeof smartScopes)[number], string> = {
  'system/Consent.read': 'Consents',
  'system/QuestionnaireResponse.read': 'Patients’ answers and choices',
  'system/DocumentReference.read': 'Signed documents, scans and pictures',
  'system/Patient.read': 'Names, birth dates and NHS numbers',
  'system/Appointment.read': 'Appointments',
  'system/Encounter.read': 'Arrivals and treatments in progress',
}

/** What a key may do by the API, for people. */
export const actionScopeWords: Record<(typeof actionScopes)[number], string> = {
  'practice:read': 'See templates and clinicians',
  'patients:write': 'Add and update patients',
  'appointments:write': 'Book, change and cancel appointments',
  'consents:create': 'Prepare consents as drafts',
  'consents:send': 'Send consents, and make links and QR codes',
  'consents:read': 'See how consents stand',
  'consents:void': 'Void consents',
  'records:read': 'Download sealed records and evidence',
  'launches:create': 'Open Candour at a patient, an appointment or a new consent',
  'embeds:create': 'Read patients’ names and how their consents stand, to show them inside its own pages',
  'subscriptions:request': 'Request webhooks (FHIR Subscription), which an administrator switches on',
}

/** All of it. */
export const scopeWords: Record<KeyScope, string> = {
  ...smartScopeWords,
  'system/Staff.provision': 'Staff accounts: add, change and end them (SCIM)',
  ...actionScopeWords,
}

/** What a webhook may be told of, for people. */
export const eventWords: Record<WebhookEvent, string> = {
  'consent.sent': 'Sent to the patient',
  'consent.viewed': 'Opened by the patient',
  'consent.verbal': 'Verbal consent',
  'consent.signed': 'Signed',
  'consent.finalised': 'Countersigned',
  'consent.declined': 'Declined',
  'consent.withdrawn': 'Withdrawn',
  'consent.treatments_withdrawn': 'One of several treatments withdrawn',
  'consent.expired': 'Expired',
  'consent.voided': 'Voided',
  'consent.superseded': 'Replaced by a newer consent',
  'consent.reconfirm_needed': 'Reconfirmation needed',
  'document.sealed': 'Document sealed',
}

/** The part of the consent's page that shows what an event was about. */
const eventSections: Partial<Record<WebhookEvent, ConsentSection>> = {
  'consent.sent': 'messages',
  'consent.signed': 'signatures',
  'consent.finalised': 'signatures',
  'document.sealed': 'documents',
}
export const sectionOfEvent = (event: WebhookEvent): ConsentSection => eventSections[event] ?? 'overview'

/** Whether people may switch it on or off: what a revoked key asked for stays off. */
export const isSwitchable = ({ status, isKeyRevoked }: Webhook): boolean =>
  status === 'active' || !isKeyRevoked

type BadgeAppearance = { label: string; tone: 'neutral' | 'ok' | 'warn' | 'bad' }

export const keyBadge: Record<ApiKey['state'], BadgeAppearance> = {
  live: { label: 'Live', tone: 'ok' },
  expired: { label: 'Expired', tone: 'neutral' },
  revoked: { label: 'Revoked', tone: 'neutral' },
}

/** How a webhook stands, and what it means. */
export function webhookBadge({ status, disabledBecause, failingSince }: Webhook): BadgeAppearance {
  if (status === 'requested') return { label: 'Waiting for approval', tone: 'warn' }
  if (status === 'disabled')
    return disabledBecause === 'failures'
      ? { label: 'Switched off after failures', tone: 'bad' }
      : { label: 'Switched off', tone: 'neutral' }
  return failingSince ? { label: 'Failing', tone: 'warn' } : { label: 'Working', tone: 'ok' }
}

/** How far a delivery or a document has come. */
export function deliveryBadge({
  status,
  attempts,
}: {
  status: Delivery['status']
  attempts: number
}): BadgeAppearance {
  if (status === 'delivered') return { label: 'Delivered', tone: 'ok' }
  if (status === 'failed') return { label: 'Failed', tone: 'bad' }
  return attempts > 0 ? { label: 'Trying again', tone: 'warn' } : { label: 'Sending', tone: 'neutral' }
}
