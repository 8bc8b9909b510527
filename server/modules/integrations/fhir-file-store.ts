import { and, asc, count, eq, isNotNull, sql, type SQL } from 'drizzle-orm'
import type { IntegrationScope } from '../../platform/database/transaction.ts'
import { consents } from '../consents/consent-schema.ts'
import { findScanFile } from '../paper/index.ts'
import { paperFiles, paperScans } from '../paper/paper-schema.ts'
import { findPicture } from '../pictures/index.ts'
import { consentPictures } from '../pictures/picture-schema.ts'
import type { FhirSearch } from './fhir-store.ts'
import { afterCursor, buildPage, withinSpans, type Page } from './fhir-paging.ts'

const consent = { patientId: consents.patientId, content: consents.content }

const scanOf = {
  id: paperFiles.id,
  consentId: paperFiles.consentId,
  sha256: paperFiles.sha256,
  type: paperFiles.type,
  bytes: paperFiles.bytes,
  position: paperFiles.position,
  number: paperScans.number,
  reason: paperScans.reason,
  takenBy: paperScans.takenBy,
  at: paperScans.takenAt,
  consent,
}

const scansFrom = (scope: IntegrationScope, where: SQL | undefined, limit: number) =>
  scope.tx
    .select(scanOf)
    .from(paperFiles)
    .innerJoin(
      paperScans,
      and(eq(paperScans.clinicId, paperFiles.clinicId), eq(paperScans.id, paperFiles.scanId)),
    )
    .innerJoin(
      consents,
      and(eq(consents.clinicId, paperFiles.clinicId), eq(consents.id, paperFiles.consentId)),
    )
    .where(and(eq(paperFiles.clinicId, scope.clinicId), where))
    .orderBy(asc(paperScans.takenAt), asc(paperFiles.id))
    .limit(limit)

export type FoundScan = Awaited<ReturnType<typeof scansFrom>>[number]

/**
 * When a picture became part of a text that its patient was asked about, which is when others may first read it: at
 * sending, or when it was agreed to by word of mouth.
 */
const frozenAt = sql<Date>`coalesce(${consents.sentAt}, (select min(e.at) from consent_events e
  where e.clinic_id = ${consents.clinicId} and e.consent_id = ${consents.id} and e.event = 'consent.verbal'))`.mapWith(
  consents.sentAt,
)

const pictureOf = {
  id: consentPictures.id,
  consentId: consentPictures.consentId,
  sha256: consentPictures.sha256,
  type: consentPictures.type,
  kind: consentPictures.kind,
  caption: consentPictures.caption,
  alt: consentPictures.alt,
  takenOn: consentPictures.takenOn,
  marks: consentPictures.marks,
  at: frozenAt,
  consent,
}

/** Pictures of texts that were fixed: those of a draft are nobody's to read. */
const picturesFrom = (scope: IntegrationScope, where: SQL | undefined, limit: number) =>
  scope.tx
    .select(pictureOf)
    .from(consentPictures)
    .innerJoin(
      consents,
      and(eq(consents.clinicId, consentPictures.clinicId), eq(consents.id, consentPictures.consentId)),
    )
    .where(and(eq(consentPictures.clinicId, scope.clinicId), isNotNull(consents.contentHash), where))
    .orderBy(asc(frozenAt), asc(consentPictures.id))
    .limit(limit)

export type FoundPicture = Awaited<ReturnType<typeof picturesFrom>>[number]

const ofPatient = (patientId: string | undefined) =>
  patientId ? eq(consents.patientId, patientId) : undefined

/** The files of scans of signed papers, those first that were taken in first. */
export async function searchScans(
  scope: IntegrationScope,
  { patientId, spans, after, limit }: FhirSearch,
): Promise<Page<FoundScan>> {
  const where = and(ofPatient(patientId), ...withinSpans(paperScans.takenAt, spans))
  const [counted] = await scope.tx
    .select({ total: count() })
    .from(paperFiles)
    .innerJoin(
      paperScans,
      and(eq(paperScans.clinicId, paperFiles.clinicId), eq(paperScans.id, paperFiles.scanId)),
    )
    .innerJoin(
      consents,
      and(eq(consents.clinicId, paperFiles.clinicId), eq(consents.id, paperFiles.consentId)),
    )
    .where(and(eq(paperFiles.clinicId, scope.clinicId), where))
  const page = and(where, afterCursor(paperScans.takenAt, paperFiles.id, after))
  return buildPage(await scansFrom(scope, page, limit + 1), counted!.total, limit, (row) => row)
}

/** The pictures of fixed texts, those first whose text was fixed first. */
export async function searchPictures(
  scope: IntegrationScope,
  { patientId, spans, after, limit }: FhirSearch,
): Promise<Page<FoundPicture>> {
  const where = and(ofPatient(patientId), ...withinSpans(frozenAt, spans))
  const [counted] = await scope.tx
    .select({ total: count() })
    .from(consentPictures)
    .innerJoin(
      consents,
      and(eq(consents.clinicId, consentPictures.clinicId), eq(consents.id, consentPictures.consentId)),
    )
    .where(and(eq(consentPictures.clinicId, scope.clinicId), isNotNull(consents.contentHash), where))
  const page = and(where, afterCursor(frozenAt, consentPictures.id, after))
  return buildPage(await picturesFrom(scope, page, limit + 1), counted!.total, limit, (row) => row)
}

/** One file of a scan, and where its bytes are. */
export async function findScan(scope: IntegrationScope, id: string) {
  const [found] = await scansFrom(scope, eq(paperFiles.id, id), 1)
  return found && { found, kept: (await findScanFile(scope, found.consentId, id))! }
}

/** One picture of a text that was fixed, and where its bytes are. */
export async function findFrozenPicture(scope: IntegrationScope, id: string) {
  const [found] = await picturesFrom(scope, eq(consentPictures.id, id), 1)
  return found && { found, kept: (await findPicture(scope, { ...found, pictureId: id }))! }
}
