export { adminTranslationHandlers, saveTranslation, translationHandlers } from './translation-handlers.ts'
export { translationsOf } from './translation-store.ts'
