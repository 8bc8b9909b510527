import { and, asc, eq, notInArray } from 'drizzle-orm'
import type { Ids } from '../../platform/database/id-set.ts'
import { preparedQuery, whereOwnIn } from '../../platform/database/prepared-query.ts'
import type { JobScope, StaffScope, TenantScope } from '../../platform/database/transaction.ts'
import { templates } from '../templates/template-schema.ts'
import { ownFigures } from './own-figure-schema.ts'

export type OwnFigureRecord = typeof ownFigures.$inferSelect

const ofTemplates = preparedQuery('own_figures_of_templates', (tx) =>
  tx
    .select()
    .from(ownFigures)
    .where(whereOwnIn(ownFigures, ownFigures.templateId, 'templateIds')),
)

/** What was counted of these templates. */
export const ownFiguresOf = (scope: TenantScope, templateIds: Ids): Promise<OwnFigureRecord[]> =>
  ofTemplates(scope, { templateIds })

/** What was counted of each template of the practice, with its name as it is now, in the order of names. */
export const listOwnFigures = (scope: StaffScope): Promise<{ name: string; figure: OwnFigureRecord }[]> =>
  scope.tx
    .select({ name: templates.name, figure: ownFigures })
    .from(ownFigures)
    .innerJoin(templates, eq(templates.id, ownFigures.templateId))
    .where(eq(ownFigures.clinicId, scope.clinicId))
    .orderBy(asc(templates.name), asc(templates.id))

export type CountedFigure = Pick<
  OwnFigureRecord,
  'templateId' | 'treated' | 'followed' | 'followUpDays' | 'risks' | 'countedFrom'
>

/** Replaces all that was counted of the practice before. */
export async function replaceOwnFigures(
  scope: JobScope,
  figures: readonly CountedFigure[],
  countedUntil: Date,
): Promise<void> {
  const { clinicId, now: countedAt } = scope
  const isOther = notInArray(
    ownFigures.templateId,
    figures.map(({ templateId }) => templateId),
  )
  await scope.tx
    .delete(ownFigures)
    .where(and(eq(ownFigures.clinicId, clinicId), figures.length > 0 ? isOther : undefined))
  for (const { templateId, ...counted } of figures) {
    const set = { ...counted, countedUntil, countedAt }
    await scope.tx
      .insert(ownFigures)
      .values({ clinicId, templateId, ...set })
      .onConflictDoUpdate({ target: [ownFigures.clinicId, ownFigures.templateId], set })
  }
}
