import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { templateFavourites, templates } from './template-schema.ts'
import type { TemplateSide } from './template-store.ts'

const ownFavourites = ({ clinicId, staffId }: ClinicScope) =>
  and(eq(templateFavourites.clinicId, clinicId), eq(templateFavourites.staffId, staffId))

/** Which of these templates whoever asks keeps within reach; the platform's own people keep none. */
export async function findFavourites(scope: TemplateSide, ids: readonly string[]): Promise<Set<string>> {
  if (scope.audience !== 'clinic' || ids.length === 0) return new Set()
  const rows = await scope.tx
    .select({ templateId: templateFavourites.templateId })
    .from(templateFavourites)
    .where(and(ownFavourites(scope), inArray(templateFavourites.templateId, [...ids])))
  return new Set(rows.map(({ templateId }) => templateId))
}

/** Favourites of whoever asks before others, in a query of templates. */
export const favouritesFirst = (scope: TemplateSide): SQL[] =>
  scope.audience === 'clinic'
    ? [
        sql`exists (select from ${templateFavourites}
          where ${ownFavourites(scope)} and ${templateFavourites.templateId} = ${templates.id}) desc`,
      ]
    : []

/** Keeps a template within reach, or no longer; false where nothing changed by it. */
export async function saveFavourite(
  scope: ClinicScope,
  templateId: string,
  isFavourite: boolean,
): Promise<boolean> {
  const { clinicId, staffId, now: createdAt } = scope
  const one = and(ownFavourites(scope), eq(templateFavourites.templateId, templateId))
  const changed = isFavourite
    ? await scope.tx
        .insert(templateFavourites)
        .values({ clinicId, staffId, templateId, createdAt })
        .onConflictDoNothing()
        .returning({ templateId: templateFavourites.templateId })
    : await scope.tx.delete(templateFavourites).where(one).returning({
        templateId: templateFavourites.templateId,
      })
  return changed.length > 0
}
