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

const resources: Record<Readable, { isSearched: boolean; documentation: string }> = {
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
  Patient: { isSearched: false, documentation: 'Name, birth date and NHS number.' },
}

/** What this server does, as FHIR R4's CapabilityStatement. */
export const capabilityStatement = (address: string): object => ({
  resourceType: 'CapabilityStatement',
  status: 'active',
  date: '2026-11-21',
  publisher: 'Candour',
  kind: 'instance',
  software: { name: 'Candour', version: '1' },
  implementation: { description: 'Consents of dental patients, to read', url: `${address}/api/fhir` },
  fhirVersion: '4.0.1',
  format: ['application/fhir+json', 'json'],
  rest: [
    {
      mode: 'server',
      security: {
        description:
          'An API key of the practice as bearer token, with SMART scopes such as system/Consent.read. Keys are made in Settings, Connections.',
      },
      resource: [
        ...Object.entries(resources).map(([type, { isSearched, documentation }]) => ({
          type,
          profile: profiles[type as Readable],
          documentation,
          interaction: [{ code: 'read' }, ...(isSearched ? [{ code: 'search-type' }] : [])],
          versioning: 'no-version',
          ...(isSearched ? { searchParam: searchParameters } : {}),
        })),
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
