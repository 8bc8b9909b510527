import type { Words } from '../../../build/content/types.d.ts'
import type { Language } from '../../../contract/languages.ts'

/** Each a file of its own that only its readers fetch. A text that English has and one of them has not does not compile. */
export const otherLanguages: Record<Language, () => Promise<{ default: Words }>> = {
  cy: () => import('../../../build/content/words.cy.json'),
  pl: () => import('../../../build/content/words.pl.json'),
  pa: () => import('../../../build/content/words.pa.json'),
  ur: () => import('../../../build/content/words.ur.json'),
  ar: () => import('../../../build/content/words.ar.json'),
  ro: () => import('../../../build/content/words.ro.json'),
  pt: () => import('../../../build/content/words.pt.json'),
  bn: () => import('../../../build/content/words.bn.json'),
  'zh-Hans': () => import('../../../build/content/words.zh-Hans.json'),
}
