import marks from '../../../build/content/translation-marks.json' with { type: 'json' }
import type { ShippedTranslations } from './translation-library-store.ts'

/** The library in other languages: which there are at once, their texts (some megabytes) when they are asked for. */
export const shippedTranslations: Omit<ShippedTranslations, 'library'> = {
  marks,
  async read() {
    const { default: texts } = await import('../../../build/content/translations.json', {
      with: { type: 'json' },
    })
    return texts
  },
}
