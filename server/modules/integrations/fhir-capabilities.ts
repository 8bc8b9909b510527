import type { smartScopes } from '../../../contract/integration-scopes.ts'
import { profiles } from './fhir-codes.ts'

type Readable = (typeof smartScopes)[number] extends `system/${infer Name}.read` ? Name : never

const searchParameters = [
  { name: 'patient', type: 'reference', documentation: 'Patient/{id} or {id}' },
  {
    name: '_lastUpdated',
    type: 'date',
    documentation: 'Once or twice, with eq, ge, gt, le or lt; results come in its order',
  },
]

const resources: Record<Readable, { isSearched: boolean; isWritten?: true; documentation: string }> = {
  Consent: {
    isSearched: true,
    documentation:
      'Every consent that was sent. A document sealed after the signature shows in it without a later lastUpdated: search DocumentReference for documents.',
  },
  QuestionnaireResponse: {
    isSearched: true,
    documentation: 'What the patient confirmed and chose; its id is that of the consent.',
  },
  DocumentReference: {
    isSearched: true,
    documentation:
      'Every sealed document, every file of the scan of a signed paper, and the pictures that a patient was shown; the content is at Binary under the same id.',
  },
  Patient: {
    isSearched: false,
    isWritten: true,
    documentation:
      'Read: name, birth date and NHS number. Written with the scope patients:write: also title, telecom, address and language, with exactly one identifier of your own (system and value). Elements left out stay as they are. A patient whom the practice has already is found by your identifier, or by name and birth date, and answered with 200. What contradicts a record is not written: 409 with the reason patient-held, until the practice decides. An update names its version by If-Match or meta.versionId; an older one is refused with 412.',
  },
  Appointment: {
    isSearched: true,
    isWritten: true,
    documentation:
      'Read: state, start, duration, reason, patient, clinician and room. Written with the scope appointments:write, with exactly one identifier of your own (system and value): booked books or changes; cancelled and entered-in-error cancel, and noshow says that the patient did not come, whatever else is sent with them. What was entered in error reads as cancelled. Other states are recorded by people of the practice. The patient is Patient/{id} or your identifier of them; the clinician is Practitioner/{id}, a GDC number, or a contained Practitioner, unchanged since it was read; a participant of the type Location gives the room by its display. Codes of serviceType are the treatments that the practice has mapped to templates; they are not read back. Elements left out stay as they are. An appointment that the board has already for the same patient, clinician and start is linked and answered with 200.',
  },
  Encounter: {
    isSearched: false,
    documentation:
      'The state of an appointment: planned, arrived, in-progress, finished or cancelled. Its id is that of the appointment.',
  },
}

/** What this server does, as FHIR R4's CapabilityStatement. */
export const capabilityStatement = (address: string): object => ({
  resourceType: 'CapabilityStatement',
  status: 'active',
  date: '2026-11-30',
  publisher: 'Candour',
  kind: 'instance',
  software: { name: 'Candour', version: '1' },
  implementation: {
    description: 'Consents of dental patients, to read; patients and appointments, to write',
    url: `${address}/api/fhir`,
  },
  fhirVersion: '4.0.1',
  format: ['application/fhir+json', 'json'],
  rest: [
    {
      mode: 'server',
      security: {
        service: [
          {
            coding: [
              {
                system: 'http://terminology.hl7.org/CodeSystem/restful-security-service',
                code: 'SMART-on-FHIR',
              },
            ],
          },
        ],
        description:
          'An API key of the practice as bearer token, with SMART scopes such as system/Consent.read. Keys are made in Settings, Connections. Apps that staff open at a patient get a token by SMART App Launch, as /api/fhir/.well-known/smart-configuration says.',
      },
      resource: [
        ...Object.entries(resources).map(([type, { isSearched, isWritten, documentation }]) => ({
          type,
          profile: profiles[type as Readable],
          documentation,
          interaction: [
            { code: 'read' },
            ...(isSearched ? [{ code: 'search-type' }] : []),
            ...(isWritten ? [{ code: 'create' }, { code: 'update' }] : []),
          ],
          ...(isWritten
            ? { versioning: 'versioned-update', conditionalCreate: true, updateCreate: false }
            : { versioning: 'no-version' }),
          ...(isSearched ? { searchParam: searchParameters } : {}),
        })),
        {
          type: 'Subscription',
          documentation:
            'A webhook that a key with the scope subscriptions:request asks for. It stays requested until an administrator of the practice has looked at it and switched it on; a change of criteria, endpoint or payload has to be switched on again. Criteria: Consent, Consent?status= with proposed, active, rejected, inactive or entered-in-error (several by commas), or DocumentReference. Channel: rest-hook without header; without payload the notification is an empty POST, and with application/fhir+json and the extension backport-payload-content id-only it is a Bundle that names the Subscription and what was changed. Each is signed as Standard Webhooks has it, with the secret that the administrator is shown. off switches it off, DELETE ends it; revoking its key does too.',
          interaction: [{ code: 'read' }, { code: 'create' }, { code: 'update' }, { code: 'delete' }],
          versioning: 'versioned-update',
          updateCreate: false,
        },
        {
          type: 'Binary',
          documentation: 'The file itself; a Binary where application/fhir+json is asked for.',
          interaction: [{ code: 'read' }],
          versioning: 'no-version',
        },
      ],
    },
  ],
})
