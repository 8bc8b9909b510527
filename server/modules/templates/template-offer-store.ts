import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { libraryAuthor, templates, templateVersions } from './template-schema.ts'
import {
  findCurrentTemplate,
  findVersion,
  ownedBy,
  visibleTo,
  type TemplateRow,
  type TemplateSide,
  type VersionRow,
} from './template-store.ts'

const source = alias(templates, 'source')
const newest = alias(templateVersions, 'newest')
const theirs = alias(templateVersions, 'theirs')

const copiedFrom = sql`coalesce(${templates.savedFrom}, ${templates.duplicatedFrom})`

/** What the source says now; of a template that came with the product, the newest that the library has shipped. */
const sourceVersionId = sql`case when ${templates.libraryId} is null then ${source.currentVersionId} else (
  select v.id from template_versions v where v.template_id = ${templates.id} and v.created_by = ${libraryAuthor}
  order by v.number desc limit 1) end`

/**
 * The scope's own templates whose source says something else than it did when it was last taken in or left out, and
 * else than they say themselves by now. The jsonb is compared as such: the order of its keys means nothing.
 */
const selectOffers = (scope: TemplateSide) =>
  scope.tx
    .select({
      templateId: templates.id,
      sourceId: theirs.templateId,
      sourceName: sql<string>`coalesce(${source.name}, ${templates.name})`,
      baseId: templates.originVersionId,
      theirsId: theirs.id,
    })
    .from(templates)
    .innerJoin(
      newest,
      eq(newest.id, sql`coalesce(${templates.proposedVersionId}, ${templates.currentVersionId})`),
    )
    .leftJoin(source, and(eq(source.id, copiedFrom), visibleTo(scope, source)))
    .innerJoin(theirs, eq(theirs.id, sourceVersionId))

const hasOffer = (scope: TemplateSide) =>
  and(
    ownedBy(scope),
    isNotNull(templates.originVersionId),
    ne(theirs.id, templates.originVersionId),
    sql`(${theirs.heading}, ${theirs.wording}) <> (${newest.heading}, ${newest.wording})`,
  )

/** Which of these templates, or of all the scope's own, have newer wording on offer. */
export async function findOffered(scope: TemplateSide, ids?: string[]): Promise<string[]> {
  if (ids?.length === 0) return []
  const found = await selectOffers(scope).where(
    and(hasOffer(scope), ids ? inArray(templates.id, ids) : undefined),
  )
  return found.map(({ templateId }) => templateId)
}

export type Offer = {
  source: { name: string; template: TemplateRow }
  base: VersionRow
  theirs: VersionRow
}

/** Newer wording for one of the scope's own templates, with what both grew from; undefined where there is none. */
export async function findOffer(scope: TemplateSide, templateId: string): Promise<Offer | undefined> {
  const [found] = await selectOffers(scope).where(and(hasOffer(scope), eq(templates.id, templateId)))
  if (!found) return undefined
  const { template } = (await findCurrentTemplate(scope, found.sourceId))!
  return {
    source: { name: found.sourceName, template },
    base: (await findVersion(scope, found.sourceId, found.baseId!))!,
    theirs: (await findVersion(scope, found.sourceId, found.theirsId))!,
  }
}

/** A version of what a template was copied from, or of the library it came with; undefined for any other. */
export async function findSourceVersion(
  scope: TemplateSide,
  { id, libraryId, savedFrom, duplicatedFrom }: TemplateRow,
  versionId: string,
): Promise<VersionRow | undefined> {
  if (libraryId) {
    const found = await findVersion(scope, id, versionId)
    return found?.createdBy === libraryAuthor ? found : undefined
  }
  const sourceId = savedFrom ?? duplicatedFrom
  // Asked for as its reader: what is no longer shown is no source.
  const readable = sourceId && (await findCurrentTemplate(scope, sourceId))
  return readable ? findVersion(scope, sourceId, versionId) : undefined
}
