import { contract } from '../../../contract/index.ts'
import { languageTags } from '../../../contract/languages.ts'
import { translationFormats } from '../../../contract/translations.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { findCurrentTemplate, lockOwnTemplate, type TemplateSide } from '../templates/index.ts'
import { isSameRendering, buildRenderedSections, type SentSection } from './translation-rules.ts'
import {
  addTranslation,
  findTranslation,
  listTranslations,
  type RenderingKey,
  type TranslationRow,
} from './translation-store.ts'
import { toTranslation } from './translation-view.ts'

const tagOrder: readonly string[] = ['en', ...languageTags]

/** English first, then the languages as the product lists them, each with its forms from standard on. */
const inOrder = (a: TranslationRow, b: TranslationRow): number =>
  tagOrder.indexOf(a.language) - tagOrder.indexOf(b.language) ||
  translationFormats.indexOf(a.format) - translationFormats.indexOf(b.format)

/** What is written down of a change: which translation, and never what it says. */
const auditDetailsOf = (
  { templateId, language, format }: RenderingKey,
  { number }: Pick<TranslationRow, 'number'>,
) => ({ subject: templateId, details: { language, format, number } })

async function list(scope: TemplateSide, { templateId }: { templateId: string }) {
  const current = await findCurrentTemplate(scope, templateId)
  if (!current) return refuse('not-found')
  const rows = await listTranslations(scope, templateId)
  const { sections } = current.version.wording
  return { answer: rows.sort(inOrder).map((row) => toTranslation(row, sections)) }
}

type TranslationInput = RenderingKey & {
  translationId: string | null
  versionId?: string | undefined
  sections: SentSection[]
}

/** Saves a template of the scope’s own in another language or form. */
export async function saveTranslation(
  scope: TemplateSide,
  { translationId, versionId, sections: sent, ...key }: TranslationInput,
) {
  if (key.language === 'en' && key.format === 'standard') return refuse('english-standard')
  const current = await lockOwnTemplate(scope, key.templateId)
  if (typeof current === 'string') return refuse(current)
  const there = await findTranslation(scope, key)
  const thereId = there?.id ?? null
  if (translationId !== thereId) return refuse('changed-meanwhile', { translationId: thereId })
  const { id: englishId, wording } = current.version
  if (versionId !== undefined && versionId !== englishId) {
    return refuse('english-changed', { versionId: englishId })
  }
  const english = wording.sections
  const { userId, name } = scope.actor
  const before = there?.sections ?? []
  const sections = buildRenderedSections({ sent, before, english, checker: { userId, name, now: scope.now } })
  if ('wrong' in sections) {
    return refuse(sections.wrong, 'details' in sections ? sections.details : undefined)
  }
  if (there && isSameRendering(before, sections)) {
    return { answer: toTranslation(there, english), as: 'nothing', before } as const
  }
  const saved = await addTranslation(scope, key, sections)
  return { answer: toTranslation(saved, english), ...auditDetailsOf(key, saved), before }
}

/** Taking away what is not there is done already. */
async function remove(scope: TemplateSide, key: RenderingKey) {
  const current = await lockOwnTemplate(scope, key.templateId)
  if (typeof current === 'string') return refuse(current)
  const answer = { removed: true } as const
  if (!(await findTranslation(scope, key))) return { answer, as: 'nothing' } as const
  return { answer, ...auditDetailsOf(key, await addTranslation(scope, key, [])) }
}

/** The operations of a clinic, about its own templates beside the platform's. */
export const translationHandlers = {
  list: handle(contract.translations.list, list),
  save: handle(contract.translations.save, saveTranslation),
  remove: handle(contract.translations.remove, remove),
}

/** The same of super administrators, about the platform's. */
export const adminTranslationHandlers = {
  list: handle(contract.adminTranslations.list, list),
  save: handle(contract.adminTranslations.save, saveTranslation),
  remove: handle(contract.adminTranslations.remove, remove),
}
