import type { OpenModule } from '../../module.ts'
import { adminTranslationHandlers, translationHandlers } from './translation-handlers.ts'

/** Templates in other languages and forms. */
export const translations: OpenModule = () => ({
  handlers: { translations: translationHandlers, adminTranslations: adminTranslationHandlers },
})
