import type { ConsentPlan } from '../../../contract/consent-plan.ts'
import type { FrozenContent } from '../../../contract/consents.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { englishHash, listTranslations, type TranslationRow } from '../translations/index.ts'

type Section = FrozenContent['sections'][number]
export type Rendering = Pick<TranslationRow, 'language' | 'format' | 'sections'>
type ReadingPreference = Pick<ConsentPlan, 'language' | 'format'>

/**
 * Which of a template's renderings somebody reads who reads like this: their language in their form, else their language
 * as it is, else their form in English. Undefined where plain English is what they read, or all there is.
 */
export function selectRendering<R extends ReadingPreference>(
  { language, format }: ReadingPreference,
  there: readonly R[],
): R | undefined {
  const preferences = [
    { language, format },
    { language, format: 'standard' },
    { language: 'en', format },
  ]
  return preferences
    .map((way) => there.find((row) => row.language === way.language && row.format === way.format))
    .find((row) => row !== undefined)
}

/** The rendering of a template for this patient, as it is now. */
export async function renderingFor(
  scope: ClinicScope,
  templateId: string,
  plan: ReadingPreference,
): Promise<Rendering | undefined> {
  if (plan.language === 'en' && plan.format === 'standard') return undefined
  return selectRendering(plan, await listTranslations(scope, templateId))
}

/** A section's rendering with its placeholders filled; nothing where there is none, or where it says what the English said before. */
export function renderTranslation(
  { id, title, content }: Section,
  rendering: Rendering | undefined,
  fill: (html: string) => string,
): Pick<Section, 'beside'> {
  const own = rendering?.sections.find(({ sectionId }) => sectionId === id)
  if (!rendering || !own || own.englishHash !== englishHash({ id, title, content })) return {}
  const { language, format } = rendering
  const beside = { language, format, title: own.title, content: fill(own.content), status: own.status }
  return { beside }
}
