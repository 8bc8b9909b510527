export { adminTranslationHandlers, saveTranslation, translationHandlers } from './translation-handlers.ts'
export { seedTranslations } from './translation-library-store.ts'
export { translationsOf } from './translation-store.ts'
