/** What an API key may read by FHIR, written as SMART on FHIR writes the scopes of systems. */
export const smartScopes = [
  'system/Consent.read',
  'system/DocumentReference.read',
  'system/QuestionnaireResponse.read',
  'system/Patient.read',
  'system/Appointment.read',
  'system/Encounter.read',
] as const

/** What an app that was opened at a patient may read of them, as SMART App Launch writes it: the same, of one patient. */
export const patientScopes = [
  'patient/Consent.read',
  'patient/DocumentReference.read',
  'patient/QuestionnaireResponse.read',
  'patient/Patient.read',
  'patient/Appointment.read',
  'patient/Encounter.read',
] as const satisfies readonly `patient/${string}.read`[]
export type PatientScope = (typeof patientScopes)[number]

/** What adds and ends staff accounts (SCIM). */
export const provisioningScope = 'system/Staff.provision'

/** What an API key may do by `/api/v1`, one scope for each kind of action. */
export const actionScopes = [
  'practice:read',
  'patients:write',
  'appointments:write',
  'consents:create',
  'consents:send',
  'consents:read',
  'consents:void',
  'records:read',
  'launches:create',
  'embeds:create',
  'subscriptions:request',
] as const

/** All of it. Import-free, so that browsers may use it as a value. */
export const integrationScopes = [...smartScopes, provisioningScope, ...actionScopes] as const
export type KeyScope = (typeof integrationScopes)[number]

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
