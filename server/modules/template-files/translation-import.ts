import { contract } from '../../../contract/index.ts'
import type { ExportedTemplate } from '../../../contract/template-files.ts'
import { formatRefusalMessage, Refusal } from '../../platform/http/refusal.ts'
import { sanitiseRichText } from '../../platform/rich-text.ts'
import type { TemplateSide } from '../templates/index.ts'
import { saveTranslation, listTranslations } from '../translations/index.ts'
import { describeIssues } from './template-file-rules.ts'

type Translations = ExportedTemplate['translations']
type TranslationImportResult = { remarks: string[]; isChanged: boolean }
type StoredTranslation = Awaited<ReturnType<typeof listTranslations>>[number]

/**
 * Takes the translations of a template in. Whoever checked them did so elsewhere: here they come in as not checked,
 * unless they say what stands here already.
 */
export async function importTranslations(
  scope: TemplateSide,
  templateId: string,
  translations: Translations,
): Promise<TranslationImportResult> {
  if (translations.length === 0) return { remarks: [], isChanged: false }
  const standing = await listTranslations(scope, templateId)
  const remarks = new Set<string>()
  let isChanged = false
  for (const translation of translations) {
    const before = standing.find(
      ({ language, format }) => language === translation.language && format === translation.format,
    )
    const saved = await saveImported(scope, { templateId, translation, before })
    if (typeof saved === 'string')
      remarks.add(`Translation ${translation.language} ${translation.format}: ${saved}`)
    else if (saved) isChanged = true
    const wasChecked = translation.sections.some(({ status }) => status === 'checked')
    if (saved === true && wasChecked) remarks.add('Translations are imported as not checked.')
  }
  return { remarks: [...remarks], isChanged }
}

/** Translations of a text that waits for approval: patients would read them beside the English that is still in use. */
export const skippedTranslations = ({ length }: Translations): TranslationImportResult => ({
  remarks:
    length > 0
      ? [
          'Translations were not imported, as the new text is not in use yet. Import them once it is approved.',
        ]
      : [],
  isChanged: false,
})

type TranslationSave = {
  templateId: string
  translation: Translations[number]
  before: StoredTranslation | undefined
}

/** Whether anything was saved, or why nothing could be. */
async function saveImported(
  scope: TemplateSide,
  { templateId, translation, before }: TranslationSave,
): Promise<boolean | string> {
  const { language, format } = translation
  const sections = translation.sections.map(({ sectionId, title, content }) => {
    const old = before?.sections.find((section) => section.sectionId === sectionId)
    const isSame = old?.title === title && old.content === sanitiseRichText(content)
    return {
      sectionId,
      title,
      content,
      status: isSame ? old.status : ('machine' as const),
      isCompared: false,
    }
  })
  const schema = contract.translations.save['~orpc'].inputSchema!
  const sent = schema.safeParse({ templateId, language, format, translationId: before?.id ?? null, sections })
  if (!sent.success) return describeIssues(sent.error.issues).join(' ')
  const saved = await saveTranslation(scope, sent.data)
  if (saved instanceof Refusal)
    return formatRefusalMessage(
      contract.translations.save['~orpc'].meta.refusals[saved.reason]!,
      saved.details,
    )
  return !('as' in saved && saved.as === 'nothing')
}
