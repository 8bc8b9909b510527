import { readStored } from '../templates/index.ts'
import type { Rendering } from './translation-operations.ts'
import type { StoredTranslation } from './use-translation-editor.ts'

/** Of one template and one rendering. */
export const translationDraftKey = (templateId: string, { language, format }: Rendering) =>
  `translation-draft:${templateId}:${language}:${format}`

const isText = (value: unknown): value is string => typeof value === 'string'
const isListOf = (value: unknown, texts: readonly string[]): boolean =>
  Array.isArray(value) &&
  value.every(
    (item: unknown) =>
      typeof item === 'object' &&
      item !== null &&
      texts.every((name) => isText((item as Record<string, unknown>)[name])),
  )

const isStoredTranslation = (value: unknown): value is StoredTranslation =>
  typeof value === 'object' &&
  value !== null &&
  'keptAt' in value &&
  isText(value.keptAt) &&
  ['english', 'base', 'draft'].every((list) =>
    isListOf((value as Record<string, unknown>)[list], ['title', 'content']),
  )

/** What was kept of a translation; something of another form is nothing. */
export const readStoredTranslation = (
  storage: Parameters<typeof readStored>[0],
  key: string,
): StoredTranslation | null => readStored(storage, key, isStoredTranslation)
