import { randomUUID } from 'node:crypto'
import {
  and,
  desc,
  eq,
  exists,
  getTableColumns,
  gt,
  isNull,
  lte,
  or,
  sql,
  type Placeholder,
  type SQL,
} from 'drizzle-orm'
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core'
import { template_version_first } from '../../../contract/limits.ts'
import type { TemplateStatus } from '../../../contract/templates.ts'
import type {
  AdminScope,
  ClinicScope,
  GroupScope,
  PlatformScope,
  StaffScope,
} from '../../platform/database/transaction.ts'
import { nextLabel, wordingReadability, versionContentHash, type VersionContent } from './template-rules.ts'
import { templates, templateVersions, type Heading } from './template-schema.ts'

export type TemplateRow = typeof templates.$inferSelect
export type VersionRow = typeof templateVersions.$inferSelect
/** A template with the version that counts now. */
export type CurrentTemplate = { template: TemplateRow; version: VersionRow }

/** Who reads and changes templates: a clinic, and the platform. */
export type TemplateSide = ClinicScope | AdminScope

/** The clinic whose templates are the scope's own; null for the platform. */
export const ownerOf = (scope: StaffScope | AdminScope): string | null =>
  'clinicId' in scope ? scope.clinicId : null

/** The table of templates, or another name for it in the same query. */
type OwnedTable = Record<'ownerClinicId' | 'ownerGroupId' | 'offeredToAll' | 'deletedAt', AnyPgColumn>

/** Of the group that the clinic belongs to now. */
export const isOfOwnGroup = (clinicId: string | Placeholder, table: OwnedTable = templates): SQL<boolean> =>
  sql`coalesce(${table.ownerGroupId} = (select m.group_id from practice_group_members m
    where m.clinic_id = ${clinicId}), false)`

/** A clinic's own templates, those that its group shares, and the platform's that are offered to all. */
export const usableByClinic = (clinicId: string | Placeholder, table: OwnedTable = templates): SQL =>
  or(
    and(isNull(table.ownerClinicId), eq(table.offeredToAll, true)),
    eq(table.ownerClinicId, clinicId),
    isOfOwnGroup(clinicId, table),
  )!

/** What every practice of a group finds: the platform's templates that are offered to all, and those that the group shares. */
export const usableByGroup = ({ groupId }: GroupScope): SQL =>
  and(or(eq(templates.offeredToAll, true), eq(templates.ownerGroupId, groupId)), isNull(templates.deletedAt))!

/** Of the platform, and neither a clinic's nor a group's. */
export const isOfPlatform = (table: OwnedTable = templates): SQL =>
  and(isNull(table.ownerClinicId), isNull(table.ownerGroupId))!

/** The same without what was deleted; for the platform, all of its own. */
export function visibleTo(scope: StaffScope | AdminScope, table: OwnedTable = templates): SQL | undefined {
  const owner = ownerOf(scope)
  return and(owner ? usableByClinic(owner, table) : isOfPlatform(table), isNull(table.deletedAt))
}

/** The scope's own templates, which it may change. */
export const ownedBy = (scope: StaffScope | AdminScope): SQL | undefined => {
  const owner = ownerOf(scope)
  const own = owner ? eq(templates.ownerClinicId, owner) : isOfPlatform()
  return and(own, isNull(templates.deletedAt))
}

/** One template that the scope may read, with its current version; one that was deleted is none. */
export async function findCurrentTemplate(
  scope: StaffScope | AdminScope,
  templateId: string,
): Promise<CurrentTemplate | undefined> {
  const [found] = await scope.tx
    .select({ template: templates, version: templateVersions })
    .from(templates)
    .innerJoin(templateVersions, eq(templateVersions.id, templates.currentVersionId))
    .where(and(visibleTo(scope), eq(templates.id, templateId)))
  return found
}

/**
 * The same of the scope's own, kept from changing until the transaction ends: every change starts here. The version is
 * read behind the lock, since the one before it may have been replaced while we waited.
 */
export async function lockCurrentTemplate(
  scope: TemplateSide,
  templateId: string,
): Promise<CurrentTemplate | undefined> {
  const [locked] = await scope.tx
    .select({ id: templates.id })
    .from(templates)
    .where(and(ownedBy(scope), eq(templates.id, templateId)))
    .for('update')
  return locked && findCurrentTemplate(scope, templateId)
}

/** Every version of a template without what it says, the newest first; the caller has found the template. */
export function listTemplateVersions(
  scope: TemplateSide,
  templateId: string,
): Promise<Omit<VersionRow, 'heading' | 'wording'>[]> {
  const { heading: _heading, wording: _wording, ...columns } = getTableColumns(templateVersions)
  return scope.tx
    .select(columns)
    .from(templateVersions)
    .where(eq(templateVersions.templateId, templateId))
    .orderBy(desc(templateVersions.number))
}

/** One version of a template; the caller has found the template. */
export async function findVersion(
  scope: TemplateSide,
  templateId: string,
  versionId: string,
): Promise<VersionRow | undefined> {
  const [found] = await scope.tx
    .select()
    .from(templateVersions)
    .where(and(eq(templateVersions.templateId, templateId), eq(templateVersions.id, versionId)))
  return found
}

/** The newest text of a template: the version that waits for approval, else the current one. */
export async function findNewestVersion(
  scope: TemplateSide,
  { template, version }: CurrentTemplate,
): Promise<VersionRow> {
  const { id, proposedVersionId } = template
  return proposedVersionId ? (await findVersion(scope, id, proposedVersionId))! : version
}

/** Whoever makes templates and versions of them: also a group, which shares copies. */
type TemplateAuthor = TemplateSide | GroupScope

const authorOf = ({ actor }: TemplateAuthor) => ({ createdBy: actor.userId, createdByName: actor.name })
const editorOf = ({ actor, now }: TemplateAuthor) => ({
  updatedBy: actor.userId,
  updatedByName: actor.name,
  updatedAt: now,
})

export type NewTemplate = {
  content: VersionContent
  reason: string
  status: TemplateStatus
  offeredToAll?: boolean
  isPersonal?: boolean
  duplicatedFrom?: string
  savedFrom?: string
  /** The version of the template it is a copy of. */
  originVersionId?: string
}

/** Adds a template with its first version; it belongs to whoever makes it. Answers its id. */
export async function insertTemplate(
  scope: TemplateAuthor,
  { content, reason, ...columns }: NewTemplate,
): Promise<string> {
  const [templateId, versionId] = [randomUUID(), randomUUID()]
  await scope.tx.insert(templates).values({
    ...columns,
    ...content.heading,
    ...authorOf(scope),
    ...editorOf(scope),
    id: templateId,
    ownerClinicId: 'clinicId' in scope ? scope.clinicId : null,
    ownerGroupId: 'groupId' in scope ? scope.groupId : null,
    currentVersionId: versionId,
    createdAt: scope.now,
  })
  const first = { templateId, number: 1, label: template_version_first }
  await insertVersion(scope, { id: versionId, ...first }, { content, reason, change: 'material' })
  return templateId
}

export type Saving = { content: VersionContent; reason: string; change: 'cosmetic' | 'material' }

async function insertVersion(
  scope: TemplateAuthor,
  place: Pick<VersionRow, 'id' | 'templateId' | 'number' | 'label'>,
  { content, reason, change }: Saving,
): Promise<void> {
  await scope.tx.insert(templateVersions).values({
    ...place,
    ...content,
    ...wordingReadability(content.wording),
    ...authorOf(scope),
    reason,
    change,
    hash: versionContentHash(content),
    createdAt: scope.now,
  })
}

/**
 * Saves a new version of a locked template and answers its label. It becomes the current one, and what waited for
 * approval before is dropped; or it waits itself, and everything else stays as it is.
 */
export async function saveVersion(
  scope: TemplateAuthor,
  templateId: string,
  { as, ...saving }: Saving & { as: 'current' | 'proposed' },
): Promise<string> {
  // Not counted from the current version: the library may have added one that is only on offer.
  const earlier = await scope.tx
    .select({ number: templateVersions.number, label: templateVersions.label })
    .from(templateVersions)
    .where(eq(templateVersions.templateId, templateId))
  const id = randomUUID()
  const number = Math.max(...earlier.map((version) => version.number)) + 1
  const label = nextLabel(
    earlier.map((version) => version.label),
    saving.change,
  )
  await insertVersion(scope, { id, templateId, number, label }, saving)
  const place =
    as === 'proposed'
      ? { proposedVersionId: id }
      : { ...saving.content.heading, currentVersionId: id, proposedVersionId: null }
  await updateTemplateFields(scope, templateId, place)
  return label
}

/** What is said of a template besides the text of its versions. */
export type TemplateChange = Partial<
  Pick<
    TemplateRow,
    | 'status'
    | 'deletedAt'
    | 'currentVersionId'
    | 'proposedVersionId'
    | 'originVersionId'
    | 'clinicalOwnerName'
    | 'clinicalOwnerGdc'
    | 'reviewDue'
    | 'reviewRemindedOn'
  > &
    Heading
>

/** Changes a locked template; who did is kept with it. */
export async function updateTemplateFields(
  scope: TemplateAuthor,
  templateId: string,
  change: TemplateChange,
): Promise<void> {
  await scope.tx
    .update(templates)
    .set({ ...change, ...editorOf(scope) })
    .where(eq(templates.id, templateId))
}

/** Offers a template of the platform to all clinics, or no longer. */
export async function offerTemplate(
  scope: AdminScope,
  templateId: string,
  offeredToAll: boolean,
): Promise<void> {
  await scope.tx
    .update(templates)
    .set({ offeredToAll, ...editorOf(scope) })
    .where(eq(templates.id, templateId))
}

/** A group's template goes on without the practices that left: what it says since is nothing to them. */
export const isFollowedBy = (clinicId: string): SQL<boolean> =>
  sql`(${templates.ownerGroupId} is null or ${isOfOwnGroup(clinicId)})`

/**
 * Whether the wording of a version has changed materially in the one that is in use now: how both are called, and
 * whether the practice follows that template still. A cosmetic change asks nobody who has signed to confirm anew
 * (rulings 9).
 */
export async function findMaterialChange(
  scope: StaffScope,
  versionId: string,
): Promise<{ title: string; before: string; after: string; isFollowed: boolean } | undefined> {
  const frozen = alias(templateVersions, 'frozen')
  const current = alias(templateVersions, 'current_version')
  const between = scope.tx
    .select({ one: sql`1` })
    .from(templateVersions)
    .where(
      and(
        eq(templateVersions.templateId, templates.id),
        gt(templateVersions.number, frozen.number),
        lte(templateVersions.number, current.number),
        eq(templateVersions.change, 'material'),
      ),
    )
  const [found] = await scope.tx
    .select({
      title: templates.name,
      before: frozen.label,
      after: current.label,
      isFollowed: isFollowedBy(scope.clinicId),
    })
    .from(frozen)
    .innerJoin(templates, eq(templates.id, frozen.templateId))
    .innerJoin(current, eq(current.id, templates.currentVersionId))
    .where(and(eq(frozen.id, versionId), exists(between)))
  return found
}

/** Whether a template of the scope's own says, now or in what waits for approval, that it shows this video. */
export async function isVideoInTemplate(scope: VideoOwner, videoId: string): Promise<boolean> {
  const shows = sql`${templateVersions.wording} @> ${JSON.stringify({ sections: [{ media: { videoId } }] })}::jsonb`
  const isUsed = or(
    eq(templates.currentVersionId, templateVersions.id),
    eq(templates.proposedVersionId, templateVersions.id),
  )
  const [found] = await scope.tx
    .select({ id: templates.id })
    .from(templates)
    .innerJoin(templateVersions, eq(templateVersions.templateId, templates.id))
    .where(and(isNull(templates.deletedAt), isUsed, shows))
    .limit(1)
  return found !== undefined
}
type VideoOwner = Pick<StaffScope | AdminScope | PlatformScope, 'tx'>
