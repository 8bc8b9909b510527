import { z } from 'zod'
import { secureUrl } from './secure-url.ts'
import { integrationScopes, webhookEvents } from './integration-scopes.ts'
import {
  aborted,
  id,
  instant,
  invalidArgument,
  nameText,
  notFound,
  operation,
  paginated,
  paging,
  route,
} from './kit.ts'
import { api_key_days_max, fhir_page_max, webhook_endpoints_max } from './limits.ts'

/** Connections to other programs reach every record of a practice: whoever administers it decides (rulings 34). */
const needs = 'canManageBilling'

const ApiKey = z.object({
  id,
  name: z.string(),
  scopes: z.array(z.enum(integrationScopes)),
  /** The last characters of the key, by which people tell it from others. */
  hint: z.string(),
  state: z.enum(['live', 'expired', 'revoked']),
  createdBy: z.string(),
  createdAt: instant,
  expiresAt: instant,
  revokedAt: instant.nullable(),
  /** Noted at most once in some minutes. */
  lastUsedAt: instant.nullable(),
})

const WebhookDetails = z.object({
  /** Who is told, for people. */
  name: nameText(80),
  url: secureUrl,
  events: z.array(z.enum(webhookEvents)).min(1, 'Choose at least one event').max(webhookEvents.length),
})

const Webhook = WebhookDetails.extend({
  id,
  version: z.int(),
  url: z.string(),
  name: z.string(),
  /** `requested`: a key asked for it, and nothing is sent before somebody of the practice switches it on. */
  status: z.enum(['requested', 'active', 'disabled']),
  /** The name of the key that asked for it by FHIR; null where people made it. */
  requestedBy: z.string().nullable(),
  /** The key that asked for it was revoked: it cannot be switched on again. */
  isKeyRevoked: z.boolean(),
  /** Why it is disabled: after days without one delivery, or by decision of staff, of its program or by its key's end. */
  disabledBecause: z.enum(['failures', 'staff']).nullable(),
  disabledAt: instant.nullable(),
  /** Since when no delivery has succeeded, though some were tried. */
  failingSince: instant.nullable(),
  /** Until when the secret before this one signs as well. */
  previousSecretUntil: instant.nullable(),
  createdAt: instant,
})

const DeliveryAttempt = z.object({
  number: z.int(),
  at: instant,
  statusCode: z.int().nullable(),
  durationMs: z.int(),
  /** Why it did not succeed, in words for people; null where it did. */
  failure: z.string().nullable(),
})

const Delivery = z.object({
  id,
  event: z.enum(webhookEvents),
  consentId: id,
  occurredAt: instant,
  status: z.enum(['queued', 'delivered', 'failed']),
  /** When it is tried next; null once it is delivered or given up. */
  nextAttemptAt: instant.nullable(),
  attempts: z.array(DeliveryAttempt),
})

const WriteBack = z.object({
  id,
  consentId: id,
  documentId: id,
  fileName: z.string(),
  status: z.enum(['queued', 'delivered', 'failed']),
  failure: z.string().nullable(),
  attempts: z.int(),
  createdAt: instant,
  deliveredAt: instant.nullable(),
  nextAttemptAt: instant.nullable(),
})

/** What stands goes on; nothing is added. */
const notInPlan = aborted(
  'Your plan does not include API keys and webhooks. Existing ones keep working; upgrade to add more.',
)
const tooManyWebhooks = aborted(
  `A practice may have ${webhook_endpoints_max} webhooks. Remove one that you do not need.`,
)
const webhookId = z.object({ webhookId: id })
const unknownWebhook = notFound('Webhook')
const privateAddress = invalidArgument('Enter a public internet address, not a private network address.')
const webhookExample = {
  name: 'Practice system',
  url: 'https://hooks.example.org/candour',
  events: ['consent.withdrawn'] as 'consent.withdrawn'[],
}

export const integrations = {
  listKeys: operation({
    method: 'GET',
    path: '/api/clinic/api-keys',
    summary: 'The API keys of this practice, newest first; never the keys themselves',
    access: 'clinic',
    needs,
    audit: null,
    input: z.object({}),
    output: z.array(ApiKey),
    example: {},
  }),
  /** Not idempotent: the answer is the only place where the key ever stands, and stored answers would be a second. */
  createKey: operation({
    method: 'POST',
    path: '/api/clinic/api-keys',
    summary: 'Make an API key. It is shown in this answer and never again',
    access: 'clinic',
    needs,
    stepUp: true,
    audit: { done: 'apikey.created' },
    feature: 'new-connections',
    input: z.object({
      name: nameText(80),
      scopes: z
        .array(z.enum(integrationScopes))
        .min(1, 'Choose at least one type of data it may read, or one action')
        .max(integrationScopes.length),
      days: z.int().min(1).max(api_key_days_max).default(api_key_days_max),
    }),
    output: z.object({ key: ApiKey, secret: z.string() }),
    refusals: {
      'not-in-plan': notInPlan,
      'administrators-only': aborted(
        'Only an administrator of the practice can make a key for staff accounts.',
      ),
    },
    example: { name: 'Practice system', scopes: ['system/Consent.read'], days: 90 },
  }),
  revokeKey: operation({
    method: 'DELETE',
    path: '/api/clinic/api-keys/{keyId}',
    summary: 'Revoke an API key: the next request with it is refused',
    access: 'clinic',
    needs,
    stepUp: true,
    audit: { done: 'apikey.revoked' },
    input: z.object({ keyId: id }),
    output: ApiKey,
    refusals: { 'not-found': notFound('API key') },
    example: { keyId: ':keyId' },
  }),
  listWebhooks: operation({
    method: 'GET',
    path: '/api/clinic/webhooks',
    summary: 'Who is told of news of consents',
    access: 'clinic',
    needs,
    audit: null,
    input: z.object({}),
    output: z.array(Webhook),
    example: {},
  }),
  /** Not idempotent, as for keys: the answer shows the signing secret. */
  createWebhook: operation({
    method: 'POST',
    path: '/api/clinic/webhooks',
    summary: 'Tell another program of news. Its signing secret is shown in this answer and never again',
    access: 'clinic',
    needs,
    stepUp: true,
    audit: { done: 'webhook.created' },
    feature: 'new-connections',
    input: WebhookDetails,
    output: z.object({ webhook: Webhook, secret: z.string() }),
    refusals: {
      'not-in-plan': notInPlan,
      'private-address': privateAddress,
      'too-many': tooManyWebhooks,
    },
    example: webhookExample,
  }),
  changeWebhook: operation({
    method: 'PUT',
    path: '/api/clinic/webhooks/{webhookId}',
    summary: 'Change where news goes and which, or switch it off and on again',
    access: 'clinic',
    needs,
    stepUp: true,
    audit: { done: 'webhook.changed' },
    validatesOnlyChanges: true,
    input: WebhookDetails.extend({ webhookId: id, status: z.enum(['active', 'disabled']) }),
    output: Webhook,
    refusals: {
      'not-found': unknownWebhook,
      'private-address': privateAddress,
      'not-approved': aborted('An API key requested this webhook. Review it before you switch it on.'),
      'of-a-program': aborted(
        'An API key requested this webhook. Only that program can change its address and events.',
      ),
      'key-revoked': aborted(
        'The API key that requested this webhook was revoked. The program must request it again with another key.',
      ),
    },
    example: { ...webhookExample, webhookId: ':webhookId', status: 'active' },
  }),
  /** Not idempotent, as for keys: the answer shows the signing secret. */
  approveWebhook: operation({
    method: 'POST',
    path: '/api/clinic/webhooks/{webhookId}/approval',
    summary:
      'Switch on a webhook that a key asked for. Its signing secret is shown in this answer and never again',
    access: 'clinic',
    needs,
    stepUp: true,
    audit: { done: 'webhook.approved' },
    feature: 'new-connections',
    input: webhookId.extend({
      /** What was looked at: a program may have changed it since. */
      version: z.int(),
    }),
    output: z.object({ webhook: Webhook, secret: z.string() }),
    refusals: {
      'not-found': unknownWebhook,
      'not-in-plan': notInPlan,
      'too-many': tooManyWebhooks,
      'not-requested': aborted('Nobody has to switch this webhook on. Reload to see its current state.'),
      'stale-version': aborted('The program changed this request. Reload to see where it leads now.'),
    },
    example: { webhookId: ':requestedWebhookId', version: 1 },
  }),
  removeWebhook: operation({
    method: 'DELETE',
    path: '/api/clinic/webhooks/{webhookId}',
    summary: 'Tell this program nothing any more; what was delivered stays in the log',
    access: 'clinic',
    needs,
    stepUp: true,
    audit: { done: 'webhook.removed' },
    input: webhookId,
    output: z.object({}),
    refusals: { 'not-found': unknownWebhook },
    example: { webhookId: ':webhookId' },
  }),
  /** Not idempotent, as for keys: the answer shows the new secret. */
  rotateSecret: operation({
    method: 'POST',
    path: '/api/clinic/webhooks/{webhookId}/secret',
    summary: 'A new signing secret, shown once; for a day the old one signs as well',
    access: 'clinic',
    needs,
    stepUp: true,
    audit: { done: 'webhook.secret_rotated' },
    input: webhookId,
    output: z.object({ webhook: Webhook, secret: z.string() }),
    refusals: { 'not-found': unknownWebhook },
    example: { webhookId: ':webhookId' },
  }),
  listDeliveries: operation({
    method: 'GET',
    path: '/api/clinic/webhooks/{webhookId}/deliveries',
    summary: 'What a webhook was told, newest first, with every try',
    access: 'clinic',
    needs,
    audit: null,
    input: webhookId.extend({ ...paging, status: z.enum(['queued', 'delivered', 'failed']).optional() }),
    output: paginated(Delivery),
    refusals: { 'not-found': unknownWebhook },
    example: { webhookId: ':webhookId' },
  }),
  replayDelivery: operation({
    method: 'POST',
    path: '/api/clinic/webhook-deliveries/{deliveryId}/replays',
    summary: 'Deliver the same news again, under the same id',
    access: 'clinic',
    needs,
    audit: { done: 'webhook.replayed' },
    idempotent: true,
    input: z.object({ deliveryId: id }),
    output: Delivery,
    refusals: {
      'not-found': notFound('Delivery'),
      'webhook-off': aborted('This webhook is switched off. Switch it on first.'),
    },
    example: { deliveryId: ':deliveryId' },
  }),
  listWriteBacks: operation({
    method: 'GET',
    path: '/api/clinic/write-backs',
    summary: 'Sealed documents on their way to the practice system’s folder',
    access: 'clinic',
    needs: { anyOf: [needs, 'accessSettings'] },
    audit: null,
    input: z.object({ ...paging, status: z.enum(['queued', 'delivered', 'failed']).optional() }),
    output: paginated(WriteBack).extend({
      /** Whether this installation has a folder at all. */
      isSetUp: z.boolean(),
      failed: z.int(),
      queued: z.int(),
    }),
    example: {},
  }),
  retryWriteBack: operation({
    method: 'POST',
    path: '/api/clinic/write-backs/{writeBackId}/retries',
    summary: 'Try again to put a document into the folder',
    access: 'clinic',
    needs: { anyOf: [needs, 'accessSettings'] },
    audit: { done: 'document.write_back_retried' },
    idempotent: true,
    input: z.object({ writeBackId: id }),
    output: WriteBack,
    refusals: {
      'not-found': notFound('Document'),
      'already-delivered': aborted('This document has already been delivered.'),
      'not-set-up': aborted('No document folder is set up. Contact the person who runs this installation.'),
    },
    example: { writeBackId: ':writeBackId' },
  }),
  clinicalNote: operation({
    method: 'GET',
    path: '/api/clinic/consents/{consentId}/clinical-note',
    summary: 'What to write in the practice system about a consent, as plain text to copy',
    access: 'clinic',
    audit: { done: 'consent.note_copied' },
    input: z.object({ consentId: id }),
    output: z.object({ text: z.string() }),
    refusals: {
      'not-found': notFound('Consent'),
      'not-sent': aborted('This consent is still a draft. Send it first.'),
    },
    example: { consentId: ':signedId' },
  }),
}

const access = 'integration'
const resourceId = z.object({ id })
const jsonOnly = { _format: z.enum(['json', 'application/json', 'application/fhir+json']).optional() }
const searching = {
  ...jsonOnly,
  /** `{id}` or `Patient/{id}`. */
  patient: z
    .string()
    .transform((given) => given.replace(/^Patient\//, ''))
    .pipe(id)
    .optional(),
  /** FHIR's dates with `eq`, `ge`, `gt`, `le` or `lt` before them; one or two of them. */
  _lastUpdated: z
    .union([z.string(), z.array(z.string()).max(2)])
    .transform((given) => [given].flat())
    .optional(),
  _count: z.coerce.number().int().min(1).max(fhir_page_max).default(50),
  /** Where the next page begins: taken from the link of the page before. */
  _after: z.string().max(200).optional(),
}
const badSearch = invalidArgument('Enter _lastUpdated as a date or an instant, like ge2026-11-21.')
const badPage = invalidArgument('This page does not exist. Follow the links of a search.')
const searchRefusals = { 'bad-date': badSearch, 'bad-page': badPage }

/** FHIR R4 as UK Core uses it, to read. */
export const fhirRoutes = {
  metadata: route('fhir', {
    path: '/api/fhir/metadata',
    summary: 'What this server can do (CapabilityStatement)',
    access: 'anyone',
    audit: null,
    params: z.object(jsonOnly),
    example: {},
  }),
  consent: route('fhir', {
    path: '/api/fhir/Consent/:id',
    summary: 'One consent that was sent (FHIR Consent)',
    access,
    scope: 'system/Consent.read',
    reads: 'replica',
    audit: { done: 'fhir.consent_read' },
    params: resourceId.extend(jsonOnly),
    refusals: { 'not-found': notFound('Consent') },
    example: { id: ':signedId' },
  }),
  consents: route('fhir', {
    path: '/api/fhir/Consent',
    summary: 'Consents by patient and time of their last change (FHIR Bundle)',
    access,
    scope: 'system/Consent.read',
    reads: 'replica',
    audit: { done: 'fhir.consents_searched' },
    params: z.object(searching),
    refusals: searchRefusals,
    example: { _count: 10 },
  }),
  questionnaireResponse: route('fhir', {
    path: '/api/fhir/QuestionnaireResponse/:id',
    summary: 'What a patient confirmed and chose (FHIR QuestionnaireResponse)',
    access,
    scope: 'system/QuestionnaireResponse.read',
    reads: 'replica',
    audit: { done: 'fhir.answers_read' },
    params: resourceId.extend(jsonOnly),
    refusals: { 'not-found': notFound('QuestionnaireResponse') },
    example: { id: ':signedId' },
  }),
  questionnaireResponses: route('fhir', {
    path: '/api/fhir/QuestionnaireResponse',
    summary: 'What patients confirmed and chose, by patient and time (FHIR Bundle)',
    access,
    scope: 'system/QuestionnaireResponse.read',
    reads: 'replica',
    audit: { done: 'fhir.answers_searched' },
    params: z.object(searching),
    refusals: searchRefusals,
    example: { _count: 10 },
  }),
  documentReference: route('fhir', {
    path: '/api/fhir/DocumentReference/:id',
    summary: 'One document of a consent: sealed record, annex, scan or picture (FHIR DocumentReference)',
    access,
    scope: 'system/DocumentReference.read',
    reads: 'replica',
    audit: { done: 'fhir.document_read' },
    params: resourceId.extend(jsonOnly),
    refusals: { 'not-found': notFound('DocumentReference') },
    example: { id: ':documentId' },
  }),
  documentReferences: route('fhir', {
    path: '/api/fhir/DocumentReference',
    summary: 'Documents of consents by patient and time (FHIR Bundle)',
    access,
    scope: 'system/DocumentReference.read',
    reads: 'replica',
    audit: { done: 'fhir.documents_searched' },
    params: z.object(searching),
    refusals: searchRefusals,
    example: { _count: 10 },
  }),
  binary: route('fhir', {
    path: '/api/fhir/Binary/:id',
    summary: 'The file of a document; as FHIR Binary where JSON is asked for',
    access,
    scope: 'system/DocumentReference.read',
    reads: 'replica',
    audit: { done: 'fhir.document_downloaded' },
    params: resourceId.extend(jsonOnly),
    refusals: { 'not-found': notFound('Binary') },
    example: { id: ':documentId' },
  }),
  patient: route('fhir', {
    path: '/api/fhir/Patient/:id',
    summary: 'Name, birth date and NHS number of one patient (FHIR Patient)',
    access,
    scope: 'system/Patient.read',
    reads: 'replica',
    audit: { done: 'fhir.patient_read' },
    params: resourceId.extend(jsonOnly),
    refusals: { 'not-found': notFound('Patient') },
    example: { id: ':patientId' },
  }),
  appointment: route('fhir', {
    path: '/api/fhir/Appointment/:id',
    summary: 'One appointment (FHIR Appointment)',
    access,
    scope: 'system/Appointment.read',
    reads: 'replica',
    audit: { done: 'fhir.appointment_read' },
    params: resourceId.extend(jsonOnly),
    refusals: { 'not-found': notFound('Appointment') },
    example: { id: ':appointmentId' },
  }),
  appointments: route('fhir', {
    path: '/api/fhir/Appointment',
    summary: 'Appointments by patient and time of their last change (FHIR Bundle)',
    access,
    scope: 'system/Appointment.read',
    reads: 'replica',
    audit: { done: 'fhir.appointments_searched' },
    params: z.object(searching),
    refusals: searchRefusals,
    example: { _count: 10 },
  }),
  encounter: route('fhir', {
    path: '/api/fhir/Encounter/:id',
    summary: 'What an appointment has come to (FHIR Encounter), under the id of the appointment',
    access,
    scope: 'system/Encounter.read',
    reads: 'replica',
    audit: { done: 'fhir.encounter_read' },
    params: resourceId.extend(jsonOnly),
    refusals: { 'not-found': notFound('Encounter') },
    example: { id: ':appointmentId' },
  }),
}
