export { adminTranslationHandlers, saveTranslation, translationHandlers } from './translation-handlers.ts'
export { seedTranslations } from './translation-seeding.ts'
export { translationsOf } from './translation-store.ts'
