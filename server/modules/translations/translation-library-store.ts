import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { LibraryTemplate, LibraryTranslation } from '../../../build/content/types.d.ts'
import type { RenderingLanguage } from '../../../contract/translations.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { sanitiseRichText } from '../../platform/rich-text.ts'
import { libraryAuthor, templates } from '../templates/template-schema.ts'
import { englishHash, isSameRendering } from './translation-rules.ts'
import { templateTranslations, type RenderedSection } from './translation-schema.ts'

/** Held while they are seeded, so that instances that start together do it one after the other. */
const seedingLock = 7_301_503

/**
 * Puts the library's translations beside its templates, as the database's owner and outside any clinic: each as drafted
 * by machine. One that a person has saved or taken away stays as that person left it. Safe to repeat. A start that finds
 * everything there asks that once, and writes and locks no row.
 */
export const seedTranslations = (owner: pg.Client, shipped: ShippedTranslations, now: Date): Promise<void> =>
  drizzle(owner).transaction((tx) => importLibraryTranslations(tx, shipped, now))

type ShippedTranslations = {
  library: readonly LibraryTemplate[]
  translations: readonly LibraryTranslation[]
}

/** The same within the caller's transaction, for these templates alone. */
export async function importLibraryTranslations(
  tx: Tx,
  { library, translations }: ShippedTranslations,
  now: Date,
): Promise<void> {
  const english = new Map(library.map((entry) => [entry.id, entry]))
  await tx.execute(sql`select pg_advisory_xact_lock(${seedingLock})`)
  const newest = await newestTexts(tx)
  for (const translation of translations) {
    const entry = english.get(translation.template)
    if (!entry) continue
    const sections = renderedSectionsOf(translation, entry)
    if (!isUpToDate(newest.get(keyOf(translation)), sections))
      await seedTranslation(tx, translation, sections, now)
  }
}

type Newest = Pick<typeof templateTranslations.$inferSelect, 'number' | 'sections' | 'createdBy'>
const newestColumns = {
  number: templateTranslations.number,
  sections: templateTranslations.sections,
  createdBy: templateTranslations.createdBy,
}

const keyOf = ({ template, language }: Pick<LibraryTranslation, 'template' | 'language'>): string =>
  `${template} ${language}`

/** Nothing is to be added: it says the same already, or a person has saved it or taken it away. */
const isUpToDate = (newest: Newest | undefined, sections: RenderedSection[]): boolean =>
  newest !== undefined && (newest.createdBy !== libraryAuthor || isSameRendering(newest.sections, sections))

/** The newest translation of each template of the library and each language. */
async function newestTexts(tx: Tx): Promise<Map<string, Newest>> {
  const { templateId, language, format, number } = templateTranslations
  const rows = await tx
    .selectDistinctOn([templateId, language], { template: templates.libraryId, language, ...newestColumns })
    .from(templateTranslations)
    .innerJoin(templates, eq(templates.id, templateId))
    .where(and(isNotNull(templates.libraryId), eq(format, 'standard')))
    .orderBy(templateId, language, desc(number))
  return new Map(rows.map((row) => [keyOf({ ...row, template: row.template! }), row]))
}

async function seedTranslation(
  tx: Tx,
  { template, language }: LibraryTranslation,
  sections: RenderedSection[],
  now: Date,
): Promise<void> {
  // Locked as by somebody who saves one, so that no two get the same number and nobody's is overtaken.
  const [found] = await tx
    .select({ id: templates.id })
    .from(templates)
    .where(eq(templates.libraryId, template))
    .for('update')
  if (!found) return
  const key = {
    templateId: found.id,
    language: language as RenderingLanguage,
    format: 'standard' as const,
  }
  const [newest] = await tx
    .select(newestColumns)
    .from(templateTranslations)
    .where(
      and(
        eq(templateTranslations.templateId, key.templateId),
        eq(templateTranslations.language, key.language),
        eq(templateTranslations.format, key.format),
      ),
    )
    .orderBy(desc(templateTranslations.number))
    .limit(1)
  if (isUpToDate(newest, sections)) return
  await tx.insert(templateTranslations).values({
    ...key,
    number: (newest?.number ?? 0) + 1,
    sections,
    createdBy: libraryAuthor,
    createdAt: now,
  })
}

/** What the library says, as it is kept; one of an older English is stale in every section. */
export function renderedSectionsOf(
  translation: LibraryTranslation,
  english: LibraryTemplate,
): RenderedSection[] {
  const hashOf = (id: number) => {
    const original = english.sections.find((section) => section.id === id)
    if (!translation.isCurrent || !original) return ''
    return englishHash({ ...original, content: sanitiseRichText(original.html) })
  }
  return translation.sections.map(({ id, title, html }) => ({
    ...{ sectionId: id, title, content: sanitiseRichText(html), englishHash: hashOf(id) },
    ...{ status: 'machine', checkedBy: null, checkedByName: null, checkedAt: null },
  }))
}
