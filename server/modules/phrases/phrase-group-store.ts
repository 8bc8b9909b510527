import { and, asc, count, eq, sql } from 'drizzle-orm'
import { phraseFields, type PhraseField } from '../../../contract/phrases.ts'
import type { Slice } from '../../platform/database/list-slice.ts'
import type { ClinicScope, GroupScope } from '../../platform/database/transaction.ts'
import { hasWords, usableByGroup } from '../templates/index.ts'
import { templates, templateVersions } from '../templates/template-schema.ts'
import { groupPhrases } from './phrase-schema.ts'

const searched = sql`lower(${templates.name} || ' ' || ${templates.treatmentType})`
const isInUse = (scope: GroupScope, search = '') =>
  and(usableByGroup(scope), eq(templates.status, 'active'), hasWords(searched, search))

/** A page of the templates that all practices of the group have, those with phrases first, and how many there are. */
export async function listPhraseTemplates(scope: GroupScope, search: string, { limit, offset }: Slice) {
  const { tx, groupId } = scope
  const where = isInUse(scope, search)
  // Columns of a select from one table are written without it, and would mean the inner one's here.
  const phrases = sql<number>`(select count(*)::int from ${groupPhrases} p
    where p.group_id = ${groupId} and p.template_id = templates.id)`
  const [counted] = await tx.select({ total: count() }).from(templates).where(where)
  const { id: templateId, name, treatmentType } = templates
  const rows = await tx
    .select({ templateId, name, treatmentType, phrases })
    .from(templates)
    .where(where)
    .orderBy(sql`${phrases} = 0`, asc(treatmentType), asc(name), asc(templateId))
    .limit(limit)
    .offset(offset)
  return { rows, total: counted!.total }
}

/** The gaps of a template's text that phrases are offered for; null where the practices of the group do not all have it. */
export async function findPhraseFields(scope: GroupScope, templateId: string): Promise<PhraseField[] | null> {
  const [found] = await scope.tx
    .select({ wording: templateVersions.wording })
    .from(templates)
    .innerJoin(templateVersions, eq(templateVersions.id, templates.currentVersionId))
    .where(and(isInUse(scope), eq(templates.id, templateId)))
  if (!found) return null
  const gaps = new Set(['diagnosis', ...found.wording.placeholders])
  return phraseFields.filter((field) => gaps.has(field))
}

/** What is offered for a template, in the order in which it was added. A practice sees its own group's, by their policy. */
export const listGroupPhrases = (
  { tx }: GroupScope | ClinicScope,
  templateId: string,
): Promise<{ id: string; field: PhraseField; text: string }[]> =>
  tx
    .select({ id: groupPhrases.id, field: groupPhrases.field, text: groupPhrases.text })
    .from(groupPhrases)
    .where(eq(groupPhrases.templateId, templateId))
    .orderBy(asc(groupPhrases.createdAt), asc(groupPhrases.id))

/** Lets one change at a time through, so that nothing is offered twice and their number is right. */
export const lockGroupPhrases = ({ tx, groupId }: GroupScope) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`phrases of group ${groupId}`}, 0))`)

export async function insertGroupPhrase(
  { tx, groupId, actor, now }: GroupScope,
  phrase: { templateId: string; field: PhraseField; text: string },
): Promise<void> {
  await tx.insert(groupPhrases).values({ ...phrase, groupId, createdBy: actor.name, createdAt: now })
}

/** Takes a phrase of the group away: what it was, or null where there is none such. */
export async function deleteGroupPhrase({ tx, groupId }: GroupScope, id: string) {
  const { templateId, field, text } = groupPhrases
  const [removed] = await tx
    .delete(groupPhrases)
    .where(and(eq(groupPhrases.groupId, groupId), eq(groupPhrases.id, id)))
    .returning({ templateId, field, text })
  return removed ?? null
}
