export { saveTranslation } from './translation-handlers.ts'
export { bringInTranslations, seedTranslations } from './translation-library-store.ts'
export { englishHash } from './translation-rules.ts'
export { translationsOf, type TranslationRow } from './translation-store.ts'
