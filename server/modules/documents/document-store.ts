import { and, asc, desc, eq, isNull, lt, lte, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { ConsentDocument } from '../../../contract/consents.ts'
import { whereOwn, preparedQuery } from '../../platform/database/prepared-query.ts'
import type { ClinicScope, JobScope, SweepScope, TenantScope } from '../../platform/database/transaction.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { annexedEvents, consentEvents, consents } from '../consents/consent-schema.ts'
import { patients } from '../patients/patient-schema.ts'
import { documentName } from './document-name.ts'
import { documentVersions } from './document-schema.ts'
import { archive_remaining_min, earlierAlgorithms, type RenewalState } from './document-renewal-rules.ts'

export type DocumentVersion = typeof documentVersions.$inferSelect

/** Under which name the file store keeps a version: by its content, so that it can hold no other. */
export const documentFileName = (sha256: string): string => `documents/${sha256}.pdf`

/** How a row of `document_versions` is given away: as the sealed file that it stands for. */
export const storedDocuments = {
  table: 'document_versions',
  fileOf({ sha256, consent_id: consentId, kind, number }: Record<string, unknown>) {
    const name = `documents/${String(consentId)}-${String(number)}-${String(kind)}.pdf`
    return {
      storedAs: documentFileName(String(sha256)),
      name,
      title: `Consent ${String(consentId)}, ${String(kind)}`,
    }
  },
}

const ofConsent = (scope: TenantScope, consentId: string) =>
  and(eq(documentVersions.clinicId, scope.clinicId), eq(documentVersions.consentId, consentId))

/** Whether a version is an annex, renewed or not, and none of the record. */
export const isAnnex = ({ kind }: Pick<DocumentVersion, 'kind'>): boolean => kind.startsWith('annex')

/** Annexes stand behind the versions of the record: whoever takes the first has the record. */
const annexesLast = sql`${documentVersions.kind} like 'annex%'`

const versionsQuery = preparedQuery('document_versions', (tx) =>
  tx
    .select()
    .from(documentVersions)
    .where(whereOwn(documentVersions, documentVersions.consentId, 'consentId'))
    .orderBy(annexesLast, desc(documentVersions.number)),
)

/** The versions of a consent's record, newest first, and behind them its annexes. */
export const listDocumentVersions = (scope: TenantScope, consentId: string): Promise<DocumentVersion[]> =>
  versionsQuery(scope, { consentId })

/** The same as consents show them. */
export async function listDocuments(
  scope: TenantScope,
  consentId: string,
): Promise<z.infer<typeof ConsentDocument>[]> {
  return (await listDocumentVersions(scope, consentId)).map(viewOf)
}

const viewOf = ({ id, kind, number, sha256, bytes, createdAt, stampedUntil }: DocumentVersion) => ({
  id,
  kind,
  number,
  sha256,
  bytes,
  createdAt: createdAt.toISOString(),
  stampedUntil: stampedUntil?.toISOString() ?? null,
})

/** More documents than one person ever has; the list of a patient has no pages. */
const documents_of_patient_max = 500

/** The sealed records of all consents of a patient, newest first. */
export async function listDocumentsOfPatient(scope: ClinicScope, patientId: string) {
  const rows = await scope.tx
    .select({ version: documentVersions, title: sql<string>`${consents.content} ->> 'title'` })
    .from(consents)
    .innerJoin(
      documentVersions,
      and(eq(documentVersions.clinicId, consents.clinicId), eq(documentVersions.consentId, consents.id)),
    )
    .where(and(eq(consents.clinicId, scope.clinicId), eq(consents.patientId, patientId)))
    .orderBy(desc(documentVersions.createdAt), desc(documentVersions.id))
    .limit(documents_of_patient_max)
  return rows.map(({ version, title }) => ({ ...viewOf(version), consentId: version.consentId, title }))
}

/** One version of a consent's record by its id. */
export async function findVersion(
  scope: TenantScope,
  consentId: string,
  documentId: string,
): Promise<DocumentVersion | undefined> {
  const [found] = await scope.tx
    .select()
    .from(documentVersions)
    .where(and(ofConsent(scope, consentId), eq(documentVersions.id, documentId)))
  return found
}

/** The version of a consent of that kind, about that. */
export async function findVersionOfKind(
  scope: TenantScope,
  consentId: string,
  kind: DocumentVersion['kind'],
  about = 0,
): Promise<DocumentVersion | undefined> {
  const [found] = await scope.tx
    .select()
    .from(documentVersions)
    .where(
      and(ofConsent(scope, consentId), eq(documentVersions.kind, kind), eq(documentVersions.about, about)),
    )
  return found
}

/** Adds the next version of a locked consent; undefined when another run of the same job added it first. */
export async function insertVersion(
  scope: JobScope,
  version: Omit<DocumentVersion, 'clinicId' | 'id' | 'number' | 'createdAt'>,
): Promise<DocumentVersion | undefined> {
  const number = await scope.tx.$count(documentVersions, ofConsent(scope, version.consentId))
  const [made] = await scope.tx
    .insert(documentVersions)
    .values({ ...version, number: number + 1, clinicId: scope.clinicId, createdAt: scope.now })
    .onConflictDoNothing()
    .returning()
  return made
}

/** What the files of a consent are called by: whose, of what, when it was signed, and by which clock. */
export async function findNamedConsent(scope: TenantScope, consentId: string) {
  const [found] = await scope.tx
    .select({
      content: consents.content,
      signedAt: consents.signedAt,
      patient: { firstName: patients.firstName, lastName: patients.lastName },
      timeZone: clinics.timeZone,
    })
    .from(consents)
    .innerJoin(patients, and(eq(patients.clinicId, consents.clinicId), eq(patients.id, consents.patientId)))
    .innerJoin(clinics, eq(clinics.id, consents.clinicId))
    .where(and(eq(consents.clinicId, scope.clinicId), eq(consents.id, consentId)))
  return found!
}

/** What a version is called where people file it. */
export async function findVersionFileName(
  scope: TenantScope,
  { consentId, kind, about }: Pick<DocumentVersion, 'consentId' | 'kind' | 'about'>,
): Promise<string> {
  const { content, signedAt, patient, timeZone } = await findNamedConsent(scope, consentId)
  const teeth = content!.teeth.map(({ fdi }) => fdi)
  return documentName({
    kind,
    about,
    patient,
    treatment: content!.title,
    teeth,
    signedAt: signedAt!,
    timeZone,
  })
}

/** Signed consents with an event since their signature, overdue, that calls for an annex and has none. */
export function findUnannexedConsents(
  scope: SweepScope,
  { overdue, limit }: { overdue: Date; limit: number },
) {
  // Written out, not as parameters: only so does the planner know that the partial index holds them all.
  const listed = sql.raw(annexedEvents.map((event) => `'${event}'`).join(', '))
  const signed = alias(consentEvents, 'signed')
  const annex = and(
    eq(documentVersions.clinicId, consentEvents.clinicId),
    eq(documentVersions.consentId, consentEvents.consentId),
    eq(documentVersions.kind, 'annex'),
    eq(documentVersions.about, consentEvents.number),
  )
  const { clinicId, consentId } = consentEvents
  return scope.tx
    .selectDistinct({ clinicId, consentId })
    .from(consentEvents)
    .innerJoin(
      signed,
      and(
        eq(signed.clinicId, clinicId),
        eq(signed.consentId, consentId),
        eq(signed.event, 'consent.signed'),
        lt(signed.number, consentEvents.number),
      ),
    )
    .leftJoin(documentVersions, annex)
    .where(
      and(
        sql`${consentEvents.event} in (${listed})`,
        lte(consentEvents.at, overdue),
        isNull(documentVersions.consentId),
      ),
    )
    .limit(limit)
}

/** Names with the moments from which on they count, as rows of a query. */
const endingRows = (endings: RenewalState['algorithms']) =>
  sql`(select * from unnest(${textArray(endings.map(({ name }) => name))}::text[],
    ${textArray(endings.map(({ since }) => since.toISOString()))}::timestamptz[])) as ending (name, since)`

const textArray = (values: readonly string[]) => `{${values.map((value) => `"${value}"`).join(',')}}`

/** Consents with a version that nothing continues and that is due for a renewal; the rule of each decides in its job. */
export function findRenewableConsents(
  scope: SweepScope,
  { now, hasAuthority, cutoff, algorithms, keys }: RenewalState,
  limit: number,
): Promise<{ clinicId: string; consentId: string }[]> {
  const later = alias(documentVersions, 'later')
  const { clinicId, consentId, number, createdAt, stampedUntil, sealedWith, sealingKeyId } = documentVersions
  const { stamped, sealed } = earlierAlgorithms
  const used = sql`coalesce(${sealedWith}, case when ${stampedUntil} is null
    then ${textArray(sealed)}::text[] else ${textArray(stamped)}::text[] end)`
  const isWeak = sql`exists (select from ${endingRows(algorithms)}
    where ending.name = any (${used}) and ${createdAt} < ending.since)`
  const hasWeakKey = sql`exists (select from ${endingRows(keys)}
    where ending.name = ${sealingKeyId}::text and ${createdAt} < ending.since)`
  const isEnding = sql`${stampedUntil} - (${stampedUntil} - ${createdAt}) * ${archive_remaining_min}::float8 <= ${now}`
  const isDue = sql`case when ${stampedUntil} is not null then ${isEnding} or ${isWeak}
    when ${hasAuthority} then true else ${hasWeakKey} or ${isWeak} end`
  const isContinued = sql`exists (select from ${documentVersions} as ${sql.identifier('later')}
    where ${later.clinicId} = ${clinicId} and ${later.consentId} = ${consentId} and ${later.number} > ${number}
    and case when ${annexesLast} then ${later.kind} in ('annex-archived', 'annex-resealed') and ${later.about} = ${number}
      else ${later.kind} not like 'annex%' end)`
  return scope.tx
    .selectDistinct({ clinicId, consentId })
    .from(documentVersions)
    .where(and(lte(createdAt, cutoff), isDue, sql`not ${isContinued}`))
    .limit(limit)
}

const sealRequiredSince = { signed: consents.signedAt, finalised: consents.finalisedAt } as const

/**
 * Consents that were signed, or countersigned, by the time `overdue` and still lack that document, whatever became of
 * them since; longest first.
 */
export function findUnsealedConsents(
  scope: SweepScope,
  { kind, overdue, limit }: { kind: keyof typeof sealRequiredSince; overdue: Date; limit: number },
) {
  const version = and(
    eq(documentVersions.clinicId, consents.clinicId),
    eq(documentVersions.consentId, consents.id),
    eq(documentVersions.kind, kind),
  )
  return scope.tx
    .select({ clinicId: consents.clinicId, consentId: consents.id })
    .from(consents)
    .leftJoin(documentVersions, version)
    .where(and(lte(sealRequiredSince[kind], overdue), isNull(documentVersions.consentId)))
    .orderBy(asc(sealRequiredSince[kind]))
    .limit(limit)
}
