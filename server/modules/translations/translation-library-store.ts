import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { LibraryTemplate, LibraryTranslation } from '../../../build/content/types.d.ts'
import type { RenderingLanguage } from '../../../contract/translations.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { sanitiseRichText } from '../../platform/rich-text.ts'
import { libraryAuthor, templates } from '../templates/template-schema.ts'
import { englishHash } from './translation-rules.ts'
import { templateTranslations, type RenderedSection } from './translation-schema.ts'

/** Held while they are seeded, so that instances that start together do it one after the other. */
const seedingLock = 7_301_503

/**
 * Puts the library's translations beside its templates, as the database's owner and outside any clinic: each as drafted
 * by machine. One that a person has saved or taken away stays as that person left it. Safe to repeat. A start that finds
 * everything there asks that once, reads no text, and writes and locks no row.
 */
export const seedTranslations = (owner: pg.Client, shipped: ShippedTranslations, now: Date): Promise<void> =>
  drizzle(owner).transaction((tx) => importLibraryTranslations(tx, shipped, now))

export type ShippedTranslations = {
  library: readonly LibraryTemplate[]
  marks: readonly Pick<LibraryTranslation, 'template' | 'language' | 'hash'>[]
  /** Their texts, some megabytes. */
  read(): Promise<readonly LibraryTranslation[]>
}

/** The same within the caller's transaction, for these templates alone. */
export async function importLibraryTranslations(
  tx: Tx,
  { library, marks, read }: ShippedTranslations,
  now: Date,
): Promise<void> {
  const english = new Map(library.map((entry) => [entry.id, entry]))
  await tx.execute(sql`select pg_advisory_xact_lock(${seedingLock})`)
  const kept = await newestTexts(tx)
  const isPending = (shipped: Mark) =>
    english.has(shipped.template) && !isUpToDate(kept.get(keyOf(shipped)), shipped)
  if (!marks.some(isPending)) return
  const pending = (await read()).filter(isPending)
  const ids = await lockTemplates(tx, [...new Set(pending.map(({ template }) => template))])
  // Somebody may have saved one until they were locked.
  const newest = await newestTexts(tx)
  const hashes = new Map([...ids.keys()].map((id) => [id, englishHashesOf(english.get(id)!)]))
  const rows = pending.flatMap((shipped) => {
    const [before, templateId] = [newest.get(keyOf(shipped)), ids.get(shipped.template)]
    if (!templateId || isUpToDate(before, shipped)) return []
    const { template, language, hash } = shipped
    const sections = renderedSectionsOf(shipped, english.get(template)!, hashes.get(template))
    return {
      ...{ templateId, language: language as RenderingLanguage, format: 'standard' as const },
      ...{ number: (before?.number ?? 0) + 1, sections },
      ...{ shippedHash: hash, createdBy: libraryAuthor, createdAt: now },
    }
  })
  for (let at = 0; at < rows.length; at += rows_per_insert)
    await tx.insert(templateTranslations).values(rows.slice(at, at + rows_per_insert))
}

/** Some 2 MB of text. */
const rows_per_insert = 200

type Mark = ShippedTranslations['marks'][number]
type Newest = Pick<typeof templateTranslations.$inferSelect, 'number' | 'shippedHash' | 'createdBy'>

const keyOf = ({ template, language }: Omit<Mark, 'hash'>): string => `${template} ${language}`

/** Nothing is to be added: it says the same already, or a person has saved it or taken it away. */
const isUpToDate = (newest: Newest | undefined, { hash }: Mark): boolean =>
  newest !== undefined && (newest.createdBy !== libraryAuthor || newest.shippedHash === hash)

/** What is known of the newest translation of each template of the library into each language. */
async function newestTexts(tx: Tx): Promise<Map<string, Newest>> {
  const { templateId, language, format, number, shippedHash, createdBy } = templateTranslations
  const rows = await tx
    .selectDistinctOn([templateId, language], {
      ...{ template: templates.libraryId, language, number, shippedHash, createdBy },
    })
    .from(templateTranslations)
    .innerJoin(templates, eq(templates.id, templateId))
    .where(and(isNotNull(templates.libraryId), eq(format, 'standard')))
    .orderBy(templateId, language, desc(number))
  return new Map(rows.map((row) => [keyOf({ ...row, template: row.template! }), row]))
}

/** Locked as by somebody who saves a translation, so that no two get the same number and nobody's is overtaken; their ids. */
async function lockTemplates(tx: Tx, libraryIds: string[]): Promise<Map<string, string>> {
  const rows = await tx
    .select({ id: templates.id, libraryId: templates.libraryId })
    .from(templates)
    .where(inArray(templates.libraryId, libraryIds))
    .orderBy(templates.id)
    .for('update')
  return new Map(rows.map(({ id, libraryId }) => [libraryId!, id]))
}

/** The hash of each section as it is kept in English, by its id. */
const englishHashesOf = ({ sections }: LibraryTemplate): ReadonlyMap<number, string> =>
  new Map(
    sections.map((section) => [
      section.id,
      englishHash({ ...section, content: sanitiseRichText(section.html) }),
    ]),
  )

/** What the library says, as it is kept: stale in the sections whose English has changed since. */
export function renderedSectionsOf(
  translation: LibraryTranslation,
  english: LibraryTemplate,
  hashes = englishHashesOf(english),
): RenderedSection[] {
  const hashOf = (id: number) => (!translation.staleSections.includes(id) && hashes.get(id)) || ''
  return translation.sections.map(({ id, title, html }) => ({
    ...{ sectionId: id, title, content: sanitiseRichText(html), englishHash: hashOf(id) },
    ...{ status: 'machine', checkedBy: null, checkedByName: null, checkedAt: null },
  }))
}
