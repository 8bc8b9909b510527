import { and, asc, eq, inArray } from 'drizzle-orm'
import type { SurveyAnswers } from '../../../contract/aftercare.ts'
import { openRow, sealRow, type Opened } from '../../platform/database/sealed-column.ts'
import type { ClinicScope, PatientScope, TenantScope } from '../../platform/database/transaction.ts'
import { templates } from '../templates/template-schema.ts'
import { surveys } from './aftercare-schema.ts'

export type SurveyRow = Opened<typeof surveys.$inferSelect>

/** What the patient of a consent said later; undefined until they did. */
export async function findSurvey(scope: TenantScope, consentId: string): Promise<SurveyRow | undefined> {
  const [found] = await scope.tx
    .select()
    .from(surveys)
    .where(and(eq(surveys.clinicId, scope.clinicId), eq(surveys.consentId, consentId)))
  return found && openRow(scope, surveys, found)
}

/** Keeps what the patient said; false where they had said it before. */
export async function insertSurvey(
  scope: PatientScope,
  survey: Pick<SurveyRow, 'consentId' | 'templateIds' | 'isSkipped' | 'answers' | 'text'>,
): Promise<boolean> {
  const { clinicId, now: at } = scope
  const made = await scope.tx
    .insert(surveys)
    .values(sealRow(scope, surveys, { ...survey, clinicId, at }))
    .onConflictDoNothing()
    .returning({ id: surveys.id })
  return made.length === 1
}

/** All answers of the clinic by template, with its name as it is now, in the order of names. */
export async function answersByTemplate(
  scope: ClinicScope,
): Promise<{ templateId: string; name: string; answers: SurveyAnswers[] }[]> {
  const rows = await scope.tx
    .select({ templateIds: surveys.templateIds, answers: surveys.answers })
    .from(surveys)
    .where(and(eq(surveys.clinicId, scope.clinicId), eq(surveys.isSkipped, false)))
  const byTemplate = new Map<string, SurveyAnswers[]>()
  for (const { templateIds, answers } of rows)
    for (const id of new Set(templateIds)) byTemplate.set(id, [...(byTemplate.get(id) ?? []), answers!])
  if (byTemplate.size === 0) return []
  const named = await scope.tx
    .select({ id: templates.id, name: templates.name })
    .from(templates)
    .where(inArray(templates.id, [...byTemplate.keys()]))
    .orderBy(asc(templates.name), asc(templates.id))
  return named.map(({ id, name }) => ({ templateId: id, name, answers: byTemplate.get(id)! }))
}
