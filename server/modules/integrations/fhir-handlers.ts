import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { files } from '../../../contract/index.ts'
import type { IntegrationScope } from '../../platform/database/transaction.ts'
import type { Files } from '../../platform/files/files.ts'
import type { ResponseFormat } from '../../platform/http/route-endpoints.ts'
import { handleRoute } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { appointmentResource, appointmentTag, encounterResource } from './fhir-appointment-resources.ts'
import { findAppointmentForFhir, searchAppointments } from './fhir-appointment-store.ts'
import { capabilityStatement } from './fhir-capabilities.ts'
import {
  questionnaireResponseResource,
  consentResource,
  patientResource,
  patientTag,
  type ConsentFacts,
} from './fhir-resources.ts'
import { findStoredFile, searchStoredFiles } from './fhir-stored-files.ts'
import { mergePages } from './fhir-paging.ts'
import {
  operationOutcome,
  parseCursor,
  parseDateSpan,
  formatCursor,
  type PageCursor,
  type Span,
} from './fhir-rules.ts'
import {
  loadEvidence,
  findPatientForFhir,
  findRequestedConsent,
  searchConsents,
  type FoundConsent,
  type FhirSearch,
} from './fhir-store.ts'

const routes = files.integrations
const fhirJson = 'application/fhir+json'

/** How FHIR's routes write what they answer and refuse. */
export const fhirResponseFormat = (address: string): ResponseFormat => ({
  prefix: '/api/fhir',
  type: `${fhirJson}; charset=utf-8`,
  refusal: (envelope) => operationOutcome(address, envelope),
  // HTTP's own answer to If-Match, which our codes do not have.
  statusOf: ({ details }) => (details.reason === 'stale-version' ? 412 : undefined),
})

type FhirSearchParams = {
  patient?: string | undefined
  _lastUpdated?: string[] | undefined
  _count: number
  _after?: string | undefined
}

/** What a search asks for, or why it cannot be told. */
function parseSearch({
  patient,
  _lastUpdated = [],
  _count,
  _after,
}: FhirSearchParams): FhirSearch | 'bad-date' | 'bad-page' {
  const spans = _lastUpdated.map(parseDateSpan)
  if (spans.includes(null)) return 'bad-date'
  const after = _after ? parseCursor(_after) : null
  if (_after && !after) return 'bad-page'
  return { patientId: patient, spans: spans as Span[], after, limit: _count }
}

type SearchResult = { resources: { id: string; resource: object }[]; total: number; next: PageCursor | null }

/** One page of a search as FHIR's Bundle, with the links that lead on. */
function buildBundle(
  address: string,
  type: string,
  { patient, _lastUpdated = [], _count, _after }: FhirSearchParams,
  found: SearchResult,
) {
  const url = `${address}/api/fhir/${type}`
  const linkTo = (after: string | undefined) => {
    const query = new URLSearchParams()
    if (patient) query.append('patient', patient)
    for (const date of _lastUpdated) query.append('_lastUpdated', date)
    query.append('_count', String(_count))
    if (after) query.append('_after', after)
    return `${url}?${query.toString()}`
  }
  const entry = found.resources.map(({ id, resource }) => ({
    fullUrl: `${url}/${id}`,
    resource,
    search: { mode: 'match' },
  }))
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    total: found.total,
    link: [
      { relation: 'self', url: linkTo(_after) },
      ...(found.next ? [{ relation: 'next', url: linkTo(formatCursor(found.next)) }] : []),
    ],
    ...(entry.length > 0 ? { entry } : {}),
  }
}

async function findConsentFacts(
  scope: IntegrationScope,
  consents: readonly FoundConsent[],
  address: string,
): Promise<ConsentFacts[]> {
  const evidence = await loadEvidence(
    scope,
    consents.map(({ id }) => id),
  )
  return consents.map((consent) => ({ consent, evidence: evidence(consent.id), address }))
}

/** Reading consents, and answers, one by one and by search: the same rows as different resources. */
function consentReaders(address: string, type: string, resourceOf: (facts: ConsentFacts) => object) {
  return {
    async read(scope: IntegrationScope, { id }: { id: string }) {
      const consent = await findRequestedConsent(scope, id)
      if (!consent) return refuse('not-found')
      const [facts] = await findConsentFacts(scope, [consent], address)
      return { answer: { document: resourceOf(facts!) }, subject: id }
    },
    async search(scope: IntegrationScope, asked: FhirSearchParams) {
      const wanted = parseSearch(asked)
      if (typeof wanted === 'string') return refuse(wanted)
      const { rows, total, next } = await searchConsents(scope, wanted)
      const resources = (await findConsentFacts(scope, rows, address)).map((facts) => ({
        id: facts.consent.id,
        resource: resourceOf(facts),
      }))
      const document = buildBundle(address, type, asked, { resources, total, next })
      return { answer: { document }, details: { found: rows.length } }
    },
  }
}

function documentReaders(address: string) {
  return {
    async read(scope: IntegrationScope, { id }: { id: string }) {
      const found = await findStoredFile(scope, id)
      if (!found) return refuse('not-found')
      const document = await found.resource(address)
      return { answer: { document }, subject: found.consentId, details: { documentId: id } }
    },
    async search(scope: IntegrationScope, asked: FhirSearchParams) {
      const wanted = parseSearch(asked)
      if (typeof wanted === 'string') return refuse(wanted)
      const page = mergePages(await searchStoredFiles(scope, wanted, address), wanted.limit)
      const { rows: resources, total, next } = page
      const document = buildBundle(address, 'DocumentReference', asked, { resources, total, next })
      return { answer: { document }, details: { found: resources.length } }
    },
  }
}

/** Appointments, and what each has come to. */
const appointmentReaders = (address: string) => ({
  async read(scope: IntegrationScope, { id }: { id: string }) {
    const found = await findAppointmentForFhir(scope, id)
    if (!found) return refuse('not-found')
    const headers = { etag: appointmentTag(found) }
    return { answer: { document: appointmentResource(found, address), headers }, subject: id }
  },
  async encounter(scope: IntegrationScope, { id }: { id: string }) {
    const found = await findAppointmentForFhir(scope, id)
    if (!found) return refuse('not-found')
    const headers = { etag: appointmentTag(found) }
    return { answer: { document: encounterResource(found, address), headers }, subject: id }
  },
  async search(scope: IntegrationScope, asked: FhirSearchParams) {
    const wanted = parseSearch(asked)
    if (typeof wanted === 'string') return refuse(wanted)
    const { rows, total, next } = await searchAppointments(scope, wanted)
    const resources = rows.map((row) => ({ id: row.id, resource: appointmentResource(row, address) }))
    const document = buildBundle(address, 'Appointment', asked, { resources, total, next })
    return { answer: { document }, details: { found: rows.length } }
  },
})

/** A kept file as it is, or inside FHIR's Binary where JSON is asked for. */
function binaryReader(store: Files) {
  return async (
    scope: IntegrationScope,
    { id, _format }: { id: string; _format?: string | undefined },
    { accept }: { accept: string },
  ) => {
    const found = await findStoredFile(scope, id)
    if (!found) return refuse('not-found')
    const { consentId, sha256, type } = found
    const open = found.open(store)
    const openWrapped = async () => {
      const data = (await buffer((await open()).stream)).toString('base64')
      const text = JSON.stringify({ resourceType: 'Binary', id, contentType: type, data })
      return { stream: Readable.from([text]), bytes: Buffer.byteLength(text) }
    }
    const isJson = _format !== undefined || accept.includes(fhirJson)
    const name = await found.name(scope)
    return {
      answer: isJson
        ? { open: openWrapped, type: fhirJson, name: `${name}.json`, etag: `${sha256}-json` }
        : { open, type, name, etag: sha256 },
      subject: consentId,
      details: { documentId: id, sha256 },
    }
  }
}

/** FHIR's endpoints (`contract/integrations.ts`). */
export function fhirHandlers({ files: store, address }: { files: Files; address: string }) {
  const consents = consentReaders(address, 'Consent', consentResource)
  const answers = consentReaders(address, 'QuestionnaireResponse', questionnaireResponseResource)
  const documents = documentReaders(address)
  const appointments = appointmentReaders(address)
  return [
    handleRoute(routes.appointment, appointments.read),
    handleRoute(routes.appointments, appointments.search),
    handleRoute(routes.encounter, appointments.encounter),
    handleRoute(routes.metadata, async () => ({ answer: { document: capabilityStatement(address) } })),
    handleRoute(routes.consent, consents.read),
    handleRoute(routes.consents, consents.search),
    handleRoute(routes.questionnaireResponse, answers.read),
    handleRoute(routes.questionnaireResponses, answers.search),
    handleRoute(routes.documentReference, documents.read),
    handleRoute(routes.documentReferences, documents.search),
    handleRoute(routes.binary, binaryReader(store)),
    handleRoute(routes.patient, async (scope, { id }) => {
      const patient = await findPatientForFhir(scope, id)
      if (!patient) return refuse('not-found')
      const headers = { etag: patientTag(patient) }
      return { answer: { document: patientResource(patient), headers }, subject: id }
    }),
  ]
}
