import { and, asc, count, desc, eq, inArray, isNull, like, lte, sql } from 'drizzle-orm'
import type { Slice } from '../../platform/database/list-slice.ts'
import type { ClinicScope, JobScope, StaffScope, SweepScope } from '../../platform/database/transaction.ts'
import { documentVersions } from '../documents/document-schema.ts'
import { writeBacks } from './write-back-schema.ts'

export type WriteBackRow = typeof writeBacks.$inferSelect

/** Sealed documents of a consent that are not on their way yet, oldest first. */
export const findDocumentsToQueue = (scope: JobScope, consentId: string) =>
  scope.tx
    .select({
      id: documentVersions.id,
      consentId: documentVersions.consentId,
      kind: documentVersions.kind,
      about: documentVersions.about,
    })
    .from(documentVersions)
    .leftJoin(
      writeBacks,
      and(eq(writeBacks.clinicId, documentVersions.clinicId), eq(writeBacks.documentId, documentVersions.id)),
    )
    .where(
      and(
        eq(documentVersions.clinicId, scope.clinicId),
        eq(documentVersions.consentId, consentId),
        isNull(writeBacks.id),
      ),
    )
    .orderBy(asc(documentVersions.number))

/** Names of the clinic's files that begin so. */
export async function findSimilarNames(scope: JobScope, stem: string): Promise<string[]> {
  const pattern = `${stem.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const rows = await scope.tx
    .select({ fileName: writeBacks.fileName })
    .from(writeBacks)
    .where(and(eq(writeBacks.clinicId, scope.clinicId), like(writeBacks.fileName, pattern)))
  return rows.map(({ fileName }) => fileName)
}

type NewWriteBack = Pick<WriteBackRow, 'consentId' | 'documentId' | 'fileName' | 'giveUpAt'>

/** Puts a document on its way and answers its row's id; undefined where another run did so first. */
export async function insertWriteBack(scope: JobScope, document: NewWriteBack): Promise<string | undefined> {
  const { clinicId, now } = scope
  const [made] = await scope.tx
    .insert(writeBacks)
    .values({ ...document, clinicId, createdAt: now, nextAttemptAt: now })
    .onConflictDoNothing({ target: [writeBacks.clinicId, writeBacks.documentId] })
    .returning({ id: writeBacks.id })
  return made?.id
}

const writeBackById = (scope: StaffScope, id: string) =>
  and(eq(writeBacks.clinicId, scope.clinicId), eq(writeBacks.id, id))

/** One with its row locked until the transaction ends. */
export async function lockWriteBack(scope: StaffScope, id: string): Promise<WriteBackRow | undefined> {
  const [found] = await scope.tx.select().from(writeBacks).where(writeBackById(scope, id)).for('update')
  return found
}

/** Writes down how far a locked one has come. */
export async function updateWriteBack(
  scope: StaffScope,
  id: string,
  change: Partial<
    Omit<WriteBackRow, 'clinicId' | 'id' | 'consentId' | 'documentId' | 'fileName' | 'createdAt'>
  >,
): Promise<WriteBackRow> {
  const [changed] = await scope.tx.update(writeBacks).set(change).where(writeBackById(scope, id)).returning()
  return changed!
}

/** The hash that names a document's file. */
export async function findDocumentSha256(scope: StaffScope, documentId: string): Promise<string> {
  const [found] = await scope.tx
    .select({ sha256: documentVersions.sha256 })
    .from(documentVersions)
    .where(and(eq(documentVersions.clinicId, scope.clinicId), eq(documentVersions.id, documentId)))
  return found!.sha256
}

export type ShownStatus = 'queued' | 'delivered' | 'failed'

const isShownAs = (status: ShownStatus | undefined) => {
  if (!status) return undefined
  // Being put into place is on its way.
  if (status === 'queued') return inArray(writeBacks.status, ['queued', 'placing'])
  return eq(writeBacks.status, status)
}

/** A page of the clinic's documents on their way, newest first, and how many there are in all. */
export async function listWriteBacks(
  scope: ClinicScope,
  status: ShownStatus | undefined,
  { limit, offset }: Slice,
): Promise<{ rows: WriteBackRow[]; total: number }> {
  const where = and(eq(writeBacks.clinicId, scope.clinicId), isShownAs(status))
  const [counted] = await scope.tx.select({ total: count() }).from(writeBacks).where(where)
  const rows = await scope.tx
    .select()
    .from(writeBacks)
    .where(where)
    .orderBy(desc(writeBacks.createdAt), desc(writeBacks.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: counted!.total }
}

/** How many of the clinic's documents stand in each status. */
export async function countWriteBacks(scope: ClinicScope): Promise<Record<ShownStatus, number>> {
  const rows = await scope.tx
    .select({ status: writeBacks.status, count: count() })
    .from(writeBacks)
    .where(eq(writeBacks.clinicId, scope.clinicId))
    .groupBy(writeBacks.status)
  const of = (status: WriteBackRow['status']) => rows.find((row) => row.status === status)?.count ?? 0
  return { queued: of('queued') + of('placing'), delivered: of('delivered'), failed: of('failed') }
}

/** Lets one transaction at a time find out whether a document of the clinic is the first to fail. */
export const lockFailureCheck = (scope: JobScope) =>
  scope.tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`write-backs of ${scope.clinicId}`}, 0))`,
  )

/** Whether a document of the clinic did not arrive and is tried no more. */
export async function hasFailedWriteBack(scope: StaffScope): Promise<boolean> {
  const rows = await scope.tx
    .select({ id: writeBacks.id })
    .from(writeBacks)
    .where(and(eq(writeBacks.clinicId, scope.clinicId), eq(writeBacks.status, 'failed')))
    .limit(1)
  return rows.length > 0
}

/** Documents whose time has come, longest first: ids alone. */
export const findDueWriteBacks = (scope: SweepScope, limit: number) =>
  scope.tx
    .select({ clinicId: writeBacks.clinicId, writeBackId: writeBacks.id })
    .from(writeBacks)
    .where(lte(writeBacks.nextAttemptAt, scope.now))
    .orderBy(asc(writeBacks.nextAttemptAt))
    .limit(limit)
