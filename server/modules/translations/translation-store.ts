import { and, desc, eq, max } from 'drizzle-orm'
import type { TranslationFormat, RenderingLanguage } from '../../../contract/translations.ts'
import type { TemplateSide } from '../templates/index.ts'
import { templateTranslations, type RenderedSection } from './translation-schema.ts'

export type TranslationRow = typeof templateTranslations.$inferSelect
/** Which rendering of which template. */
export type RenderingKey = { templateId: string; language: RenderingLanguage; format: TranslationFormat }

const { language, format, number } = templateTranslations

/** The newest translation of each language and form; what was taken away is none. The caller has found the template. */
export async function listTranslations(scope: TemplateSide, templateId: string): Promise<TranslationRow[]> {
  const newest = await scope.tx
    .selectDistinctOn([language, format])
    .from(templateTranslations)
    .where(eq(templateTranslations.templateId, templateId))
    .orderBy(language, format, desc(number))
  return newest.filter(isNotRemoved)
}

const isNotRemoved = ({ sections }: TranslationRow) => sections.length > 0

/** The newest of one language and form, if it was not taken away. */
export async function findTranslation(
  scope: TemplateSide,
  { templateId, ...key }: RenderingKey,
): Promise<TranslationRow | undefined> {
  const all = await listTranslations(scope, templateId)
  return all.find((row) => row.language === key.language && row.format === key.format)
}

/** Adds what counts from now on, with a template that the caller has locked; no sections: it is taken away. */
export async function addTranslation(
  { tx, actor, now }: TemplateSide,
  key: RenderingKey,
  sections: RenderedSection[],
): Promise<TranslationRow> {
  const { templateId } = key
  const [last] = await tx
    .select({ number: max(number) })
    .from(templateTranslations)
    .where(
      and(
        eq(templateTranslations.templateId, templateId),
        eq(language, key.language),
        eq(format, key.format),
      ),
    )
  const [added] = await tx
    .insert(templateTranslations)
    .values({
      ...key,
      number: (last?.number ?? 0) + 1,
      sections,
      createdBy: actor.userId,
      createdByName: actor.name,
      createdAt: now,
    })
    .returning()
  return added!
}
