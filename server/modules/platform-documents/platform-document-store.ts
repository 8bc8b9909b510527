import { and, asc, count, desc, eq } from 'drizzle-orm'
import type { PlatformDocumentKind } from '../../../contract/platform-documents.ts'
import type { AdminScope, ClinicScope, Tx } from '../../platform/database/transaction.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { documentAcceptances, platformDocumentVersions as versions } from './platform-document-schema.ts'

export type VersionRow = typeof versions.$inferSelect
type Reading = { tx: Tx }

/** Every version that the caller may see, by document, the newest first. */
export const listVersions = ({ tx }: Reading): Promise<VersionRow[]> =>
  tx.select().from(versions).orderBy(asc(versions.kind), desc(versions.number))

/** The published ones alone, without their texts. */
export const listPublished = ({ tx }: Reading) =>
  tx
    .select({
      id: versions.id,
      kind: versions.kind,
      number: versions.number,
      title: versions.title,
      change: versions.change,
      needsAcceptance: versions.needsAcceptance,
      asksAgain: versions.asksAgain,
      publishedAt: versions.publishedAt,
    })
    .from(versions)
    .where(eq(versions.status, 'published'))
    .orderBy(desc(versions.number))

export async function findVersion({ tx }: Reading, id: string): Promise<VersionRow | undefined> {
  return (await tx.select().from(versions).where(eq(versions.id, id)))[0]
}

export async function lockVersion({ tx }: AdminScope, id: string): Promise<VersionRow | undefined> {
  return (await tx.select().from(versions).where(eq(versions.id, id)).for('update'))[0]
}

type Draft = Pick<VersionRow, 'title' | 'text' | 'change'>

/** Keeps the draft of a document's next version, begun before or new, and answers with what the newest one said before. */
export async function saveDraft(
  scope: AdminScope,
  kind: PlatformDocumentKind,
  draft: Draft,
): Promise<{ row: VersionRow; before: VersionRow | undefined }> {
  const [before] = await scope.tx
    .select()
    .from(versions)
    .where(eq(versions.kind, kind))
    .orderBy(desc(versions.number))
    .limit(1)
    .for('update')
  const written = { ...draft, shippedHash: null, byName: scope.actor.name, at: scope.now }
  const number = before?.status === 'draft' ? before.number : (before?.number ?? 0) + 1
  const [kept] = await scope.tx
    .insert(versions)
    .values({ ...written, kind, number })
    .onConflictDoUpdate({
      target: [versions.kind, versions.number],
      set: written,
      setWhere: eq(versions.status, 'draft'),
    })
    .returning()
  return { row: kept!, before }
}

export async function publishVersion(
  scope: AdminScope,
  id: string,
  asks: Pick<VersionRow, 'needsAcceptance' | 'asksAgain'>,
): Promise<VersionRow> {
  const [published] = await scope.tx
    .update(versions)
    .set({ ...asks, status: 'published', publishedBy: scope.actor.name, publishedAt: scope.now })
    .where(eq(versions.id, id))
    .returning()
  return published!
}

/** Who accepted a version, the newest first. */
export const acceptancesOf = ({ tx }: AdminScope, versionId: string) =>
  tx
    .select({ acceptance: documentAcceptances, clinicName: clinics.name })
    .from(documentAcceptances)
    .innerJoin(clinics, eq(clinics.id, documentAcceptances.clinicId))
    .where(eq(documentAcceptances.versionId, versionId))
    .orderBy(desc(documentAcceptances.at))

/** Which versions each active practice accepted. */
export const acceptedByClinics = ({ tx }: AdminScope) =>
  tx
    .select({
      clinicId: documentAcceptances.clinicId,
      kind: versions.kind,
      number: versions.number,
    })
    .from(documentAcceptances)
    .innerJoin(versions, eq(versions.id, documentAcceptances.versionId))
    .innerJoin(clinics, and(eq(clinics.id, documentAcceptances.clinicId), eq(clinics.status, 'active')))

export async function countActiveClinics({ tx }: AdminScope): Promise<number> {
  const [found] = await tx.select({ clinics: count() }).from(clinics).where(eq(clinics.status, 'active'))
  return found!.clinics
}

/** What this practice accepted, the newest first. */
export const ownAcceptances = ({ tx, clinicId }: ClinicScope) =>
  tx
    .select({
      kind: versions.kind,
      number: versions.number,
      by: documentAcceptances.byName,
      at: documentAcceptances.at,
    })
    .from(documentAcceptances)
    .innerJoin(versions, eq(versions.id, documentAcceptances.versionId))
    .where(eq(documentAcceptances.clinicId, clinicId))
    .orderBy(desc(documentAcceptances.at))

/** Keeps that the caller accepted a version for the practice; accepted already, it stays as it is. */
export async function insertAcceptance(scope: ClinicScope, versionId: string): Promise<void> {
  const { clinicId, staffId, actor, now } = scope
  await scope.tx
    .insert(documentAcceptances)
    .values({ clinicId, versionId, staffId, byName: actor.name, role: actor.role, at: now })
    .onConflictDoNothing()
}
