import { and, asc, count, eq, exists, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Slice } from '../../platform/database/list-slice.ts'
import type { GroupScope } from '../../platform/database/transaction.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { hasWords } from '../templates/index.ts'
import { templates, templateVersions } from '../templates/template-schema.ts'
import { videos } from '../videos/video-schema.ts'

/** The group's own columns of a template: the database lets it read no others. */
const { id, name, treatmentType, currentVersionId, duplicatedFrom, originVersionId } = templates
const source = alias(templates, 'source')
const sourceVersion = alias(templateVersions, 'source_version')

const isShared = ({ groupId }: GroupScope) =>
  and(eq(templates.ownerGroupId, groupId), isNull(templates.deletedAt))

/** Keeps what the group shares as it is until the transaction ends. */
export const lockSharedTemplates = ({ tx, groupId }: GroupScope) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`templates of group ${groupId}`}, 0))`)

/** What the group shares, each with the newer version of the template that it was copied from. */
export async function listShared(scope: GroupScope) {
  const rows = await scope.tx
    .select({
      ...{ id, name, treatmentType, sharedAt: templates.createdAt, changedAt: templates.updatedAt },
      ...{ version: templateVersions.label, hash: templateVersions.hash, practice: clinics.name },
      sharedId: originVersionId,
      sourceId: source.id,
      newerId: sourceVersion.id,
      newerLabel: sourceVersion.label,
      newerHash: sourceVersion.hash,
    })
    .from(templates)
    .innerJoin(templateVersions, eq(templateVersions.id, currentVersionId))
    .leftJoin(source, and(eq(source.id, duplicatedFrom), isNotNull(source.ownerClinicId)))
    .leftJoin(sourceVersion, eq(sourceVersion.id, source.currentVersionId))
    .leftJoin(clinics, eq(clinics.id, source.ownerClinicId))
    .where(isShared(scope))
    .orderBy(asc(treatmentType), asc(name), asc(id))
  return rows.map(({ hash, sharedId, sourceId, newerId, newerLabel, newerHash, ...shared }) => {
    const isNewer = newerId !== null && newerId !== sharedId && newerHash !== hash
    return {
      ...shared,
      newer: isNewer ? { templateId: sourceId!, versionId: newerId, label: newerLabel! } : null,
    }
  })
}

/** A page of the templates in use at practices of the group, and how many there are. The policies show no others. */
export async function listPracticeTemplates(scope: GroupScope, search: string, { limit, offset }: Slice) {
  const { tx, groupId } = scope
  const searched = sql`lower(${name} || ' ' || ${treatmentType} || ' ' || ${clinics.name})`
  const where = and(isNotNull(templates.ownerClinicId), hasWords(searched, search))
  const copy = alias(templates, 'shared_copy')
  const copies = tx
    .select({ id: copy.id })
    .from(copy)
    .where(and(eq(copy.ownerGroupId, groupId), isNull(copy.deletedAt), eq(copy.duplicatedFrom, id)))
  const [counted] = await tx
    .select({ total: count() })
    .from(templates)
    .innerJoin(clinics, eq(clinics.id, templates.ownerClinicId))
    .where(where)
  const rows = await tx
    .select({
      ...{ id, name, treatmentType, practice: clinics.name },
      versionId: currentVersionId,
      version: templateVersions.label,
      isShared: exists(copies).mapWith(Boolean),
    })
    .from(templates)
    .innerJoin(clinics, eq(clinics.id, templates.ownerClinicId))
    .innerJoin(templateVersions, eq(templateVersions.id, currentVersionId))
    .where(where)
    .orderBy(asc(treatmentType), asc(name), asc(id))
    .limit(limit)
    .offset(offset)
  return { rows, total: counted!.total }
}

/** A template of the group, or one in use at one of its practices, with what it says now. */
export async function findReadable(scope: GroupScope, templateId: string) {
  const { ownerClinicId } = templates
  const { label, hash, heading, wording } = templateVersions
  const [found] = await scope.tx
    .select({
      ...{ id, ownerClinicId, duplicatedFrom, originVersionId, versionId: currentVersionId },
      ...{ label, hash, heading, wording },
    })
    .from(templates)
    .innerJoin(templateVersions, eq(templateVersions.id, currentVersionId))
    .where(and(eq(id, templateId), or(isNotNull(ownerClinicId), isShared(scope))))
  return found
}
export type ReadableTemplate = NonNullable<Awaited<ReturnType<typeof findReadable>>>

/** A template that the group shares. */
export async function findShared(
  scope: GroupScope,
  templateId: string,
): Promise<ReadableTemplate | undefined> {
  const found = await findReadable(scope, templateId)
  return found?.ownerClinicId === null ? found : undefined
}

/** What the group's copy of a practice's template was made of; null where it shares none. */
export async function findCopyOf(
  scope: GroupScope,
  templateId: string,
): Promise<{ originVersionId: string | null } | null> {
  const [found] = await scope.tx
    .select({ originVersionId })
    .from(templates)
    .where(and(isShared(scope), eq(duplicatedFrom, templateId)))
  return found ?? null
}

/** A template in use at a practice of the group. */
export async function findShareable(
  scope: GroupScope,
  templateId: string,
): Promise<ReadableTemplate | undefined> {
  const found = await findReadable(scope, templateId)
  return found && found.ownerClinicId !== null ? found : undefined
}

/** Material changes raise the number before the point of a version's label, and nothing else does. */
const materialPart = (label: string): number => Number(label.split('.')[0])

/** Whether a practice's template changed materially since the version that the group shares. */
export async function changedMaterially(
  { tx }: GroupScope,
  { id: templateId, label }: ReadableTemplate,
  sharedVersionId: string | null,
): Promise<boolean> {
  const [shared] = sharedVersionId
    ? await tx
        .select({ label: templateVersions.label })
        .from(templateVersions)
        .where(and(eq(templateVersions.id, sharedVersionId), eq(templateVersions.templateId, templateId)))
    : []
  return !shared || materialPart(label) !== materialPart(shared.label)
}

/** Whether all of these videos are the platform's, which every practice has. */
export async function areOfPlatform({ tx }: GroupScope, videoIds: string[]): Promise<boolean> {
  if (videoIds.length === 0) return true
  const found = await tx
    .select({ id: videos.id })
    .from(videos)
    .where(and(inArray(videos.id, videoIds), isNull(videos.ownerClinicId)))
  return found.length === videoIds.length
}

/** Every template that the group shares: which it was copied from. */
export async function listSources(scope: GroupScope): Promise<(string | null)[]> {
  const rows = await scope.tx.select({ duplicatedFrom }).from(templates).where(isShared(scope))
  return rows.map((row) => row.duplicatedFrom)
}
