import { and, desc, eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { LibraryTemplate, LibraryTranslation } from '../../../build/content/types.d.ts'
import type { RenderingLanguage } from '../../../contract/translations.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { sanitiseRichText } from '../../platform/rich-text.ts'
import { templates } from '../templates/template-schema.ts'
import { englishHash, isSameRendering } from './translation-rules.ts'
import { templateTranslations, type RenderedSection } from './translation-schema.ts'

/** Who wrote the translations that came with the product; anybody else's are never overwritten. */
const libraryAuthor = 'library'
/** Held while they are seeded, so that instances that start together do it one after the other. */
const seedingLock = 7_301_503

/**
 * Puts the library's translations beside its templates, as the database's owner and outside any clinic: each as drafted
 * by machine. One that a person has saved or taken away stays as that person left it. Safe to repeat.
 */
export function seedTranslations(
  owner: pg.Client,
  {
    library,
    translations,
  }: { library: readonly LibraryTemplate[]; translations: readonly LibraryTranslation[] },
  now: Date,
): Promise<void> {
  const english = new Map(library.map((entry) => [entry.id, entry]))
  return drizzle(owner).transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${seedingLock})`)
    for (const translation of translations) {
      const sections = renderedFrom(translation, english.get(translation.template)!)
      await seedTranslation(tx, translation, sections, now)
    }
  })
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
    .select()
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
  if (newest && newest.createdBy !== libraryAuthor) return
  if (newest && isSameRendering(newest.sections, sections)) return
  await tx.insert(templateTranslations).values({
    ...key,
    number: (newest?.number ?? 0) + 1,
    sections,
    createdBy: libraryAuthor,
    createdAt: now,
  })
}

/** What the library says, as it is kept; one of an older English is stale in every section. */
function renderedFrom(translation: LibraryTranslation, english: LibraryTemplate): RenderedSection[] {
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
