import { and, asc, count, eq, inArray, isNotNull, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { openRow, openRows, type Opened } from '../../platform/database/sealed-column.ts'
import type { IntegrationScope } from '../../platform/database/transaction.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { openEvents } from '../consents/index.ts'
import {
  consentAttestations,
  consentDiscussions,
  consentEvents,
  consents,
  countersignatures,
} from '../consents/consent-schema.ts'
import { documentVersions } from '../documents/document-schema.ts'
import { patients } from '../patients/patient-schema.ts'
import { readRelatedRecords } from '../proofs/index.ts'
import { signatures } from '../signing/signing-schema.ts'
import { afterCursor, buildPage, withinSpans, type Page } from './fhir-paging.ts'
import type { PageCursor, Span } from './fhir-rules.ts'

export type FoundConsent = Opened<typeof consents.$inferSelect>
export type FoundDocument = Awaited<ReturnType<typeof documentsWhere>>[number]
export type FoundPatient = NonNullable<Awaited<ReturnType<typeof findPatientForFhir>>>

/** What a search asks for: of whom, from when, and which page. */
export type FhirSearch = {
  patientId?: string | undefined
  spans: readonly Span[]
  after: PageCursor | null
  limit: number
}

/** What was never fixed for its patient, sent or agreed to by word of mouth, was asked of nobody, and is nobody's to read. */
const wasRequested = (scope: IntegrationScope) =>
  and(eq(consents.clinicId, scope.clinicId), isNotNull(consents.contentHash))

/** One consent that its patient was asked for. */
export async function findRequestedConsent(
  scope: IntegrationScope,
  id: string,
): Promise<FoundConsent | undefined> {
  const [found] = await scope.tx
    .select()
    .from(consents)
    .where(and(wasRequested(scope), eq(consents.id, id)))
  return found && openRow(scope, consents, found)
}

/** Consents that were asked for, those first that changed first. */
export async function searchConsents(
  scope: IntegrationScope,
  { patientId, spans, after, limit }: FhirSearch,
): Promise<Page<FoundConsent>> {
  const where = and(
    wasRequested(scope),
    patientId ? eq(consents.patientId, patientId) : undefined,
    ...withinSpans(consents.updatedAt, spans),
  )
  const [counted] = await scope.tx.select({ total: count() }).from(consents).where(where)
  const rows = await scope.tx
    .select()
    .from(consents)
    .where(and(where, afterCursor(consents.updatedAt, consents.id, after)))
    .orderBy(asc(consents.updatedAt), asc(consents.id))
    .limit(limit + 1)
  return buildPage(openRows(scope, consents, rows), counted!.total, limit, ({ updatedAt, id }) => ({
    at: updatedAt,
    id,
  }))
}

/** Everything that is kept of some consents besides themselves, by consent. */
export async function loadEvidence(scope: IntegrationScope, consentIds: readonly string[]) {
  const ids = [...consentIds]
  const ofClinic = (table: { clinicId: AnyPgColumn; consentId: AnyPgColumn }) =>
    and(eq(table.clinicId, scope.clinicId), inArray(table.consentId, ids))
  const chains = await scope.tx
    .select()
    .from(consentEvents)
    .where(ofClinic(consentEvents))
    .orderBy(asc(consentEvents.consentId), asc(consentEvents.number))
  const events = openEvents(scope, chains)
  const signed = await scope.tx.select().from(signatures).where(ofClinic(signatures))
  const countersigned = await scope.tx.select().from(countersignatures).where(ofClinic(countersignatures))
  const talks = await scope.tx
    .select()
    .from(consentDiscussions)
    .where(ofClinic(consentDiscussions))
    .orderBy(asc(consentDiscussions.on), asc(consentDiscussions.id))
  const discussions = openRows(scope, consentDiscussions, talks)
  const attestations = await scope.tx
    .select()
    .from(consentAttestations)
    .where(ofClinic(consentAttestations))
    .orderBy(asc(consentAttestations.at), asc(consentAttestations.id))
  const besideOf = await readRelatedRecords(scope, ids)
  const documents = await documentsWhere(scope, ofClinic(documentVersions))
  return (consentId: string) => ({
    events: events.filter((event) => event.consentId === consentId),
    signature: signed.find((row) => row.consentId === consentId),
    countersignature: countersigned.find((row) => row.consentId === consentId),
    discussions: discussions.filter((row) => row.consentId === consentId),
    attestations: attestations.filter((row) => row.consentId === consentId),
    beside: besideOf(consentId),
    documents: documents.filter(({ version }) => version.consentId === consentId),
  })
}

const documentsWhere = (scope: IntegrationScope, where: SQL | undefined, limit = 1000) =>
  scope.tx
    .select({
      version: documentVersions,
      consent: {
        patientId: consents.patientId,
        content: consents.content,
        contentHash: consents.contentHash,
        signedAt: consents.signedAt,
        finalisedAt: consents.finalisedAt,
      },
      patient: { firstName: patients.firstName, lastName: patients.lastName },
      timeZone: clinics.timeZone,
    })
    .from(documentVersions)
    .innerJoin(
      consents,
      and(eq(consents.clinicId, documentVersions.clinicId), eq(consents.id, documentVersions.consentId)),
    )
    .innerJoin(patients, and(eq(patients.clinicId, consents.clinicId), eq(patients.id, consents.patientId)))
    .innerJoin(clinics, eq(clinics.id, documentVersions.clinicId))
    .where(where)
    .orderBy(asc(documentVersions.createdAt), asc(documentVersions.id))
    .limit(limit)

const ofClinic = (scope: IntegrationScope) => eq(documentVersions.clinicId, scope.clinicId)

/** One sealed document. */
export async function findDocument(scope: IntegrationScope, id: string): Promise<FoundDocument | undefined> {
  const [found] = await documentsWhere(scope, and(ofClinic(scope), eq(documentVersions.id, id)))
  return found
}

/** The versions of the records of some consents: which is the newest, and what it adds to. */
export const listVersionsOfConsents = (scope: IntegrationScope, consentIds: readonly string[]) =>
  scope.tx
    .select({
      id: documentVersions.id,
      consentId: documentVersions.consentId,
      number: documentVersions.number,
      kind: documentVersions.kind,
    })
    .from(documentVersions)
    .where(and(ofClinic(scope), inArray(documentVersions.consentId, [...consentIds])))

/** Sealed documents, those first that were sealed first. */
export async function searchDocuments(
  scope: IntegrationScope,
  { patientId, spans, after, limit }: FhirSearch,
): Promise<Page<FoundDocument>> {
  const where = and(
    ofClinic(scope),
    patientId ? eq(consents.patientId, patientId) : undefined,
    ...withinSpans(documentVersions.createdAt, spans),
  )
  const [counted] = await scope.tx
    .select({ total: count() })
    .from(documentVersions)
    .innerJoin(
      consents,
      and(eq(consents.clinicId, documentVersions.clinicId), eq(consents.id, documentVersions.consentId)),
    )
    .where(where)
  const page = and(where, afterCursor(documentVersions.createdAt, documentVersions.id, after))
  const rows = await documentsWhere(scope, page, limit + 1)
  return buildPage(rows, counted!.total, limit, ({ version }) => ({ at: version.createdAt, id: version.id }))
}

/** Of one patient who they are, and nothing else. */
export async function findPatientForFhir(scope: IntegrationScope, id: string) {
  const { title, firstName, lastName, dateOfBirth, nhsNumber, status, version, updatedAt } = patients
  const [found] = await scope.tx
    .select({
      id: patients.id,
      title,
      firstName,
      lastName,
      dateOfBirth,
      nhsNumber,
      status,
      version,
      updatedAt,
    })
    .from(patients)
    .where(and(eq(patients.clinicId, scope.clinicId), eq(patients.id, id)))
  return found
}
