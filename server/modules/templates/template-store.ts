import { randomUUID } from 'node:crypto'
import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNull,
  max,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import type { TemplateStatus } from '../../../contract/templates.ts'
import type { Slice } from '../../platform/database/list-slice.ts'
import type { AdminScope, ClinicScope, StaffSide } from '../../platform/database/transaction.ts'
import { nextLabel, saidHash, type Said } from './template-rules.ts'
import { templates, templateUses, templateVersions, type Wording } from './template-schema.ts'

export type TemplateRow = typeof templates.$inferSelect
export type VersionRow = typeof templateVersions.$inferSelect
export type TemplateUse = { count: number; lastUsedAt: Date }
/** A template with the version that counts now. */
export type CurrentTemplate = { template: TemplateRow; version: VersionRow }

/** Who reads and changes templates: a clinic, and the platform. */
export type TemplateSide = ClinicScope | AdminScope

export type TemplateFilter = {
  search: string
  status: TemplateStatus | 'all'
  treatmentType: string
  createdBy: string
  owner: 'all' | 'platform' | 'own' | 'personal'
  order: 'type' | 'updated' | 'created'
}

/** The clinic whose templates are the scope's own; null for the platform. */
export const ownerOf = (scope: StaffSide | AdminScope): string | null =>
  'clinicId' in scope ? scope.clinicId : null

const offered = and(isNull(templates.ownerClinicId), templates.offeredToAll)

/** The clinic's own templates and the platform's that are offered to all; for the platform, all of its own. */
const visibleTo = (scope: StaffSide | AdminScope): SQL | undefined => {
  const owner = ownerOf(scope)
  const reach = owner ? or(offered, eq(templates.ownerClinicId, owner)) : isNull(templates.ownerClinicId)
  return and(reach, isNull(templates.deletedAt))
}

const searched = sql`lower(${templates.name} || ' ' || ${templates.treatmentType} || ' ' || ${templates.description})`

const ofOwner = {
  all: undefined,
  platform: isNull(templates.ownerClinicId),
  own: and(sql`${templates.ownerClinicId} is not null`, sql`not ${templates.isPersonal}`),
  personal: sql`${templates.isPersonal}`,
} satisfies Record<TemplateFilter['owner'], SQL | undefined>

/** Each word of the search is part of name, type or description. Reading every template once is cheap: they are few. */
const matching = (
  scope: TemplateSide,
  { search, status, treatmentType, createdBy, owner }: TemplateFilter,
): SQL | undefined =>
  and(
    visibleTo(scope),
    ofOwner[owner],
    status === 'all' ? undefined : eq(templates.status, status),
    treatmentType ? eq(templates.treatmentType, treatmentType) : undefined,
    createdBy ? eq(templates.createdBy, createdBy) : undefined,
    ...search
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => sql`strpos(${searched}, lower(${word})) > 0`),
  )

const inOrder = {
  type: [asc(templates.treatmentType), asc(templates.name), asc(templates.id)],
  updated: [desc(templates.updatedAt), desc(templates.id)],
  created: [desc(templates.createdAt), desc(templates.id)],
} satisfies Record<TemplateFilter['order'], SQL[]>

/** A page of templates, and how many there are. */
export async function listTemplates(
  scope: TemplateSide,
  filter: TemplateFilter,
  { limit, offset }: Slice,
): Promise<{ rows: TemplateRow[]; total: number }> {
  const where = matching(scope, filter)
  const [counted] = await scope.tx.select({ total: count() }).from(templates).where(where)
  const rows = await scope.tx
    .select()
    .from(templates)
    .where(where)
    .orderBy(...inOrder[filter.order])
    .limit(limit)
    .offset(offset)
  return { rows, total: counted!.total }
}

/** The statuses and the treatment types there are, each once, sorted. */
export async function facetsOf(
  scope: TemplateSide,
): Promise<{ statuses: TemplateStatus[]; treatmentTypes: string[] }> {
  const distinct = <C extends typeof templates.status | typeof templates.treatmentType>(value: C) =>
    scope.tx.selectDistinct({ value }).from(templates).where(visibleTo(scope)).orderBy(asc(value))
  const statuses = await distinct(templates.status)
  const treatmentTypes = await distinct(templates.treatmentType)
  return {
    statuses: statuses.map(({ value }) => value),
    treatmentTypes: treatmentTypes.map(({ value }) => value),
  }
}

/** How often these templates were used: by the clinic, or by all clinics together for the platform. */
export async function usesOf(scope: TemplateSide, ids: string[]): Promise<Map<string, TemplateUse>> {
  if (ids.length === 0) return new Map()
  const owner = ownerOf(scope)
  const rows = await scope.tx
    .select({
      templateId: templateUses.templateId,
      count: sql<number>`sum(${templateUses.count})::int`,
      lastUsedAt: max(templateUses.lastUsedAt),
    })
    .from(templateUses)
    .where(and(owner ? eq(templateUses.clinicId, owner) : undefined, inArray(templateUses.templateId, ids)))
    .groupBy(templateUses.templateId)
  return new Map(rows.map((row) => [row.templateId, { count: row.count, lastUsedAt: row.lastUsedAt! }]))
}

/** One template that the scope may read, with its current version; one that was deleted is none. */
export async function findCurrent(
  scope: StaffSide | AdminScope,
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
export async function lockCurrent(
  scope: TemplateSide,
  templateId: string,
): Promise<CurrentTemplate | undefined> {
  const owner = ownerOf(scope)
  const own = owner ? eq(templates.ownerClinicId, owner) : isNull(templates.ownerClinicId)
  const [locked] = await scope.tx
    .select({ id: templates.id })
    .from(templates)
    .where(and(own, isNull(templates.deletedAt), eq(templates.id, templateId)))
    .for('update')
  return locked && findCurrent(scope, templateId)
}

/** Every version of a template without what it says, the newest first; the caller has found the template. */
export function versionsOf(
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

const authorOf = ({ actor }: TemplateSide) => ({ createdBy: actor.userId, createdByName: actor.name })
const editorOf = ({ actor, now }: TemplateSide) => ({
  updatedBy: actor.userId,
  updatedByName: actor.name,
  updatedAt: now,
})

export type NewTemplate = {
  said: Said
  reason: string
  offeredToAll?: boolean
  isPersonal?: boolean
  duplicatedFrom?: string
  savedFrom?: string
}

/** Adds a template with its first version; it is active and belongs to whoever makes it. Answers its id. */
export async function insertTemplate(
  scope: TemplateSide,
  { said, reason, ...origin }: NewTemplate,
): Promise<string> {
  const [templateId, versionId] = [randomUUID(), randomUUID()]
  await scope.tx.insert(templates).values({
    ...origin,
    ...said.heading,
    ...authorOf(scope),
    ...editorOf(scope),
    id: templateId,
    ownerClinicId: ownerOf(scope),
    currentVersionId: versionId,
    createdAt: scope.now,
  })
  const first = { templateId, number: 1, label: '1.0' }
  await insertVersion(scope, { id: versionId, ...first }, { said, reason, change: 'material' })
  return templateId
}

export type Saving = { said: Said; reason: string; change: 'cosmetic' | 'material' }

async function insertVersion(
  scope: TemplateSide,
  place: Pick<VersionRow, 'id' | 'templateId' | 'number' | 'label'>,
  { said, reason, change }: Saving,
): Promise<void> {
  await scope.tx.insert(templateVersions).values({
    ...place,
    ...said,
    ...authorOf(scope),
    reason,
    change,
    hash: saidHash(said),
    createdAt: scope.now,
  })
}

/** Saves a new version of a locked template and makes it the current one; answers its label. */
export async function saveVersion(scope: TemplateSide, templateId: string, saving: Saving): Promise<string> {
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
  await scope.tx
    .update(templates)
    .set({ ...saving.said.heading, ...editorOf(scope), currentVersionId: id })
    .where(eq(templates.id, templateId))
  return label
}

/** Changes what is not part of a version. */
export async function changeTemplate(
  scope: TemplateSide,
  templateId: string,
  change: { status: TemplateStatus } | { deletedAt: Date },
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

/** A template with one of its versions: what a consent is made from. */
export type TemplateWithVersion = TemplateRow & {
  versionId: string
  versionLabel: string
  wording: Wording
  /** Whether a consent may be sent of it now. */
  isInUse: boolean
}

/** Also its name, type and requirements are those of the version: a consent is made of one saved state, never of two. */
const withVersion = ({ template, version }: CurrentTemplate): TemplateWithVersion => ({
  ...template,
  ...version.heading,
  versionId: version.id,
  versionLabel: version.label,
  wording: version.wording,
  isInUse:
    template.status === 'active' &&
    template.deletedAt === null &&
    (template.ownerClinicId !== null || template.offeredToAll),
})

/** A template the clinic may use, active or not, with its current version. */
export async function findTemplateWithVersion(
  scope: StaffSide,
  templateId: string,
): Promise<TemplateWithVersion | undefined> {
  const found = await findCurrent(scope, templateId)
  return found && withVersion(found)
}

/** The version a consent was made from, with its template: also when that was deleted since, or is offered no longer. */
export async function findTemplateVersion(
  scope: StaffSide,
  versionId: string,
): Promise<TemplateWithVersion | undefined> {
  const used = scope.tx
    .select({ id: templateUses.templateId })
    .from(templateUses)
    .where(eq(templateUses.clinicId, scope.clinicId))
  const [found] = await scope.tx
    .select({ template: templates, version: templateVersions })
    .from(templateVersions)
    .innerJoin(templates, eq(templates.id, templateVersions.templateId))
    .where(
      and(
        eq(templateVersions.id, versionId),
        or(offered, eq(templates.ownerClinicId, scope.clinicId), inArray(templates.id, used)),
      ),
    )
  return found && withVersion(found)
}

/** Counts one use of a template by the clinic: called once for each consent made out (rulings 9). */
export async function countUse(scope: ClinicScope, templateId: string): Promise<void> {
  const { clinicId, now } = scope
  await scope.tx
    .insert(templateUses)
    .values({ clinicId, templateId, count: 1, lastUsedAt: now })
    .onConflictDoUpdate({
      target: [templateUses.clinicId, templateUses.templateId],
      set: { count: sql`${templateUses.count} + 1`, lastUsedAt: now },
    })
}
