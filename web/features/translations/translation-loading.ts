import type { Translation } from '../../../contract/translations.ts'
import type { Template } from '../templates/index.ts'
import type { Rendering } from './translation-operations.ts'
import type { SavedState } from './use-translation-editor.ts'

type PendingLoads = { template: Promise<Template>; translations: Promise<Translation[]> }

/** A template with one rendering of it, or with none where nobody has written it yet. */
export async function loadSavedState(
  reading: PendingLoads,
  { language, format }: Rendering,
): Promise<SavedState> {
  const [template, all] = await Promise.all([reading.template, reading.translations])
  const found = all.find((there) => there.language === language && there.format === format)
  return { template, translation: found ?? null }
}
