/**
 * What an API key may read, written as SMART on FHIR writes the scopes of systems, and the one that adds and ends staff
 * accounts (SCIM). Import-free, so that browsers may use it as a value.
 */
export const provisioningScope = 'system/Staff.provision'

export const integrationScopes = [
  'system/Consent.read',
  'system/DocumentReference.read',
  'system/QuestionnaireResponse.read',
  'system/Patient.read',
  provisioningScope,
] as const
export type SmartScope = (typeof integrationScopes)[number]

/** News of consents that a webhook may be told of. */
export const webhookEvents = [
  'consent.sent',
  'consent.viewed',
  'consent.verbal',
  'consent.signed',
  'consent.finalised',
  'consent.declined',
  'consent.withdrawn',
  'consent.treatments_withdrawn',
  'consent.expired',
  'consent.voided',
  'consent.superseded',
  'consent.reconfirm_needed',
  'document.sealed',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]
